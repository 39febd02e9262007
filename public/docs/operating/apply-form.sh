#!/bin/sh
# /usr/local/sbin/apply-form: runs a command with the service's user, settings, keys and store. Run it as root:
# `apply-form attention`, `apply-form probe`, `apply-form backup --to DIR`.
# With several processes it asks the one at port 3001; `PORT=3002 apply-form …` asks the second.
set -eu
here=/etc/apply-form
cd /opt/apply-form
if test -f "$here/store"
then
  store="APPLY_STORE_FILE=$here/store"
  export PORT="${PORT:-3001}"
else store=APPLY_STORE=file:/var/lib/apply-form/apply.db
fi
# Without the public address a command asks the server directly instead of through the gateway.
exec runuser -u apply-form -- env APPLY_PUBLIC_URL= "$store" \
  APPLY_SECRET_FILE="$here/secret" APPLY_ADMIN_KEY_FILE="$here/admin-key" APPLY_SERVICE_KEY_FILE="$here/service-key" \
  node --env-file="$here/environment" node_modules/.bin/apply-form-server "$@"
