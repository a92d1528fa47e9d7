"""A position as an SVG picture: for notebooks, reports and the web. Nothing here knows a rule."""

from collections.abc import Sequence
from html import escape

from .core import Position, Record
from .games import GameFacts, facts_of, side_of

CELL = 40
EDGE = 24  # around the board, for coordinates
HAND = 46  # above and below, for pieces in hand
FONT = "font-family=\"'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho',serif\""
LABEL = 'font-family="sans-serif" font-size="12" text-anchor="middle" fill="#665c4a"'
FACES = ("k", "w")  # ids of their gradients
RADII = {"disc": 0.42, "stone": 0.45, "mark": 0.3}  # of a cell
HOT = "#e4572e"  # the last move


def svg(position: Position, last: tuple[int, int] | None = None) -> str:
    """The position as an SVG image; `last` is the path of the move that led to it, which is marked."""
    of, facts = position.game, facts_of(position.game)
    _, rows, columns = of.shape
    top = HAND if facts.hand else 0
    cells, *hands = position.picture()
    board = _Board(facts, rows, columns, top)
    parts = [board.defs(), *board.ground(), *board.lines()]
    if last is not None and facts.style.piece == "piece":
        parts[-1:-1] = board.tinted(last)
    parts += [board.piece(*board.centre(cell), name) for cell, name in enumerate(cells) if name]
    if last is not None and facts.style.piece != "piece":
        parts += board.dotted(last[1])
    parts += board.held(hands) + board.labels()
    return _image(board.width, board.height, parts, f"{of.name}: {position}")


def last_path(record: Record) -> tuple[int, int] | None:
    """What was touched to make the record's last move, if there is one."""
    return record.positions[-2].path(record.moves[-1]) if record.moves else None


def html(record: Record) -> str:
    """The record as HTML: its last position, who plays, the moves and the result."""
    last = last_path(record)
    players = " – ".join(map(escape, record.players)) if record.players else ""
    moves = " ".join(escape(record.game.move_text(m)) for m in record.moves)
    result = record.verdict.name.lower().replace("_", " ")
    why = f" ({escape(record.end.reason)})" if record.end else ""
    return (
        f'<div style="display:inline-block;max-width:44em">{svg(record.position, last)}'
        f"<p><b>{escape(record.game.name)}</b> {players} · {len(record.choices)} moves · "
        f'{result}{why}</p><p style="font-size:.85em;word-spacing:.3em">{moves}</p></div>'
    )


def _image(width: float, height: float, parts: list[str], about: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-label="{escape(about)}">'
        + "".join(parts)
        + "</svg>"
    )


