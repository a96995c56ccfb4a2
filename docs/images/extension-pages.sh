#!/usr/bin/env bash
# Makes the pictures of the extension's own pages (popup, options, first page, the window that asks,
# those in DevTools) and of the server's, light and dark; and a screenshot with marks, as an agent
# is given it. Needs what `cargo xtask test chain` needs, and `cargo xtask build` before.
#
#   docs/images/extension-pages.sh
set -euo pipefail
cd "$(dirname "$0")"
cargo run --quiet --package axlens-tests --bin pictures | while read -r name data; do
  base64 --decode <<<"$data" >"$name"
done
