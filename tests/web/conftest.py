"""A server of one's own for each test, with its files in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kishi.web import make_app

ORIGIN = "http://127.0.0.1"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def client(home: Path) -> Iterator[TestClient]:
    with TestClient(make_app(), base_url=ORIGIN) as client:
        yield client
