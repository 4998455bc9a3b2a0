#!/bin/sh
# upgrade.sh: exchanges the servers of compose.yaml for those of the new image, one after the other, without an outage. Run it in the
# folder of the new version's compose.yaml, after "docker compose build", or after "docker compose pull" where a registry has the image.
set -eu
servers='casebook-1 casebook-2'
# haproxy notices a new address within 2 s, and that it serves within 1 s more.
seconds_until_used=6

run() { docker compose run --rm --no-deps --quiet-pull "$@"; }

run backup casebook-backup /backups 14
run casebook-1 casebook check
run casebook-1 casebook migrate
for server in $servers; do
  docker compose up --detach --no-deps --no-build "$server"
  tries=60
  until docker compose exec -T "$server" node -e \
    "fetch('http://127.0.0.1:4000/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || { echo "$server is not ready: docker compose logs $server. The other servers still run." >&2; exit 1; }
    sleep 2
  done
  sleep "$seconds_until_used"
  echo "$server runs the new version."
done
docker compose up --detach --no-deps --no-build backup
