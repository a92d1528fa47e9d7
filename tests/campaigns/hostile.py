"""Files of 4 MB made to eat memory: what each reader takes at most, in a process of its own.

python tests/campaigns/hostile.py          # every file to its reader
python tests/campaigns/hostile.py json     # those of one format

A file may be refused; the process may never hold more than 200 MB.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from kishi.errors import BadInput
from kishi.formats import read

SIZE = 4_000_000
MOST_MEGABYTES = 200
OTHELLO_SGF, GOMOKU_SGF = b"(;GM[2]SZ[8]", b"(;GM[4]SZ[15]"
GGF = b"(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]"
KIF = "手合割：5五将棋\n".encode()
CSA = b"V2.2\nPI\n+\n"
JSON = b'{"game": "othello", "moves": '


class Filled(NamedTuple):
    """A file of the whole size: the unit as often as there is room."""

    head: bytes
    unit: bytes
    tail: bytes = b""

    def data(self) -> bytes:
        times = (SIZE - len(self.head) - len(self.tail)) // len(self.unit)
        if b"%" not in self.unit:
            return self.head + self.unit * times + self.tail
        return self.head + b"".join(self.unit % n for n in range(times // 2)) + self.tail


FILES: dict[str, dict[str, Filled]] = {
    "sgf": {
        "variations": Filled(OTHELLO_SGF, b"(;B[f5])", b")"),
        "deep": Filled(OTHELLO_SGF, b"("),
        "nodes": Filled(OTHELLO_SGF, b";", b")"),
        "moves": Filled(GOMOKU_SGF, b"B[]", b")"),
        "values": Filled(GOMOKU_SGF + b"AB", b"[]", b")"),
        "points": Filled(GOMOKU_SGF + b"AB", b"[aa]", b")"),
        "unknown properties": Filled(GOMOKU_SGF, b"X[]", b")"),
        "one value": Filled(GOMOKU_SGF + b"C[", b"x", b"])"),
        "escapes": Filled(GOMOKU_SGF + b"PB[", b"\\x", b"])"),
        "one name": Filled(GOMOKU_SGF, b"X", b"[])"),
        "no end": Filled(GOMOKU_SGF + b"C[", b"x"),
        "games": Filled(b"", b"(;GM[4])"),
        "wide signs": Filled(GOMOKU_SGF + b"C[", "\U0001f600".encode(), b"])"),
    },
    "ggf": {
        "moves": Filled(GGF, b"B[]", b";)"),
        "values": Filled(GGF + b"B", b"[]", b";)"),
        "one value": Filled(GGF + b"PB[", b"x", b"];)"),
        "slashes": Filled(GGF + b"B[", b"/", b"];)"),
        "spaces": Filled(b"(;GM[Othello]BO[8 ", b" -", b"];)"),
    },
    "psq": {
        "moves": Filled(b"Piskvorky 15x15, 11:11, 0\n", b"1,1,0\n"),
        "empty lines": Filled(b"Piskvorky 15x15, 11:11, 0\n", b"\n"),
        "names": Filled(b"Piskvorky 15x15, 11:11, 0\n", b"x\n"),
        "numbers": Filled(b"Piskvorky 15x15, 11:11, 0\n", b"-1\n"),
        "one line": Filled(b"Piskvorky ", b"x"),
    },
    "json": {
        "moves": Filled(JSON + b"[", b"0,", b"0]}"),
        "large moves": Filled(JSON + b"[", b"1000,", b"0]}"),
        "lists": Filled(JSON + b"[", b"[],", b"0]}"),
        "objects": Filled(JSON + b"[", b"{},", b"0]}"),
        "fractions": Filled(JSON + b"[", b"1.5,", b"0]}"),
        "deep": Filled(JSON, b"["),
        "deep objects": Filled(b"", b'{"":'),
        "keys": Filled(JSON + b"{", b'"%d":0,', b'"":0}}'),
        "thoughts": Filled(JSON + b'[], "thoughts": [', b"null,", b"0]}"),
        "start": Filled(b'{"game": "othello", "moves": [], "start": "', b"x", b'"}'),
        "records": Filled(b"", b'{"game":"othello","moves":[]}\n'),
        "escapes": Filled(b'{"game": "', b"\\n", b'", "moves": []}'),
        "one number": Filled(JSON, b"9", b"}"),
    },
    "kif": {
        "moves": Filled(KIF, "1 同歩(54)\n".encode()),
        "headings": Filled(KIF, "先手：x\n".encode()),
        "rows": Filled(KIF, b"|\n"),
        "hands": Filled(KIF + "先手の持駒：".encode(), "歩 ".encode(), b"\n"),
        "variations": Filled(KIF, "変化：\n".encode()),
        "comments": Filled(KIF, b"*\n"),
        "empty lines": Filled(KIF, b"\n"),
        "to and fro": Filled(KIF, "1 １四玉(15)\n2 ５二玉(51)\n3 １五玉(14)\n4 ５一玉(52)\n".encode()),
    },
    "csa": {
        "moves": Filled(CSA, b"+5554OU\n"),
        "commas": Filled(CSA, b","),
        "comments": Filled(CSA, b"'\n"),
        "empty lines": Filled(CSA, b"\n"),
        "times": Filled(CSA, b"T1\n"),
        "placed": Filled(b"V2.2\n", b"P+11FU\n"),
        "names": Filled(b"V2.2\n", b"N+x\n"),
        "to and fro": Filled(CSA, b"+1514OU\n-5152OU\n+1415OU\n-5251OU\n"),
    },
    "usi": {
        "moves": Filled(b"position startpos moves ", b"1e1d "),
        "short words": Filled(b"position startpos moves ", b"x "),
        "to and fro": Filled(b"position startpos moves ", b"1e1d 5a5b 1d1e 5b5a "),
        "spaces": Filled(b"position startpos", b" "),
        "lines": Filled(b"startpos\n", b"\n"),
        "sfen": Filled(b"sfen ", b"+"),
    },
    "obf": {
        "scores": Filled(b"-" * 27 + b"OX------XO" + b"-" * 27 + b" X;", b"a1:1;"),
        "semicolons": Filled(b"-" * 27 + b"OX------XO" + b"-" * 27 + b" X;", b";"),
        "squares": Filled(b"-" * 64 + b" X;\n", b"-"),
    },
    "transcript": {
        "moves": Filled(b"f5d6", b"c3"),
        "passes": Filled(b"f5d6", b"pa"),
        "noise": Filled(b"f5d6", b"-"),
        "lines": Filled(b"f5d6\n", b"f5\n"),
    },
    "wthor": {"zeros": Filled(bytes(4) + b"\xff\xff\xff\x0f" + bytes(8), bytes(68))},
    "games": {
        "empty": Filled(b'kishi games 2\n{"game": "othello", "games": 1000000}\n', bytes(4)),
        "one": Filled(b'kishi games 2\n{"game": "othello", "games": 1}\n\x00\x00\x3c\x00', b"\0"),
        "ones": Filled(b'kishi games 2\n{"game": "gomoku", "games": 1}\n\x00\x00\x3c\x00', b"\1"),
        "head": Filled(b'kishi games 2\n{"game": "othello", "games": 1, "x": [', b"[],"),
    },
}  # fmt: skip


def take(format: str, name: str) -> None:
    """In the process that is measured: read the file, and say what that took."""
    data = FILES[format][name].data()
    before, began = _megabytes(), time.process_time()
    problems = 0

    def skip(_: str) -> None:
        nonlocal problems
        problems += 1

    told = ""
    try:
        for _ in read(data, format=format, note=lambda _: None, skipped=skip):
            pass
    except BadInput as wrong:
        told = str(wrong)
    print(json.dumps({"megabytes": _megabytes(), "before": before, "told": told[:100],
                      "skipped": problems, "seconds": time.process_time() - began}))  # fmt: skip


def _megabytes() -> float:
    """The most that this program has held; getrusage counts what its parent held when it was forked."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def measured(format: str, name: str) -> dict[str, float]:
    command = [sys.executable, str(Path(__file__)), "take", format, name]
    found: dict[str, float] = json.loads(subprocess.check_output(command, text=True))
    return found


def campaign(formats: list[str]) -> float:
    """The most that any of them took."""
    most = 0.0
    for format in formats:
        for name in FILES[format]:
            found = measured(format, name)
            most = max(most, found["megabytes"])
            print(f"{format}, {name}: {found['megabytes']:.0f} MB (before it {found['before']:.0f}), "
                  f"{found['seconds']:.1f} s, {found['skipped']} games skipped, {found['told']!r}",
                  flush=True)  # fmt: skip
    return most


if __name__ == "__main__":
    if sys.argv[1:2] == ["take"]:
        take(*sys.argv[2:4])
    else:
        worst = campaign(sys.argv[1:] or list(FILES))
        print(f"at most {worst:.0f} MB")
        sys.exit(worst > MOST_MEGABYTES)
