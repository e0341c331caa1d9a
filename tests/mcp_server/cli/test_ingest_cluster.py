"""Files brought straight into a cluster: each document whole, once, whoever brings it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cluster_fakes import NOBODY, fresh_address, needs_node, wipe
from mcp_fakes import environment

from vault.opensearch.library import ClusterLibrary

START = "from mcp_server.cli.main import main; raise SystemExit(main())"


@needs_node
def test_two_processes_bring_the_same_folder_in_and_every_document_is_held_once(tmp_path: Path) -> None:
    for number in range(6):
        text = f"# Town of Alder Falls, Select Board minutes, June {number + 1}, 2031\n\nCulvert {number} was mended.\n"
        (tmp_path / f"minutes-{number}.md").write_text(text)
    address = fresh_address()
    variables = {**environment(), "OPENCOUNCIL_VAULT": str(address), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", START, "ingest", str(tmp_path), "--quiet"]
    both = [subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait(120) for one in both] == [0, 0]
    with ClusterLibrary(address, NOBODY) as library:
        assert len(library.documents()) == 6
        held = library.passages([one.doc_id for one in library.documents()])
        assert library.counts().chunks == sum(map(len, held.values()))
        assert library.towns() == ("Alder Falls",)
        wipe(library)
