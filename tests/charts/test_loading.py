"""A chart is drawn while another thread loads pandas, as the app does after its first page."""

import subprocess
import sys

DRAWN = """
import importlib, sys, threading, time
import altair, numpy
other = threading.Thread(target=importlib.import_module, args=("pandas",))
other.start()
while "pandas" not in sys.modules:
    time.sleep(0.0005)
assert not hasattr(sys.modules["pandas"], "Timestamp"), "it was loaded before a chart could be made"
from tests.charts import specs
from lcexplore.charts import kept, ranked
from lcexplore.model import Role
line = ranked.Line(role=Role.BASELINE, name="a", rank=[50, 100], seconds=[1, 2], p95=2)
chart = ranked.ranked([line], misses=None, agreed=None, palette=specs.PALETTE)
print(len(kept.spec(chart)["layer"]) > 1)
other.join()
"""


def test_a_chart_is_whole_while_pandas_is_being_loaded():
    found = subprocess.run([sys.executable, "-c", DRAWN], capture_output=True, text=True)
    assert (found.stdout, found.stderr) == ("True\n", "")
