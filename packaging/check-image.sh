#!/bin/sh
# check-image.sh FOLDER: the steps of the Dockerfile without Docker, in FOLDER (empty, 2 GB), then the server as the user
# "nobody" over a read-only root file system. Linux, as root, with Node 20+ and npm. Where Docker is, build the image instead.
# Needs at least DATABASE_URL, because the image has no PostgreSQL; in production (NODE_ENV) also PUBLIC_URL and OIDC_….
set -eu
if [ -z "${DATABASE_URL:-}" ]; then
  echo "check-image.sh: DATABASE_URL is missing. The server needs it, because the image has no PostgreSQL; further settings are in .env.example." >&2
  exit 2
fi
project=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
copy() {
  mkdir -p "$1"
  (cd "$project" && git ls-files -z --cached --others --exclude-standard | xargs -0 tar -cf - --ignore-failed-read) | tar -xf - -C "$1"
}

copy "$work/build"
(cd "$work/build" && npm ci --omit=dev --no-audit --no-fund --loglevel=error && node packaging/build.mjs)

copy "$work/packages"
(
  cd "$work/packages"
  npm ci --omit=dev --omit=optional --no-audit --no-fund --loglevel=error \
    --workspace=server --workspace=domain
  node --input-type=module -e "import { installNode } from './scripts/setup.mjs'; await installNode()"
  rm -rf node_modules/node/node_modules
)

image="$work/app"
mkdir -p "$image/web" "$work/data"
cp -a "$work/packages/node_modules" "$work/build/package.json" "$work/build/domain" "$work/build/server" "$image/"
cp -a "$work/build/web/dist" "$image/web/dist"
cp -a "$work/build/dist/schema.graphql" "$image/schema.graphql"
chown nobody "$work/data"
chmod 755 "$work"
du -sh "$image"

# Settings come from the environment; the defaults are for this test only.
# shellcheck disable=SC2016  # the inner shell expands it
exec unshare --mount sh -eu -c '
  mount --bind "$1/data" "$1/data"
  mount -o remount,bind,ro /
  cd "$1/app"
  if touch "$1/app/probe" 2>/dev/null; then echo "the root file system is not read-only" >&2; exit 1; fi
  exec setpriv --reuid nobody --regid nogroup --clear-groups --no-new-privs --inh-caps=-all \
    env HOME=/nonexistent DATA_DIR="$1/data" node_modules/node/bin/node server/src/main.ts
' sh "$work"
