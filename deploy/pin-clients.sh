#!/bin/sh
# Before the client libraries are published: puts the installers and the checksums of this release
# into the packages for npm and PyPI, whose command `axlens` uses them.
#
#   deploy/pin-clients.sh target/dist/SHA256SUMS
set -eu
if [ $# != 1 ] || [ ! -s "$1" ]; then
  echo "usage: deploy/pin-clients.sh target/dist/SHA256SUMS" >&2
  exit 2
fi
deploy=$(dirname "$0")
for folder in "$deploy/../clients/typescript/installer" \
  "$deploy/../clients/python/src/axlens/_installer"; do
  mkdir -p "$folder"
  cp "$deploy/install.sh" "$folder/install.sh"
  cp "$1" "$folder/SHA256SUMS"
done
cp "$deploy/install.ps1" "$deploy/../clients/typescript/installer/install.ps1"
