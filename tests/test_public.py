"""The public face: what `import kishi` promises. A change here is a change of the promise."""

import kishi

PUBLIC = [
    "BadInput",
    "Choice",
    "End",
    "Game",
    "Limit",
    "Player",
    "PlayerFailed",
    "Position",
    "Record",
    "Referee",
    "Resign",
    "SearchControl",
    "SimplePlayer",
    "Spec",
    "TakeBack",
    "Tally",
    "Verdict",
    "Weights",
    "game",
    "games",
    "make_player",
    "parse_spec",
    "play_game",
    "random_games",
]


def test_the_public_names() -> None:
    assert kishi.__all__ == PUBLIC == sorted(PUBLIC)
    assert not [name for name in PUBLIC if not hasattr(kishi, name)]


def test_errors_are_siblings_of_built_in_ones() -> None:
    assert issubclass(kishi.BadInput, ValueError)
    assert issubclass(kishi.PlayerFailed, RuntimeError)
