"""What the server answers when it will not do what it is asked."""


class Refusal(Exception):
    """An HTTP status of the 400s and one clear line."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def unknown(what: str, id: object) -> Refusal:
    return Refusal(404, f"there is no {what} '{str(id)[:60]}'")
