"""A listener with a certificate of its own authority in front of a plain server on this machine."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

OPENSSL = shutil.which("openssl") or ""
needs_openssl = pytest.mark.skipif(not OPENSSL, reason="no openssl on this machine to make a certificate with")


def certificate(folder: Path) -> tuple[Path, Path]:
    """The files of a certificate for 127.0.0.1, which is its own authority, and of its key."""
    shown, key = folder / "shown.pem", folder / "key.pem"
    request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    named = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(shown)]
    subprocess.run([OPENSSL, *request, *named], check=True, capture_output=True)
    return shown, key


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def behind_tls(folder: Path, port: int) -> Iterator[tuple[int, Path]]:
    """The port of a listener that passes on to `port`, and the file of the authority of its certificate."""
    shown, key = certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(shown, key)
    opened: list[socket.socket] = []
    running: list[threading.Thread] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    plain, _ = listener.accept()
                    with suppress(OSError):
                        secure = context.wrap_socket(plain, server_side=True)
                        opened.append(secure)
                        behind = socket.create_connection(("127.0.0.1", port))
                        opened.append(behind)
                        for ends in ((secure, behind), (behind, secure)):
                            running.append(threading.Thread(target=_pass_on, args=ends, daemon=True))
                            running[-1].start()

        serving = threading.Thread(target=serve, daemon=True)
        serving.start()
        try:
            yield listener.getsockname()[1], shown
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            serving.join()
    for end in opened:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    for thread in running:
        thread.join()
    for end in opened:
        end.close()
