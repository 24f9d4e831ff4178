"""Many games in one app: `python -m tests.long_evening`, explained in `tests/companion/many_games.py`.

Loads nothing by itself, like the command of the app: the process of the eye begins with this module too.
"""

import sys

if __name__ == "__main__":
    from tests.companion.many_games import main

    sys.exit(main())
