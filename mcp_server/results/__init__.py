"""What the tools give back: shapes, views, errors."""
