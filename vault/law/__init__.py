"""References to law and the shape of statutes."""
