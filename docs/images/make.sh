#!/usr/bin/env bash
# Makes page-and-snapshot.png: the page orders.html as Chromium shows it, next to the snapshot
# that Axlens takes of it. Needs Chromium (AXLENS_CHROMIUM, else `chromium`) and what
# `cargo xtask run` needs.
#
#   docs/images/make.sh
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# shot URL FILE WIDTH HEIGHT
shot() {
  "${AXLENS_CHROMIUM:-chromium}" --headless --no-sandbox --hide-scrollbars \
    --user-data-dir="$folder/profile" --allow-file-access-from-files \
    --window-size="$3,$4" --screenshot="$2" "$1" 2>"$folder/chromium.log"
}

# What `cargo xtask run` prints between an empty line and how to connect is the snapshot.
cargo xtask run --once "$here/orders.html" |
  sed -n '/^document /,/^$/{/./p}' >"$folder/snapshot.txt"
shot "file://$here/orders.html" "$folder/page.png" 560 420

{
  cat <<'HEAD'
<!doctype html><meta charset="utf-8">
<style>
  body { margin: 0; display: flex; align-items: flex-start; gap: 20px; padding: 20px; background: #eef1f6; }
  img { border: 1px solid #cfd6e2; border-radius: 8px; }
  pre { margin: 0; flex: 1; padding: 14px 18px; border-radius: 8px; background: #1d2433; color: #e6ebf5;
        font: 13px/1.42 "DejaVu Sans Mono", monospace; }
  b { color: #ffcf6b; font-weight: normal; }
</style>
<img src="page.png"><pre>
HEAD
  sed -e 's/&/\&amp;/g; s/</\&lt;/g' -e 's/\[uid=[0-9.]*\]/<b>&<\/b>/' "$folder/snapshot.txt"
  echo '</pre>'
} >"$folder/both.html"
lines=$(wc -l <"$folder/snapshot.txt")
shot "file://$folder/both.html" "$here/page-and-snapshot.png" 1180 $((lines * 37 / 2 + 70))
