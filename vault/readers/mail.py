"""Mail (EML) and saved web pages (MHT): headers, the words of the message, and its attachments as documents beside it.

Nothing is fetched and nothing is run. Attachments are read by the readers of their kinds, within the same limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import parsedate_to_datetime
from typing import Final

from vault.errors import UnreadableFile
from vault.readers.markup import read_html
from vault.readers.result import ReadResult
from vault.readers.text import decode
from vault.text.clean import clean, clean_line
from vault.types import Metadata, Page, RawDocument

__all__ = ["Inner", "read_mail"]

Inner = Callable[[str, bytes], ReadResult]
"""Reads what lies inside another file: (its name, its bytes). Raises `UnreadableFile`."""
_HEADERS: Final = ("From", "To", "Cc", "Date", "Subject")
_MAX_PARTS: Final = 200
_HEADER_CHARS: Final = 20_000
"""Of a longer header the beginning is read: the standard library takes 40 seconds for a million addresses."""


class _Policy(EmailPolicy):
    def header_fetch_parse(self, name: str, value: str) -> str:
        return str(super().header_fetch_parse(name, value[:_HEADER_CHARS]))


def _header(message: EmailMessage, name: str) -> str:
    try:
        return clean_line(str(message.get(name, "")))
    except (MessageError, ValueError, AttributeError, IndexError):  # a header no standard knows
        return ""


def _content(part: EmailMessage) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _words(part: EmailMessage) -> str:
    data = _content(part)
    if part.get_content_type() == "text/html":
        found = read_html(data).documents
        return found[0].pages[0].text if found else ""
    return clean(decode(data, part.get_content_charset() or ""))


def _parts(message: EmailMessage) -> Iterator[EmailMessage]:
    """What holds words or files, in order; a message that is attached stands before its own parts."""
    for number, part in enumerate(message.walk()):
        if number >= _MAX_PARTS:
            return
        if isinstance(part, EmailMessage) and (_is_message(part) or not part.is_multipart()):
            yield part


def _is_message(part: EmailMessage) -> bool:
    return part.get_content_type() == "message/rfc822" and part.is_multipart()


def _message(heads: EmailMessage, parts: list[EmailMessage]) -> str:
    """The headers and the words of a message, then those of the messages attached to it."""
    after = next((place for place, part in enumerate(parts) if _is_message(part)), len(parts))
    lines = [f"{name}: {value}" for name in _HEADERS if (value := _header(heads, name))]
    said = "\n".join([*lines, "", _body(parts[:after])])
    if after == len(parts):
        return said
    inner = next(parts[after].iter_parts(), None)
    return f"{said}\n\n{_message(inner, parts[after + 1 :])}" if isinstance(inner, EmailMessage) else said


def _body(parts: list[EmailMessage]) -> str:
    """The plain text of the message, else its page; a signature in both forms is not said twice."""
    for kind in ("text/plain", "text/html"):
        texts = [_words(part) for part in parts if part.get_content_type() == kind and not part.get_filename()]
        if any(texts):
            return "\n\n".join(text for text in texts if text)
    return ""


def _day(message: EmailMessage) -> str:
    try:
        return parsedate_to_datetime(_header(message, "Date")).date().isoformat()
    except (ValueError, TypeError, IndexError):
        return ""


def read_mail(data: bytes, inner: Inner) -> ReadResult:
    """The message as a document, then its attachments, each under its name; what could not be read is a problem."""
    message = message_from_bytes(data, policy=_Policy())
    assert isinstance(message, EmailMessage)
    parts = list(_parts(message))
    text = clean(_message(message, parts))
    metadata = Metadata(title=_header(message, "Subject"), date=_day(message), doc_type="other")
    documents = [RawDocument(pages=(Page(number=1, text=text),), metadata=metadata, key="message")] if text else []
    left = sum(1 for _ in message.walk()) - _MAX_PARTS
    problems = [f"only the first {_MAX_PARTS} parts of the message were read, {left:,} were left out"] * (left > 0)
    for part in parts:
        name = part.get_filename()
        is_logo = part.get_content_maintype() == "image" and part.get_content_disposition() != "attachment"
        if not name or is_logo or _is_message(part):
            continue
        try:
            found = inner(name, _content(part))
        except UnreadableFile as error:
            problems.append(f"attachment {name}: {error.message}")
            continue
        documents += [one.changed(key=name + (f"#{one.key}" if one.key else "")) for one in found.documents]
        problems += [f"attachment {name}: {problem}" for problem in found.problems]
    if not documents:
        return ReadResult(documents=(), problems=("the message holds no text", *problems))
    if len(documents) == 1:
        documents = [documents[0].changed(key="")]
    return ReadResult(documents=tuple(documents), problems=tuple(problems))
