"""The SQLite engine: schema, writing, reading, searching."""
