"""A position as an SVG picture: for notebooks, reports and the web. Nothing here knows a rule."""

from collections.abc import Callable
from html import escape

from .core import Game, Move, Position, Record

CELL = 40
EDGE = 24  # around the board, for coordinates
HAND = 46  # above and below, for pieces in hand
COLUMNS = "abcdefghijklmnopqrst"
KANJI = {
    "P": "歩", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
    "+P": "と", "+S": "全", "+B": "馬", "+R": "龍",
}  # fmt: skip
FONT = "font-family=\"'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho',serif\""
LABEL = 'font-family="sans-serif" font-size="12" text-anchor="middle" fill="#665c4a"'
DEFS = (
    '<defs><radialGradient id="k" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#5b5b5b"/>'
    '<stop offset="1" stop-color="#0c0c0c"/></radialGradient>'
    '<radialGradient id="w" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#fff"/>'
    '<stop offset="1" stop-color="#cfcfc8"/></radialGradient></defs>'
)


def svg(position: Position, last_move: Move | None = None) -> str:
    """The position as an SVG image, the last move marked."""
    return PAINTERS[position.game.family](position, last_move)


def html(record: Record) -> str:
    """The record as HTML: its last position, who plays, the moves and the result."""
    last = record.moves[-1] if record.moves else None
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
        + "".join([DEFS, *parts])
        + "</svg>"
    )


def _labels(of: Game, top: float, rows: list[str], columns: str) -> list[str]:
    size = of.shape[2]
    middle = EDGE + CELL / 2
    across = [
        f'<text x="{middle + CELL * i:g}" y="{top + EDGE - 8:g}" {LABEL}>{c}</text>'
        for i, c in enumerate(columns[:size])
    ]
    down = [
        f'<text x="{EDGE / 2:g}" y="{top + middle + CELL * i + 4:g}" {LABEL}>{name}</text>'
        for i, name in enumerate(rows)
    ]
    return across + down


def _centre(cell: int, size: int, top: float = 0) -> tuple[float, float]:
    row, column = divmod(cell, size)
    return EDGE + CELL * (column + 0.5), top + EDGE + CELL * (row + 0.5)


def _stone(x: float, y: float, side: str, radius: float) -> str:
    fill = "url(#k)" if side in "xX" else "url(#w)"
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" '
        f'stroke="#00000055" stroke-width=".7"/>'
    )


def _othello(position: Position, last: Move | None) -> str:
    of, size = position.game, position.game.shape[2]
    board = CELL * size
    parts = [f'<rect x="{EDGE}" y="{EDGE}" width="{board}" height="{board}" fill="#1b7a43"/>']
    lines = "".join(
        f"M{EDGE + CELL * i} {EDGE}v{board}M{EDGE} {EDGE + CELL * i}h{board}"
        for i in range(size + 1)
    )
    parts.append(f'<path d="{lines}" stroke="#0d4526" stroke-width="1.2" fill="none"/>')
    if size == 8:
        dots = [(EDGE + CELL * x, EDGE + CELL * y) for x in (2, 6) for y in (2, 6)]
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="#0d4526"/>' for x, y in dots]
    for cell, side in enumerate(position.picture()[0]):
        if side:
            parts.append(_stone(*_centre(cell, size), side, CELL * 0.42))
    if last is not None and last < size * size:
        x, y = _centre(last, size)
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="#e4572e"/>')
    parts += _labels(of, 0, [str(i + 1) for i in range(size)], COLUMNS)
    return _image(board + 2 * EDGE, board + 2 * EDGE, parts, f"{of.name}: {position}")


