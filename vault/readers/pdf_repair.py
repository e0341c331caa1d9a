"""A second chance for a PDF that was cut off: rebuild its page tree from the objects that are still there.

It reorders nothing and invents no text: objects packed in object streams are written out, the pages found are hung
under a new root, and PDFium reads the result. Without the document's own root object there is no telling what the
file was, and the file is refused.
"""

from __future__ import annotations

import re
import zlib
from typing import Final

__all__ = ["repaired"]

# "651 0 obj"
_OBJECT: Final = re.compile(rb"(?<![0-9])([0-9]{1,8})\s+([0-9]{1,5})\s+obj\b")
_CATALOG: Final = re.compile(rb"/Type\s*/Catalog\b")
_PAGE: Final = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_PARENT: Final = re.compile(rb"/Parent\s+[0-9]+\s+[0-9]+\s+R")
_OBJECT_STREAM: Final = re.compile(rb"/Type\s*/ObjStm\b")
_COUNT: Final = re.compile(rb"/N\s+([0-9]{1,7})")
_FIRST: Final = re.compile(rb"/First\s+([0-9]{1,9})")
_STREAM: Final = re.compile(rb"stream\r?\n")
_KIDS: Final = re.compile(rb"/Kids\s*\[([^\[\]]*)\]")
_REFERENCE: Final = re.compile(rb"([0-9]{1,8})\s+[0-9]{1,5}\s+R")
_MAX_UNPACKED: Final = 64 * 1024 * 1024  # all object streams of a file: they hold small objects; more is a bomb
_BLOCK: Final = 64 * 1024
_LETTER_PAGE: Final = b"[0 0 612 792]"  # US Letter, for pages whose inherited size was lost


def repaired(data: bytes) -> bytes | None:
    """`data` with a rebuilt page tree appended, or None when there is no root object or no page to hang on it."""
    if b"/Encrypt" in data:
        return None
    objects = _objects(data)
    catalog = next((number for number, body in objects.items() if _CATALOG.search(body)), None)
    pages = _page_order(objects)
    if catalog is None or not pages:
        return None
    root, tree = max(objects) + 1, max(objects) + 2
    parts = [data, b"\nendstream\nendobj\n"]
    hung = set(pages)
    for number, body in objects.items():
        if number in hung:
            body = _PARENT.sub(b"/Parent %d 0 R" % tree, body)
        elif b"stream" in body:
            continue  # streams stay where they are in the original bytes
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    kids = b" ".join(b"%d 0 R" % number for number in pages)
    parts.append(
        b"%d 0 obj\n<</Type/Pages/Count %d/MediaBox%s/Kids[%s]>>\nendobj\n" % (tree, len(pages), _LETTER_PAGE, kids)
    )
    parts.append(b"%d 0 obj\n<</Type/Catalog/Pages %d 0 R>>\nendobj\n" % (root, tree))
    parts.append(b"trailer\n<</Root %d 0 R/Size %d>>\nstartxref\n0\n%%%%EOF\n" % (root, tree + 1))
    return b"".join(parts)


def _objects(data: bytes) -> dict[int, bytes]:
    """Object number to body (dictionary and, for a stream, the word `stream`), packed objects included."""
    objects: dict[int, bytes] = {}
    room = _MAX_UNPACKED
    matches = list(_OBJECT.finditer(data))
    ends = [following.start() for following in matches[1:]] + [len(data)]
    for match, end in zip(matches, ends, strict=False):
        body = data[match.end() : end]
        head, stream, _ = body.partition(b"stream")
        body = head + stream if stream else body.partition(b"endobj")[0]
        if _OBJECT_STREAM.search(head):
            found = _unpacked(data, match.end(), head, room)
            room -= sum(map(len, found.values()))
            objects.update(found)
        elif stream or body.rstrip().endswith((b">>", b"]")):
            objects[int(match[1])] = body.strip()
    return objects


def _inflated(data: bytes, at: int, room: int) -> bytes:
    """What the stream that begins at `at` unpacks to, at most `room` bytes, as far as it is whole."""
    unzip, parts = zlib.decompressobj(), list[bytes]()
    while room > 0 and at < len(data) and not unzip.eof:
        parts.append(unzip.decompress(data[at : at + _BLOCK], room))
        room -= len(parts[-1])
        at += _BLOCK
    return b"".join(parts)


def _unpacked(data: bytes, at: int, head: bytes, room: int) -> dict[int, bytes]:
    """Objects of one object stream; as many as can be inflated."""
    count, first = _COUNT.search(head), _FIRST.search(head)
    stream = _STREAM.search(data, at, at + len(head) + _BLOCK)
    if not (count and first and stream) or b"FlateDecode" not in head:
        return {}
    try:
        plain = _inflated(data, stream.end(), room)
    except zlib.error:
        return {}
    start = int(first[1])
    numbers = [int(word) for word in plain[:start].split()[: 2 * int(count[1])] if word.isdigit()]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
    ends = [offset for _, offset in pairs[1:]] + [len(plain) - start]
    return {
        number: plain[start + offset : start + end].strip() for (number, offset), end in zip(pairs, ends, strict=True)
    }


def _page_order(objects: dict[int, bytes]) -> list[int]:
    """Page object numbers: those named by surviving page tree nodes in their order, then the others as they stand."""
    pages = dict.fromkeys(number for number, body in objects.items() if _PAGE.search(body))
    named = [
        int(reference)
        for body in objects.values()
        for kids in _KIDS.findall(body)
        for reference in _REFERENCE.findall(kids)
    ]
    order = dict.fromkeys(number for number in named if number in pages)
    return list(dict.fromkeys([*order, *pages]))
