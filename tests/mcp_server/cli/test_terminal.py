"""What a person reads on a terminal: wrapped lines, lists and tables."""

from mcp_server.cli.terminal import wrapped

TABLE = """The figures held:

| Record | Head | Figure |
| --- | ---: | --- |
| The budget of 2031 reads | proposed | “$1,200” [L1] |
| The budget of 2032 reads |  | “$1,300” [L2] |

That is all."""


def test_each_row_of_a_table_is_an_item_with_its_cells_after_their_heads() -> None:
    assert wrapped(TABLE).splitlines() == [
        "The figures held:",
        "",
        "- The budget of 2031 reads; Head: proposed; Figure: “$1,200” [L1]",
        "- The budget of 2032 reads; Figure: “$1,300” [L2]",
        "",
        "That is all.",
    ]


def test_a_line_with_bars_that_is_no_table_stays_as_it_is() -> None:
    assert wrapped("| on the road | past the mill |") == "| on the road | past the mill |"
