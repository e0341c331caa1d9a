"""Prompt texts, one Markdown file each, and their loader (floor 0)."""
