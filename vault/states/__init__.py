__all__ = []
"""Places, bodies and everyday words, by state."""
