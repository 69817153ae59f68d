"""The statistics load quickly: neither scipy.stats nor scipy.optimize comes with them."""

import subprocess
import sys
from pathlib import Path

import lcexplore.stats

MODULES = sorted(path.stem for path in Path(lcexplore.stats.__file__).parent.glob("[a-z]*.py"))


def test_no_heavy_part_of_scipy_is_loaded():
    imports = "\n".join(f"import lcexplore.stats.{name}" for name in MODULES)
    heavy = "[m for m in ('scipy.stats', 'scipy.optimize', 'pandas') if m in sys.modules]"
    code = f"import sys\n{imports}\nassert not {heavy}, {heavy}"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
