#!/usr/bin/env bash
# Makes the screenshots for the stores, 1280×800, from those in docs/images/, with a line of text
# above each, and the small promotional tile. Needs Chromium (AXLENS_CHROMIUM, else `chromium`).
#
#   docs/store/images/make.sh
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
images=file://$(cd ../../images && pwd)
icon=file://$(cd ../../../extension/icons && pwd)/connected-128.png
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# page NAME WIDTH HEIGHT: the HTML of its body is standard input.
page() {
  {
    cat <<'HEAD'
<!doctype html><meta charset="utf-8">
<style>
  body { margin: 0; box-sizing: border-box; height: 100vh; padding: 26px 40px; background: #e9eef6;
         color: #1d2433; font-family: "DejaVu Sans", sans-serif; text-align: center; overflow: hidden; }
  h1 { margin: 0 0 20px; font-size: 25px; font-weight: 600; }
  img { border: 1px solid #cfd6e2; border-radius: 8px; vertical-align: top; background: #fff; }
  .row { display: flex; justify-content: center; align-items: flex-start; gap: 48px; }
  .cut { height: 690px; overflow: hidden; }
  .tile { display: flex; height: 100%; align-items: center; justify-content: center; gap: 24px;
          font-size: 44px; font-weight: 600; }
  .tile img { border: 0; background: none; }
</style>
HEAD
    cat
  } >"$folder/$1.html"
  "${AXLENS_CHROMIUM:-chromium}" --headless --no-sandbox --hide-scrollbars \
    --user-data-dir="$folder/profile" --allow-file-access-from-files \
    --window-size="$2,$3" --screenshot="$here/$1.png" "file://$folder/$1.html" \
    2>"$folder/chromium.log"
}

page 1-page-and-snapshot 1280 800 <<END
<h1>A page, and the text that an agent gets</h1>
<img src="$images/page-and-snapshot.png" width="1140">
END
page 2-consent 1280 800 <<END
<h1>You are asked before an agent acts, and one button pauses everything</h1>
<div class="row"><img src="$images/consent-light.png"><img src="$images/popup-light.png" height="690"></div>
END
page 3-devtools 1280 800 <<END
<h1>DevTools: the page as an agent sees it, and why</h1>
<img src="$images/devtools-panel-light.png">
END
page 4-options 1280 800 <<END
<h1>A rule for each site, and the agents that you have allowed</h1>
<div class="cut"><img src="$images/options-light.png"></div>
END
page tile-440x280 440 280 <<END
<div class="tile"><img src="$icon" width="96">Axlens</div>
END
