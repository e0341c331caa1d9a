"""What several documents say of some words, where no paragraph says them all. All texts are invented."""

from __future__ import annotations

from mcp_server.results.said import NamedText, said_in

FERRY = "Roy told of a new repeater on the ferry tower.\n\nThe pier was painted."
HARBOR = "An antenna and the repeater went with the licence of the radio.\n\nLunt left."
WHARF = "The wharf is closed."


def test_each_document_that_says_one_of_the_words_is_shown() -> None:
    pages = [
        NamedText(f"{name}?page=1", text) for name, text in (("ferry", FERRY), ("harbor", HARBOR), ("wharf", WHARF))
    ]
    shown = said_in(pages, "repeater antenna licence kiosk")
    assert shown.startswith("No paragraph says repeater antenna licence kiosk (5 paragraphs read).")
    assert "[harbor?page=1]" in shown
    assert "[ferry?page=1]" in shown
    assert "new repeater on the ferry tower" in shown
    assert "wharf" not in shown
