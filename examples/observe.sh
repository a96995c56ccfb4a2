#!/usr/bin/env bash
# Reads a page through Axlens: lists the tabs, takes a snapshot, locates and explains an element,
# and handles a fault. Needs curl (7.82 or later) and jq.
#
#   examples/observe.sh [TAB]
set -euo pipefail

state=${AXLENS_STATE_DIR:-${XDG_STATE_HOME:-$HOME/.local/state}/axlens}
if [[ $OSTYPE == darwin* && -z ${AXLENS_STATE_DIR:-} ]]; then
  state="$HOME/Library/Application Support/dev.axlens.axlens"
fi
url=$(jq --raw-output .url "$state/endpoint.json")
token=$(jq --raw-output .agent_token "$state/endpoint.json")

# request PATH [JSON]: GET, or POST with a body. A header that is read from a file keeps the token
# out of the process list.
request() {
  curl --silent --show-error --header @<(printf 'Authorization: Bearer %s' "$token") \
    ${2:+--json "$2"} "$url$1"
}

# fault JSON: whether an answer is a fault.
fault() { jq --exit-status 'has("error")' <<<"$1" >/dev/null; }

echo "Tabs:"
request /tabs | jq --raw-output '.tabs[] | "\(.tab) \(.title) \(.url)"'

# Without `tab`, the tab in front of the user is read. Uids belong to the session.
query=$(jq --null-input --arg tab "${1:-}" \
  '{what: "a11y_tree", format: "lean", session: "curl-example"}
   + if $tab == "" then {} else {tab: ($tab | tonumber)} end')
snapshot=$(request /observe "$query")
if fault "$snapshot"; then
  jq --raw-output '"\(.error): \(.message) \(.hint)"' <<<"$snapshot" >&2
  exit 1
fi
echo "Snapshot:"
jq --raw-output .tree <<<"$snapshot"

# In a lean snapshot, the number before an element is its uid.
uid=$(jq --raw-output .tree <<<"$snapshot" | sed -nE 's/^ *([0-9.]+) link .*/\1/p' | head -n 1)
echo "First link: uid $uid"
request /locate "{\"uid\": \"$uid\", \"session\": \"curl-example\"}" |
  jq --raw-output '"located: \(.role) \(.name) at \(.box)"'
request /explain "{\"uid\": \"$uid\", \"session\": \"curl-example\"}" |
  jq --raw-output '"explained: role \(.role.value) from \(.role.from), name from \(.name.from[0].step)"'

# A uid that this session was never shown is a fault, never a guess. The hint is the next step.
answer=$(request /locate '{"uid": "123456789", "session": "curl-example"}')
if fault "$answer"; then
  jq --raw-output '"fault \(.error): \(.hint)"' <<<"$answer"
fi
