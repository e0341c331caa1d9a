"""Places, bodies and everyday words, by state."""
