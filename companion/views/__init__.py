"""What a screen shows, as frozen data: pure functions of the game's state."""

from companion.views.model import TableView, VerdictLine
from companion.views.table import table_view

__all__ = ["TableView", "VerdictLine", "table_view"]
