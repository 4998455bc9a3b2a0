#!/bin/sh
# backup.sh FOLDER KEEP: makes and verifies one backup in FOLDER/DATE, then deletes all but the newest KEEP complete ones.
# Exits with a non-zero status if the backup is incomplete, so that the caller can report it.
set -eu
folder=$1
keep=$2
cd "$(dirname "$0")"
# In the image, this file is beside the program.
if [ ! -d server ]; then cd ..; fi
casebook() { node_modules/node/bin/node server/src/cli.ts "$@"; }

target="$folder/$(date -u +%Y-%m-%dT%H%M%SZ)"
casebook backup "$target"
casebook verify "$target" --record

# Only complete backups count. Only folders named as above are ever deleted.
whole=$(find "$folder" -mindepth 2 -maxdepth 2 -name manifest.json -path "$folder/????-??-??T??????Z/*" | sort -r)
echo "$whole" | tail -n "+$((keep + 1))" | while read -r manifest; do
  if [ -n "$manifest" ]; then rm -r -- "$(dirname "$manifest")"; fi
done
