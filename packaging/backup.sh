#!/bin/sh
# backup.sh FOLDER KEEP: one backup into FOLDER/DATE, checked; afterwards only the newest KEEP whole ones stay.
# Ends with another code than 0 when the backup is not whole: let whatever runs it say so.
set -eu
folder=$1
keep=$2
cd "$(dirname "$0")/.."
casebook() { node_modules/node/bin/node server/src/cli.ts "$@"; }

target="$folder/$(date -u +%Y-%m-%dT%H%M%SZ)"
casebook backup "$target"
casebook verify "$target"

# Only whole backups count, and only folders that are named as above are ever removed.
whole=$(find "$folder" -mindepth 2 -maxdepth 2 -name manifest.json -path "$folder/????-??-??T??????Z/*" | sort -r)
echo "$whole" | tail -n "+$((keep + 1))" | while read -r manifest; do
  if [ -n "$manifest" ]; then rm -r -- "$(dirname "$manifest")"; fi
done
