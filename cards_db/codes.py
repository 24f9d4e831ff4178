"""What is written on a sticker: ten characters of which the last four prove that the code is one of ours.

`LK` + four characters serial + four check characters, all but the prefix in Crockford's base 32 (no I, L, O, U, so that
a person can read a code aloud). Ten upper-case alphanumeric characters are exactly what QR version 1 holds at level H.
"""

from hashlib import blake2b

from engine.core.ids import Code

PREFIX = "LK"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SERIAL_CHARACTERS = 4
CHECK_CHARACTERS = 4
LENGTH = len(PREFIX) + SERIAL_CHARACTERS + CHECK_CHARACTERS
SERIALS = len(ALPHABET) ** SERIAL_CHARACTERS
"""How many serials there are; they count from 0."""

_PERSON = b"lairkeeper/1"
"""Part of every sticker ever printed: it never changes."""
_BITS = 5


def code_for(serial: int) -> Code:
    """The code with this serial."""
    if not 0 <= serial < SERIALS:
        raise ValueError(f"a serial runs from 0 to {SERIALS - 1}, not {serial}")
    head = PREFIX + _base32(serial, SERIAL_CHARACTERS)
    return Code(head + _check(head))


def is_well_formed(text: str) -> bool:
    """Whether a text read from a picture can be a sticker of ours. Foreign and damaged codes cannot."""
    if len(text) != LENGTH or not text.startswith(PREFIX) or not all(c in ALPHABET for c in text[len(PREFIX) :]):
        return False
    head = text[:-CHECK_CHARACTERS]
    return text == head + _check(head)


def serial_of(code: Code) -> int:
    """The serial of a well-formed code."""
    serial = 0
    for character in code[len(PREFIX) : -CHECK_CHARACTERS]:
        serial = serial * len(ALPHABET) + ALPHABET.index(character)
    return serial


def _check(head: str) -> str:
    """Four characters that follow from the rest; one of a million, so that chance does not find them."""
    digest = blake2b(head.encode("ascii"), digest_size=4, person=_PERSON).digest()
    return _base32(int.from_bytes(digest, "big") >> (32 - _BITS * CHECK_CHARACTERS), CHECK_CHARACTERS)


def _base32(number: int, width: int) -> str:
    return "".join(ALPHABET[number >> (_BITS * place) & 31] for place in reversed(range(width)))
