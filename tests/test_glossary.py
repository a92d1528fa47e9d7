"""The glossary: every term that the project relies on is there, in every language, in one sentence."""

import re

import pytest

from test_layers import REPOSITORY

PAGE = (REPOSITORY / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRY = re.compile(r"^- \*\*(.+?)\*\* · (.+?) · ([^·:]+?)(?: · ([^·:]+?))?: (.+)$")
TERMS = [
    "alpha-beta", "blob", "bundled", "candidate", "check and threat information", "checkpoint", "chunk",
    "CMA-ES", "crosstable", "draw contempt", "drop", "Elo", "engine", "epoch", "epsilon-greedy",
    "evaluation", "evaluation match", "genetic algorithm (GA)", "gote", "GTP", "Gumbel", "int8",
    "iterative deepening", "late move reductions (LMR)", "learning rate", "LLR", "logit", "loss",
    "message", "minimax", "Monte-Carlo tree search (MCTS)", "move ordering", "NNUE", "node", "null move",
    "opening", "parameters", "particle swarm optimisation (PSO)", "pattern", "pattern instance",
    "pentanomial", "perft", "player", "playout", "playout cap randomisation", "ply", "policy",
    "principal variation", "prior", "PUCT", "quantisation", "quiescence search", "quiet move",
    "random opponents", "ReLU", "renju", "repetition", "replay buffer", "result", "rollout", "run",
    "sample reuse", "search control", "search info", "self-play", "sente", "SFEN",
    "short-term value target", "simulation", "solver", "solver's answer", "SPRT", "SPSA", "swap2",
    "symmetric index", "temporal differences (TD)", "training context", "transposition table", "UCT",
    "USI", "value", "value map", "value network", "VCF", "VCT", "visit", "weights", "WTHOR",
]  # fmt: skip


def entries() -> dict[str, tuple[str, str, str, str]]:
    """By term: the Japanese and the Chinese one, simplified and traditional, and what it is."""
    page = PAGE.replace("\n  ", " ")
    found = [match.groups() for line in page.splitlines() if (match := ENTRY.match(line))]
    return {
        term: (ja, zh, hant or zh, text)
        for terms, ja, zh, hant, text in found
        for term in terms.split(", ")
    }


@pytest.mark.parametrize("term", TERMS)
def test_the_term_is_there(term: str) -> None:
    ja, zh, hant, text = entries()[term]
    assert all(said.strip() for said in (ja, zh, hant))
    assert re.fullmatch(r"[A-Z0-9].+\.", text)  # a sentence


def test_every_entry_is_read_and_listed() -> None:
    assert PAGE.count("\n- **") == len({texts for *_, texts in entries().values()})
    assert set(TERMS) <= set(entries())


def test_terms_are_in_the_scripts_of_their_languages() -> None:
    names = {"UCB1", "UCT", "PUCT", "SFEN"}  # which nobody translates
    for term, (ja, zh, hant, _) in entries().items():
        if term not in names:
            assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]|NNUE|SGF|epsilon|ε", ja), term
            assert re.search(r"[\u4e00-\u9fff]|Gumbel", zh), term
            assert re.search(r"[\u4e00-\u9fff]|Gumbel|ε", hant), term


def test_traditional_terms_are_told_only_where_they_differ() -> None:
    page = PAGE.replace("\n  ", " ")
    for match in filter(None, map(ENTRY.match, page.splitlines())):
        term, _, zh, hant, _ = match.groups()
        assert zh != hant, term
        re.sub(r"[^\u4e00-\u9fff]", "", hant or zh).encode("big5")  # has no simplified characters


def test_lines_are_short() -> None:
    assert max(map(len, PAGE.splitlines())) <= 120
