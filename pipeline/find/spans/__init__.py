"""The spans of kept passages: cut, measured by named figures, ordered, and judged as an answer."""
