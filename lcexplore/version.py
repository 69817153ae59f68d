"""The version of the installed package, in one place."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("lcexplore")
except PackageNotFoundError:  # a checkout that was never installed
    VERSION = "0+checkout"
