"""What the screens of a phase share: menu, title, prompt, banner and buttons around a main and a side part."""

from companion.screens.painting import Painted
from companion.screens.panels import StoneButton
from companion.screens.screen import Screen
from companion.screens.taps import Tappable
from companion.views.layout import Box
from companion.views.phase_layout import MAIN_SHARE, PhasePlan, arrange_phase

NOWHERE = Box(0, 0, 1, 1)


class PhaseScreen(Screen):
    """A screen with the ids menu, title, prompt and banner, and buttons from the view."""

    main_share = MAIN_SHARE

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buttons: list[StoneButton] = []

    def place_frame(self) -> PhasePlan | None:
        """Lay out everything around the main and the side part."""
        view, ids = self.view, self.ids
        if view is None or self.width < 2:
            return None
        size = int(self.width), int(self.height)
        plan = arrange_phase(*size, int(self.touch), banner=bool(view.banners), main_share=self.main_share)
        self.wall(plan.pixel)
        ids.menu.data = ("menu", "")
        ids.title.data, ids.prompt.data, ids.banner.data = (view.title, view.round), view.prompt, view.banners
        self.put(ids.menu, plan.menu, plan)
        self.put(ids.title, plan.title, plan)
        self.put(ids.prompt, plan.prompt, plan)
        self.put(ids.banner, plan.banner or NOWHERE, plan)
        self.buttons = self.enough(self.buttons, len(view.buttons), self._new_button, self)
        places = zip(self.buttons, view.buttons, plan.buttons, strict=True)
        for number, (button, (icon, label, action), box) in enumerate(places, start=1):
            button.data, button.action = (icon, label), action
            button.golden = number == len(view.buttons)
            self.put(button, box, plan)
        return plan

    def _new_button(self) -> StoneButton:
        button = StoneButton()
        button.bind(on_act=lambda _, action: self.dispatch("on_action", action))
        return button

    def frame_parts(self) -> list[Painted]:
        """The parts that draw text around main and side."""
        ids = self.ids
        return [ids.menu, ids.title, ids.prompt, ids.banner, *self.buttons]

    def frame_taps(self) -> list[Tappable]:
        """The buttons, the one to press first."""
        return [*reversed(self.buttons), self.ids.menu]
