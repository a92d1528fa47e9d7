"""What the server answers when it will not, or cannot, do what it is asked."""

import logging

from ..errors import BadInput, PlayerFailed, StoreFailed

LOG = logging.getLogger("kishi.web")


class Refusal(Exception):
    """An HTTP status of the 400s, or 503, and one clear line."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def unknown(what: str, id: object) -> Refusal:
    return Refusal(404, f"there is no {what} '{str(id)[:60]}'")


def refusal_of(failure: BaseException) -> Refusal:
    """Whatever went wrong, as what a page is told: what to do, and nothing of this machine."""
    if isinstance(failure, Refusal):
        return failure
    if isinstance(failure, BadInput):
        return Refusal(422, str(failure))
    known = _known(failure)
    if known is not None:
        return Refusal(503, known)
    LOG.error("a fault of kishi's", exc_info=failure)
    name = type(failure).__name__
    return Refusal(500, f"a fault of kishi's ({name}): the terminal that it runs in says more")


def _known(failure: BaseException) -> str | None:
    """What can happen to any program."""
    match failure:
        case StoreFailed():
            return failure.public
        case PlayerFailed():
            return str(failure)
        case OSError():
            return f"the disk reports: {failure.strerror or 'an error'}"
        case MemoryError():
            return "there is not enough memory for this"
    return None


def told(failure: BaseException) -> str:
    return refusal_of(failure).message
