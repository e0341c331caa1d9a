"""Rules: what an answer must keep whatever its claims say; one small function each."""