class _Board:
    """Where things are on a board of this style, and how they look."""

    def __init__(self, facts: GameFacts, rows: int, columns: int, top: int) -> None:
        self.facts, self.style = facts, facts.style
        self.rows, self.columns, self.top = rows, columns, top
        self.inset = CELL / 2 if self.style.grid == "points" else 0
        self.width = columns * CELL + 2 * EDGE
        self.height = rows * CELL + 2 * EDGE + 2 * top

    def defs(self) -> str:
        gradients = "".join(
            f'<radialGradient id="{id}" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="{light}"/>'
            f'<stop offset="1" stop-color="{dark}"/></radialGradient>'
            for id, (light, _, dark) in zip(FACES, self.style.faces, strict=True)
        )
        return f"<defs>{gradients}</defs>"

    def centre(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.columns)
        return EDGE + CELL * (column + 0.5), self.top + EDGE + CELL * (row + 0.5)

    def ground(self) -> list[str]:
        return [
            f'<rect x="{EDGE}" y="{self.top + EDGE}" width="{CELL * self.columns}" '
            f'height="{CELL * self.rows}" fill="{self.style.shades[1]}"/>'
        ]

    def lines(self) -> list[str]:
        """The grid, as one path, and the dots on it."""
        left, above = EDGE + self.inset, self.top + EDGE + self.inset
        wide, high = CELL * self.columns - 2 * self.inset, CELL * self.rows - 2 * self.inset
        more = 0 if self.inset else 1
        path = "".join(
            [f"M{left + CELL * i:g} {above:g}v{high:g}" for i in range(self.columns + more)]
            + [f"M{left:g} {above + CELL * i:g}h{wide:g}" for i in range(self.rows + more)]
        )
        stars = "".join(
            f'<circle cx="{left + CELL * x:g}" cy="{above + CELL * y:g}" r="3" '
            f'fill="{self.style.line}"/>'
            for x, y in self.style.stars(self.columns)
        )
        return [f'<path d="{path}" stroke="{self.style.line}" fill="none"/>{stars}']

    def tinted(self, cells: tuple[int, int]) -> list[str]:
        """The cells that a piece has left and reached."""
        on_board = [cell for cell in cells if 0 <= cell < self.rows * self.columns]
        return [
            f'<rect x="{x - CELL / 2:g}" y="{y - CELL / 2:g}" width="{CELL}" height="{CELL}" '
            f'fill="{HOT}" fill-opacity=".28"/>'
            for x, y in map(self.centre, on_board)
        ]

    def dotted(self, cell: int) -> list[str]:
        if cell < 0:
            return []
        x, y = self.centre(cell)
        return [f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{HOT}"/>']

    def piece(self, x: float, y: float, name: str) -> str:
        if self.style.piece == "piece":
            return _wedge(x, y, name, self.facts.glyphs.get(name.upper(), name.upper()))
        radius, side = CELL * RADII[self.style.piece], side_of(name)
        if self.style.piece == "mark":
            return _mark(x, y, radius, side, self.style.faces[side][1])
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="url(#{FACES[side]})" '
            f'stroke="#00000055" stroke-width=".7"/>'
        )

    def held(self, hands: Sequence[Sequence[str]]) -> list[str]:
        """The first player's below from the left, the second's above from the right."""
        ends = ((EDGE + CELL / 2, 1, self.height - HAND / 2 - 6),
                (self.width - EDGE - CELL / 2, -1, HAND / 2))  # fmt: skip
        return [
            self.piece(x + step * CELL * 0.95 * i, y, name)
            for hand, (x, step, y) in zip(hands, ends, strict=True)
            for i, name in enumerate(hand)
        ]

    def labels(self) -> list[str]:
        columns, rows = self.facts.labels(self.rows, self.columns)
        middle = EDGE + CELL / 2
        across = [
            f'<text x="{middle + CELL * i:g}" y="{self.top + EDGE - 8:g}" {LABEL}>{name}</text>'
            for i, name in enumerate(columns)
        ]
        down = [
            f'<text x="{EDGE / 2:g}" y="{self.top + middle + CELL * i + 4:g}" {LABEL}>{name}</text>'
            for i, name in enumerate(rows)
        ]
        return across + down


def _mark(x: float, y: float, radius: float, side: int, colour: str) -> str:
    """A cross or a nought."""
    r = f"{radius:g}"
    nought = f'<circle r="{r}"/>'
    cross = f'<path d="M-{r}-{r}L{r} {r}M{r}-{r}L-{r} {r}"/>'
    return (
        f'<g transform="translate({x:g} {y:g})" fill="none" stroke="{colour}" stroke-width="4" '
        f'stroke-linecap="round">{nought if side else cross}</g>'
    )


def _wedge(x: float, y: float, name: str, sign: str) -> str:
    """A pentagon that points forward; promoted pieces are red."""
    colour = "#b3261e" if name.startswith("+") else "#1d1206"
    turned = ' transform="rotate(180)"' if side_of(name) else ""
    return (
        f'<g transform="translate({x:g} {y:g})"><g{turned}>'
        '<path d="M0-17L10.5-12.5L14 16H-14L-10.5-12.5Z" fill="#fbe6b5" stroke="#8a642c" '
        'stroke-width="1" stroke-linejoin="round"/>'
        f'<text y="9" font-size="20" text-anchor="middle" fill="{colour}" {FONT}>{sign}</text>'
        "</g></g>"
    )


def formatted(position: Position, form: str) -> str:
    """`f"{position:board}"` is the board drawn in text; without `board`, the canonical text."""
    if form != "board":
        return format(str(position), form)
    from .text_board import text  # noqa: PLC0415 - by rich, which a script may never need

    return text(position)


def show_in_notebooks() -> None:
    """Positions and records draw themselves in a notebook's cell, and positions where they are printed.

    The classes are below this module, so they are given their pictures here.
    """
    Position._repr_svg_ = svg  # type: ignore[attr-defined]
    Position.__format__ = formatted  # type: ignore[method-assign, assignment]
    Record._repr_html_ = html  # type: ignore[attr-defined]
