"""What a command on the command line loads before it works."""

from __future__ import annotations

import subprocess
import sys


def test_a_search_starts_without_the_protocol_library() -> None:
    code = (
        "import sys, mcp_server.cli.ask; print(sum(name.split('.')[0] in ('mcp', 'mcp_types') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
