"""python -m casebook_client update-export FOLDER --site S [--study ID] ...: for cron and other schedulers."""

from __future__ import annotations

import argparse
import sys

from .client import Casebook, CasebookError


def main() -> int:
    """Runs the command. Returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m casebook_client")
    commands = parser.add_subparsers(required=True)
    update = commands.add_parser(
        "update-export", help="brings a folder to the state of a new export, and fetches only what changed"
    )
    update.add_argument("folder")
    update.add_argument("--site", required=True)
    update.add_argument("--study")
    update.add_argument("--no-files", action="store_true")
    update.add_argument("--no-history", action="store_true")
    for flag in ("closed-only", "deleted", "deidentified", "bids", "parquet", "redcap", "segments"):
        update.add_argument(f"--{flag}", action="store_true")
    update.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    try:
        done = Casebook().update_export(
            given.folder,
            given.site,
            given.study,
            files_too=not given.no_files,
            history=not given.no_history,
            closed_only=given.closed_only,
            deleted=given.deleted,
            deidentified=given.deidentified,
            bids=given.bids,
            parquet=given.parquet,
            redcap=given.redcap,
            segments=given.segments,
            seed=given.seed,
        )
    except (CasebookError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{len(done['fetched'])} of {done['entries']} entries fetched, {len(done['removed'])} removed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
