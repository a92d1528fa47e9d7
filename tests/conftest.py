"""Property tests throw the same texts every time, and take the time they need; Ctrl-C is heard."""

import signal

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
