"""From a folder of files to documents in the vault."""