def _gomoku(position: Position, last: Move | None) -> str:
    of, size = position.game, position.game.shape[2]
    board, begin = CELL * size, EDGE + CELL / 2
    parts = [
        f'<rect x="{EDGE}" y="{EDGE}" width="{board}" height="{board}" rx="4" fill="#e3b778"/>'
    ]
    span = CELL * (size - 1)
    lines = "".join(
        f"M{begin + CELL * i:g} {begin:g}v{span}M{begin:g} {begin + CELL * i:g}h{span}"
        for i in range(size)
    )
    parts.append(f'<path d="{lines}" stroke="#6b4a1f" stroke-width="1" fill="none"/>')
    near = 3 if size >= 11 else 2
    stars = {near, size - 1 - near} if size >= 7 else set()
    dots = [(x, y) for x in stars for y in stars] + ([(size // 2, size // 2)] if size % 2 else [])
    parts += [
        f'<circle cx="{begin + CELL * column:g}" cy="{begin + CELL * row:g}" r="3" fill="#6b4a1f"/>'
        for column, row in sorted(dots)
    ]
    for cell, side in enumerate(position.picture()[0]):
        if side:
            parts.append(_stone(*_centre(cell, size), side, CELL * 0.45))
    if last is not None:
        x, y = _centre(last, size)
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="#e4572e"/>')
    parts += _labels(of, 0, [str(size - i) for i in range(size)], COLUMNS)
    return _image(board + 2 * EDGE, board + 2 * EDGE, parts, f"{of.name}: {position}")


def _minishogi(position: Position, last: Move | None) -> str:
    of, size = position.game, 5
    board, top = CELL * size, HAND
    cells, *hands = position.picture()
    parts = [f'<rect x="{EDGE}" y="{top + EDGE}" width="{board}" height="{board}" fill="#f0cf95"/>']
    if last is not None:
        for cell in (c for c in of.path(last) if 0 <= c < size * size):
            x, y = _centre(cell, size, top)
            half = CELL / 2
            parts.append(
                f'<rect x="{x - half:g}" y="{y - half:g}" width="{CELL}" height="{CELL}" '
                'fill="#e4572e" fill-opacity=".28"/>'
            )
    lines = "".join(
        f"M{EDGE + CELL * i} {top + EDGE}v{board}M{EDGE} {top + EDGE + CELL * i}h{board}"
        for i in range(size + 1)
    )
    parts.append(f'<path d="{lines}" stroke="#5f4520" stroke-width="1" fill="none"/>')
    for cell, piece in enumerate(cells):
        if piece:
            parts.append(_piece(*_centre(cell, size, top), piece))
    below = top + board + 2 * EDGE
    for hand, y, step, x in (
        (hands[1], HAND / 2, -1, EDGE + board - CELL / 2),
        (hands[0], below + HAND / 2 - 6, 1, EDGE + CELL / 2),
    ):
        parts += [_piece(x + step * CELL * 0.95 * i, y, p) for i, p in enumerate(hand)]
    parts += _labels(of, top, list("abcde"), "54321")
    return _image(board + 2 * EDGE, below + HAND, parts, f"{of.name}: {position}")


def _piece(x: float, y: float, piece: str) -> str:
    """A pentagon that points forward; promoted pieces are red."""
    kind = piece.upper()
    colour = "#b3261e" if kind.startswith("+") else "#1d1206"
    turned = ' transform="rotate(180)"' if piece.islower() else ""
    return (
        f'<g transform="translate({x:g} {y:g})"><g{turned}>'
        '<path d="M0-17L10.5-12.5L14 16H-14L-10.5-12.5Z" fill="#fbe6b5" stroke="#8a642c" '
        'stroke-width="1" stroke-linejoin="round"/>'
        f'<text y="9" font-size="20" text-anchor="middle" fill="{colour}" {FONT}>'
        f"{KANJI[kind]}</text>"
        "</g></g>"
    )


PAINTERS: dict[str, Callable[[Position, Move | None], str]] = {
    "othello": _othello,
    "gomoku": _gomoku,
    "minishogi": _minishogi,
}


def show_in_notebooks() -> None:
    """Positions and records draw themselves in a notebook's cell.

    The classes are below this module, so they are given their pictures here.
    """
    Position._repr_svg_ = svg  # type: ignore[attr-defined]
    Record._repr_html_ = html  # type: ignore[attr-defined]
