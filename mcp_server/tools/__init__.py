"""The tools: what a host reads of each and the call it makes."""
