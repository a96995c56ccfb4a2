#!/usr/bin/env bash
# Makes the images of the extension pages (popup, options, onboarding, consent window, DevTools) and
# of the dashboard, light and dark, and a screenshot with marks as an agent receives it. Needs what
# `cargo xtask test browser` needs, and `cargo xtask build` before.
#
#   docs/images/extension-pages.sh
set -euo pipefail
cd "$(dirname "$0")"
cargo run --quiet --package axlens-bench --bin page_screenshots | while read -r name data; do
  base64 --decode <<<"$data" >"$name"
done
