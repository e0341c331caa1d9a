"""What to do next, given what has been found (floor 1, S4)."""
