#!/bin/sh
# pin-images.sh: fetches each image that Dockerfile and compose.yaml name, and adds its digest there, so that the same bytes are
# built and run everywhere. Part of making a release; needs Docker and its hubs.
set -eu
cd "$(dirname "$0")/.."
# Images of this project have no version.
named() { sed -nE 's/^ARG [A-Z]+_IMAGE=([^@]+).*/\1/p; s/^ +image: (&[a-z]+ )?([^@*]+:[^@]+).*/\2/p' Dockerfile compose.yaml | sort -u; }
named | while read -r image; do
  docker pull --quiet "$image" > /dev/null
  digest=$(docker image inspect --format '{{index .RepoDigests 0}}' "$image")
  digest=${digest#*@}
  escaped=$(printf '%s' "$image" | sed 's/[.]/\\./g')
  sed -i -E "s#([= ])$escaped(@sha256:[0-9a-f]+)?\$#\\1$image@$digest#" Dockerfile compose.yaml
  echo "$image@$digest"
done
