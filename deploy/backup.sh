#!/bin/sh
# Dumps the database that PGHOST, PGUSER, PGDATABASE name into a folder: backup.sh FOLDER [DAYS]
# Once the dump is whole, those of its own that are older than so many days go; nothing else there is touched.
set -eu
umask 077
folder=${1:?name a folder} days=${2:-14}
dump=$folder/pitboss-$(date -u +%Y%m%d-%H%M%S).dump
trap 'rm -f "$dump.part"' EXIT
pg_dump --format=custom --file="$dump.part"
pg_restore --list "$dump.part" >/dev/null
mv "$dump.part" "$dump"
digits='[0-9][0-9][0-9][0-9][0-9][0-9]'
find "$folder" -maxdepth 1 -type f -name "pitboss-[0-9][0-9]$digits-$digits.dump" -mtime "+$days" -exec rm -f {} +
echo "Backed up to $dump."
