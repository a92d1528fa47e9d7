"""Property tests throw the same texts every time, and take the time they need; Ctrl-C is heard.

Whoever runs the tests keeps their own games and weights: the tests have a home of their own.
"""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "kishi",
    derandomize=True,  # a commit that changed nothing must not turn red
    deadline=None,
    database=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.too_slow],  # the sanitized build is
)
settings.load_profile("kishi")

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would all they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def home_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["KISHI_HOME"] = str(tmp_path_factory.mktemp("home"))
    os.environ["LC_ALL"] = "C.UTF-8"  # texts are English, whoever runs the tests
