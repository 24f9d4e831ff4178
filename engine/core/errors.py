"""What can go wrong in the engine.

LairkeeperError
+-- CardDataError     a card file is wrong; for authors: names file, card and key
+-- IllegalCommand    the game does not allow this now; for players: the reason is a phrase key
"""


class LairkeeperError(Exception):
    """The root of all errors that we raise on purpose."""


class CardDataError(LairkeeperError):
    """A card file cannot be used. Says which file, which card and which key."""

    def __init__(self, message: str, *, file: str = "", card: str = "", key: str = "") -> None:
        self.file, self.card, self.key = file, card, key
        where = ", ".join(
            f"{label} {value}" for label, value in (("file", file), ("card", card), ("key", key)) if value
        )
        super().__init__(f"{where}: {message}" if where else message)


class IllegalCommand(LairkeeperError):
    """The command does not fit the state. `reason` is a phrase key, so that it can be spoken."""

    def __init__(self, reason: str, rule: str = "") -> None:
        self.reason, self.rule = reason, rule
        super().__init__(f"{reason} ({rule})" if rule else reason)


def require(condition: bool, reason: str, rule: str = "") -> None:
    """Refuse a command whose condition does not hold."""
    if not condition:
        raise IllegalCommand(reason, rule)
