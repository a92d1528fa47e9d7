"""Tables as every verb prints them: no lines, and no name cut so that two look alike."""

from rich.table import Table

from ...locale import Words


def plain_table(words: Words, *heads: str) -> Table:
    """With a column for each head, a key of the texts; what does not fit goes on in the next line."""
    table = Table(box=None, pad_edge=False)
    for head in heads:
        table.add_column(words(f"t_{head}") if head else "", overflow="fold")
    return table


def span_text(words: Words, low: float, high: float) -> str:
    """The interval of a rating; who is 0 by definition has none."""
    if low >= high:
        return words("t_anchor")
    return words("t_span", low=f"{low:+.0f}", high=f"{high:+.0f}")
