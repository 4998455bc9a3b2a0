#!/bin/sh
# Runs once, when the database container creates its cluster: creates the role that the servers sign in as. The owner's
# migrations then grant it casebook_runtime, which can't change the history.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -v password="$CASEBOOK_DB_PASSWORD" <<'SQL'
create role casebook_app login password :'password';
revoke all on database casebook from public;
grant connect on database casebook to casebook_app;
SQL
