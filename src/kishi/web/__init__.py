"""The web app: play, review and compare in the browser, and the JSON behind it."""

from .app import make_app

__all__ = ["make_app"]
