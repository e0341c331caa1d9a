"""How text is cleaned and cut into words and sentences."""
