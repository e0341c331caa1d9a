"""Documents, notes and their full-text index in one SQLite file (floor 0)."""
