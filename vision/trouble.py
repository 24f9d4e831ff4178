"""Why there is no picture. Says so without loading what pictures are made of."""

EYE_FAILS = "eye: "
"""How the report begins that there are pictures, but nobody can read them."""


class CameraTrouble(Exception):
    """No picture can be had. The message says what to check."""


class OutOfFrames(Exception):
    """A folder or clip has no more pictures: the ordinary end, not trouble."""
