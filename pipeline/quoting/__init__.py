"""One law for quoting, shared by those who write and those who check."""
