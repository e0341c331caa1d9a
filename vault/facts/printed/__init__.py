"""Where the parts of a printed table stand on their page."""
