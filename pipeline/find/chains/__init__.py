"""Following names and citations from the passages found: what answers the rest of a question is named in them."""
