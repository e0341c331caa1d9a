"""One reader per format: `read_file` turns a path into cleaned pages, sections and whatever metadata the source had.

`read_file(path) -> ReadResult(documents, problems)`. It opens one local file, never the network, and trusts content
over suffix. It refuses what it cannot read faithfully with `UnreadableFile`, naming the file and what to convert it to.
"""

from __future__ import annotations

__all__ = []
