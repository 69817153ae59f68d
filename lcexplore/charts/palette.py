"""Which colour means what? Apart from the drawing, which takes long to load."""

from dataclasses import asdict, dataclass

from lcexplore.model import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """One colour for each role; a role is always told by shape, dash or word as well.

    Attributes:
        baseline: The baseline arm (circle, solid line).
        candidate: The candidate arm (diamond, dashed line).
        agreed: What was agreed beforehand: margin, bar, the region that satisfies it.
        context: What is shown for contrast only.
        ink: The difference, zero, and text that counts.
        muted: Other text, still readable.
        surface: The page itself, for the inside of hollow marks.
        text_on_arm: Text on an arm's full colour.
    """

    baseline: str
    candidate: str
    agreed: str
    context: str
    ink: str
    muted: str
    surface: str
    text_on_arm: str

    def arm(self, role: Role) -> str:
        """Colour of the arm that plays ``role``."""
        return self.baseline if role is Role.BASELINE else self.candidate


LIGHT = Palette(
    baseline="#0072B2",
    candidate="#D55E00",
    agreed="#009E73",
    context="#767676",
    ink="#191919",
    muted="#595959",
    surface="#ffffff",
    text_on_arm="#ffffff",
)
DARK = Palette(
    baseline="#56B4E9",
    candidate="#E69F00",
    agreed="#2fbf95",
    context="#9a9a9a",
    ink="#f2f2f0",
    muted="#bdbdbd",
    surface="#171614",
    text_on_arm="#171614",
)


def recoloured(drawing: str, old: Palette, new: Palette) -> str:
    """Style rules that show a finished drawing's marks in another theme's colours.

    Its marks carry the colours as attributes: a rule for each gives the same role's colour.

    Args:
        drawing: Selector of the drawing.
        old: Colours it was made in.
        new: Colours it is to be shown in.
    """
    other = asdict(new)
    colours = {color: other[role] for role, color in asdict(old).items()}
    return " ".join(
        f'{drawing} [{where}="{color}"] {{ {where}: {shown}; }}'
        for color, shown in colours.items()
        for where in ("fill", "stroke")
    )
