"""OpenSearch behind the seam: addresses, mappings, reading and writing of a vault that a cluster holds."""
