#!/bin/sh
# Makes the random secrets for compose.yaml in deploy/secrets, and the folder deploy/keys for the
# image's user. Keeps existing files. Run it as root. Only the owner can enter the folders; the
# files are readable, because each container has its own user.
set -eu
umask 022
cd "$(dirname "$0")"
mkdir -p secrets keys
chown 10001:10001 keys
chmod 700 secrets keys
cd secrets
chance() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
once() { [ -e "$1" ] || cat >"$1"; }
chance | tr '+/' '-_' | tr -d = | once database-owner-password
chance | tr '+/' '-_' | tr -d = | once database-password
chance | tr '+/' '-_' | tr -d = | once files-secret
chance | once master-key
printf 'postgres://sandali_owner:%s@database:5432/sandali' "$(cat database-owner-password)" | once database-owner-url
printf 'postgres://sandali_api:%s@database:5432/sandali' "$(cat database-password)" | once database-url
for name in xendit-api-key xendit-callback-token semaphore-api-key; do
  [ -s "$name" ] || echo "Write deploy/secrets/$name." >&2
done
