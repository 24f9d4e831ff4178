"""What a screen shows, as frozen data: pure functions of the game's state."""

from companion.views.table import TableView, VerdictLine, table_view

__all__ = ["TableView", "VerdictLine", "table_view"]
