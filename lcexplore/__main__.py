"""What does ``python -m lcexplore`` run? The command line."""

from lcexplore.cli import run

if __name__ == "__main__":
    run()
