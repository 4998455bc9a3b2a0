#!/bin/sh
# As the entrypoint of the official image, as far as compose.yaml uses it: makes the cluster, the user and the database, and runs the
# scripts of /docker-entrypoint-initdb.d once.
set -eu
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
data=/var/lib/postgresql/data
as() { setpriv --reuid postgres --regid postgres --init-groups env PATH="$PATH" "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 700 "$data"
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  chmod 644 /tmp/password
  # shellcheck disable=SC2086  # several options
  as initdb --username "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256 ${POSTGRES_INITDB_ARGS:-} "$data"
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  as pg_ctl -D "$data" -o "-c listen_addresses=''" -w start
  as createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*.sh; do as env POSTGRES_USER="$POSTGRES_USER" sh "$script"; done
  as pg_ctl -D "$data" -w stop
fi
exec setpriv --reuid postgres --regid postgres --init-groups env PATH="$PATH" postgres -D "$data" -c listen_addresses='*'
