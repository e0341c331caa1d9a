"""Law from the publisher's own pages, fetched only when a person asks for it."""
