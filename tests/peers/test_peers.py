"""Whole games against programs that nobody here wrote: `make peers` installs them and runs this."""

import os
import shutil

import pytest

from kishi import Limit, Referee, Verdict, game, make_player, play_game
from kishi.arena.compliance import check

WHERE = f"{os.environ.get('PATH', '')}:/usr/games"
# Protocol, program, game, and what `kishi check` is known to find wrong with it.
PEERS = [
    ("usi", "fairy-stockfish", "minishogi", ""),
    ("uci", "fairy-stockfish", "minishogi", ""),
    ("gtp", "gtp-rhino", "othello", "refuses 'play "),  # it takes passes for granted
]


def path_of(program: str) -> str:
    found = shutil.which(program, path=WHERE)
    assert found, f"{program} is not installed; `make peers` does that on Debian"
    return found


@pytest.mark.parametrize(("protocol", "program", "name", "wrong"), PEERS)
@pytest.mark.parametrize("first", [True, False])
def test_a_whole_game(protocol: str, program: str, name: str, wrong: str, first: bool) -> None:
    of = game(name)
    theirs = make_player(of, f"{protocol}:{path_of(program)}")
    ours = make_player(of, "search:nodes=2000,hash=1")
    referee = Referee(of, limit=Limit(seconds=0.2), margin=1.0, most_plies=200)
    try:
        record = play_game(*((theirs, ours) if first else (ours, theirs)), referee)
    finally:
        theirs.close()
    assert record.verdict is not Verdict.RUNNING
    assert record.end is None or record.end.reason in ("resigned", "too long"), record.end


@pytest.mark.parametrize(("protocol", "program", "name", "wrong"), PEERS)
def test_check(protocol: str, program: str, name: str, wrong: str) -> None:
    found = [f for f in check(protocol, path_of(program), game(name)) if f.wrong]
    assert all(wrong and (f.wrong or "").startswith(wrong) for f in found), found
