"""The MCP tools, the command line and the wiring (floor 3). No rules of its own."""
