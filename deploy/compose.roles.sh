#!/bin/sh
# Runs once, when the database of compose.yaml is made: the serving role and its password.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/database-password)" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role sandali_api login password :'password';
SQL
