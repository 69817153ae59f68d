"""Label: what do people say of the answers, blind to arm and grader?"""

from lcexplore.report.sentences import label
from lcexplore.ui import adjudicating, drawing, label_sheets, labelling, load, parts

# Load
draws = labelling.labelling().draws()
draw, labeller = labelling.chosen(draws)
standing = None if draw is None else labelling.labelling().standing(draw)

# Draw
if draw is None or standing is None or not (standing.finished or labeller in standing.people):
    parts.plain_head(label.QUESTION, label.start_lead(draws, load.imports()))
    labelling.start(draws)
    drawing.form(load.entries(), expanded=not draws)
    parts.small(load.version_line())
elif standing.finished:
    parts.plain_head(label.QUESTION, label.finished_lead(standing))
    adjudicating.results(draw, standing)
    labelling.foot(draw)
else:
    parts.plain_head(label.QUESTION, label.lead(standing, labeller))
    if standing.done_by(labeller):
        labelling.waiting(draw, standing, labeller)
    else:
        labelling.one(draw, standing, labeller)
    label_sheets.elsewhere(draw, labeller)
    labelling.foot(draw)
