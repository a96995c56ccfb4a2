#!/bin/sh
# Installs, upgrades or removes Axlens for the current user on Linux and macOS (docs/install.md).
#
#   install.sh [--version V] [--sums FILE] [--no-register]
#   install.sh --uninstall [--purge]
#
# AXLENS_DOWNLOAD_URL: the download location (docs/install.md, "Download location")
# AXLENS_INSTALL_DIR: the folder to install into; default: ~/.local/share/axlens
#
# Everything is in functions, and the last line calls them: a truncated script does nothing.

# The same as in deploy/download-url.txt.
DEFAULT_URL=https://downloads.axlens.example

usage() {
  cat <<'END'
Installs or upgrades Axlens for the current user.

  install.sh [--version V] [--sums FILE] [--no-register]
  install.sh --uninstall [--purge]

  --version V     this version; default: the newest one
  --sums FILE     this list of checksums; default: the one at the download location
  --no-register   do not register the native messaging host with the browsers
  --uninstall     stop Axlens, remove its registrations and its programs; keep the stored data
  --purge         with --uninstall: also remove the stored data (audit log, tokens, keys)

Environment: AXLENS_DOWNLOAD_URL (where to download from), AXLENS_INSTALL_DIR (where to install).
END
}

report() {
  printf '%s\n' "$1"
}

# fail MESSAGE NEXT-STEP
fail() {
  printf 'axlens: %s: %s\n' "$1" "$2" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

read_options() {
  version='' sums='' register=yes action=install purge=''
  while [ $# -gt 0 ]; do
    case $1 in
      --version)
        [ $# -gt 1 ] || fail "--version has no value" "use --version 1.2.3"
        version=$2
        shift
        ;;
      --version=*) version=${1#--version=} ;;
      --sums)
        [ $# -gt 1 ] || fail "--sums has no value" "use --sums FILE"
        [ -r "$2" ] || fail "cannot read $2" "use --sums with a file such as SHA256SUMS"
        sums=$2
        shift
        ;;
      --no-register) register=no ;;
      --uninstall) action=uninstall ;;
      --purge) purge=--purge ;;
      --help | -h)
        usage
        exit 0
        ;;
      *) fail "unknown option $1" "install.sh --help lists the options" ;;
    esac
    shift
  done
  [ -z "$purge" ] || [ "$action" = uninstall ] ||
    fail "--purge removes stored data" "use it with --uninstall"
  case $version in v[0-9]*) version=${version#v} ;; esac
  [ -z "$version" ] || check_version "$version" "use --version with numbers such as 1.2.3"
}

check_version() {
  case $1 in
    *[!0-9A-Za-z.+-]*) fail "not a version: $1" "$2" ;;
    [0-9]*.[0-9]*.[0-9]*) ;;
    *) fail "not a version: $1" "$2" ;;
  esac
}

read_places() {
  [ -n "${HOME:-}" ] || fail "HOME is not set" "set it to your home directory"
  [ "$(id -u)" != 0 ] || [ -z "${SUDO_USER:-}" ] ||
    fail "this installs for one user" "run it again without sudo"
  target=${AXLENS_INSTALL_DIR:-$HOME/.local/share/axlens}
  target=${target%/}
  case $target in
    /*/*) ;;
    *) fail "cannot install into '$target'" "set AXLENS_INSTALL_DIR to an absolute path" ;;
  esac
  parent=${target%/*}
  links=$HOME/.local/bin
  link=$links/axlens
}

# A folder with other files is never moved or removed.
is_own() {
  [ -f "$target/axlens" ] && [ -d "$target/extension" ] &&
    is_of_user "$target" && is_of_user "$target/axlens"
}

# In a folder that others can write, they can leave a program to be run. A link is not followed.
is_of_user() {
  [ -n "$(find "$1" -prune -user "$(id -u)" 2>/dev/null)" ]
}

is_free() {
  [ ! -e "$target" ] || { [ -d "$target" ] && [ -z "$(ls -A "$target")" ]; }
}

# Accepts https, and http to this machine for tests and mirrors on it.
read_base() {
  base=${AXLENS_DOWNLOAD_URL:-$DEFAULT_URL}
  base=${base%/}
  case $base in
    *[!A-Za-z0-9:/._~%+=,\[\]-]*) fail "not a download URL: $base" "correct AXLENS_DOWNLOAD_URL" ;;
    https://*) scheme=https ;;
    http://127.0.0.1[:/]* | http://localhost[:/]* | http://\[::1\][:/]*) scheme=http ;;
    *) fail "not a secure download URL: $base" "set AXLENS_DOWNLOAD_URL to an https:// URL" ;;
  esac
}

read_platform() {
  system=$(uname -s) processor=$(uname -m)
  case $system in
    Linux) system=unknown-linux-musl ;;
    Darwin) system=apple-darwin ;;
    MINGW* | MSYS* | CYGWIN*) fail "this is Windows" "run install.ps1 in PowerShell" ;;
    *) fail "no archive for $system" "build Axlens from source (README.md)" ;;
  esac
  case $processor in
    x86_64 | amd64) processor=x86_64 ;;
    aarch64 | arm64) processor=aarch64 ;;
    *) fail "no archive for the processor $processor" "build Axlens from source (README.md)" ;;
  esac
  # A shell under Rosetta reports the emulated processor.
  if [ "$system" = apple-darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then
    processor=aarch64
  fi
  platform=$processor-$system
  case $(uname -r) in
    *[Mm]icrosoft* | *WSL*)
      report "WSL: this installation is for browsers in WSL. A browser in Windows needs the"
      report "Windows installation, install.ps1 in PowerShell: docs/platforms.md."
      ;;
  esac
}

read_tools() {
  has tar || fail "tar is missing" "install tar and run this again"
  has find || fail "find is missing" "install findutils and run this again"
  if has curl; then
    downloader=curl
  elif has wget && wget --version 2>/dev/null | grep -q 'GNU Wget'; then
    # Others, such as BusyBox's, may not check certificates.
    downloader=wget
  else
    fail "neither curl nor GNU wget is there" "install curl and run this again"
  fi
  for hasher in sha256sum shasum openssl; do
    if has "$hasher"; then return; fi
  done
  fail "no program for SHA-256" "install sha256sum, shasum or openssl and run this again"
}

sha256_of() {
  case $hasher in
    sha256sum) sha256sum <"$1" ;;
    shasum) shasum -a 256 <"$1" ;;
    openssl) openssl dgst -sha256 -r <"$1" ;;
  esac | cut -c 1-64
}

# download PATH FILE: the configuration files of curl and wget are not read, because they could
# turn off the check of certificates.
download() {
  url=$base/$1 status=0
  if [ "$downloader" = curl ]; then
    curl -q --silent --fail --location --proto "=$scheme" --connect-timeout 20 \
      --speed-limit 1 --speed-time 30 --output "$2" "$url" || status=$?
  else
    # It cannot refuse a redirect to http, so it follows none.
    wget --no-config --no-netrc --no-hsts --quiet --max-redirect=0 --tries=1 --timeout=30 \
      -O "$2" "$url" || status=$?
  fi
  case $downloader$status in
    curl0 | wget0) ;;
    curl22) fail "$url is not there" "check --version and AXLENS_DOWNLOAD_URL" ;;
    wget8) fail "$url is not there, or elsewhere" "check AXLENS_DOWNLOAD_URL, or install curl" ;;
    curl18) fail "$url ended too early" "run this again" ;;
    curl23 | wget3) fail "cannot write $2" "free space on the disk, then run this again" ;;
    curl35 | curl60 | wget5) fail "$url has no valid certificate" "check AXLENS_DOWNLOAD_URL and the clock" ;;
    *) fail "cannot download $url ($downloader: $status)" "check the connection, then run this again" ;;
  esac
}

# The folder for unfinished work is next to the target, so that moving is renaming.
open_stage() {
  mkdir -p "$parent" 2>/dev/null ||
    fail "cannot create $parent" "allow yourself to write there, or set AXLENS_INSTALL_DIR"
  clear_stages
  is_own || is_free ||
    fail "$target has files that are not of Axlens" "set AXLENS_INSTALL_DIR to another folder"
  stage=$parent/.axlens-install.$$
  (umask 077 && mkdir "$stage") 2>/dev/null ||
    fail "cannot write to $parent" "allow yourself to write there, or set AXLENS_INSTALL_DIR"
  trap close_stage EXIT
  catch_signals
}

catch_signals() {
  trap 'stop 130' INT
  trap 'stop 143' TERM HUP
}

# Some shells would end with the code of what EXIT runs.
stop() {
  trap - EXIT
  close_stage
  printf 'axlens: interrupted: run this again\n' >&2
  exit "$1"
}

# Keeps an old installation that could not be put back.
close_stage() {
  [ ! -d "$stage/old" ] || [ -e "$target" ] || return 0
  rm -rf "$stage"
}

# Removes what killed installations left. One that was killed in the middle of the exchange left
# the old installation in its stage, and it is put back. What another user left stays there.
clear_stages() {
  for left in "$parent"/.axlens-install.*; do
    if [ ! -d "$left" ] || [ -L "$left" ] || ! is_of_user "$left"; then continue; fi
    kill -0 "${left##*.}" 2>/dev/null && continue
    if [ -d "$left/old" ] && [ ! -e "$target" ]; then
      mv "$left/old" "$target" || fail "cannot move $left/old to $target" "move it by hand"
    fi
    rm -rf "$left"
  done
}

find_version() {
  [ -z "$version" ] || return 0
  download latest/VERSION "$stage/VERSION"
  read -r version <"$stage/VERSION" || [ -n "$version" ] || version=''
  check_version "$version" "check AXLENS_DOWNLOAD_URL, whose latest/VERSION is no version"
}

fetch_archive() {
  name=axlens-$version-$platform
  if [ -z "$sums" ]; then
    sums=$stage/SHA256SUMS
    download "$version/SHA256SUMS" "$sums"
  fi
  expected=''
  while read -r sum file; do
    if [ "${file#\*}" = "$name.tar.gz" ]; then expected=$sum; fi
  done <"$sums"
  [ ${#expected} = 64 ] ||
    fail "SHA256SUMS of $version does not list $name.tar.gz" "choose another --version"
  report "downloading $name.tar.gz"
  download "$version/$name.tar.gz" "$stage/archive"
  [ "$(sha256_of "$stage/archive")" = "$expected" ] ||
    fail "$name.tar.gz has a wrong checksum, nothing is installed" "run this again; if it stays, report it"
}

unpack() {
  tar -xzf "$stage/archive" -C "$stage" ||
    fail "cannot unpack $name.tar.gz, nothing is changed" "free space on the disk, then run this again"
  new=$stage/$name
  for part in axlens axlens-native-host extension/manifest.json; do
    [ -f "$new/$part" ] || fail "$name.tar.gz has no $part, nothing is changed" "report it"
  done
  "$new/axlens" --version >/dev/null ||
    fail "axlens $version does not start here, nothing is changed" "report it with the lines above"
}

# Two renames. Running programs keep their files. Signals wait, and a failure is undone.
exchange() {
  trap '' INT TERM HUP
  if [ -e "$target" ]; then
    mv "$target" "$stage/old" ||
      fail "cannot move $target, nothing is changed" "allow yourself to write to $parent"
  fi
  if ! mv "$new" "$target"; then
    [ ! -e "$stage/old" ] || mv "$stage/old" "$target" ||
      fail "cannot move to $target, the old one is in $stage/old" "run this again to put it back"
    fail "cannot move to $target, nothing is changed" "allow yourself to write to $parent"
  fi
  catch_signals
}

check_link() {
  [ ! -e "$link" ] || [ -L "$link" ] ||
    fail "$link is not a link of Axlens" "remove or rename it, then run this again"
}

make_link() {
  { mkdir -p "$links" && ln -sf "$target/axlens" "$link"; } 2>/dev/null ||
    fail "Axlens is in $target, but $link cannot be written" "run $target/axlens by its path"
}

register() {
  [ "$register" = yes ] || return 0
  "$target/axlens" install >"$stage/registered" ||
    fail "Axlens is in $target, but not registered with a browser" "run $target/axlens install"
  grep -v '^next: ' "$stage/registered" || true
}

next_steps() {
  report ""
  report "Axlens $version is installed in $target"
  if [ -d "$stage/old" ]; then
    report "next: choose Reload at Axlens in chrome://extensions. A server that runs keeps its old"
    report "version until it ends: axlens stop, then axlens install"
  else
    report "next: open chrome://extensions, turn on Developer mode, choose Load unpacked, select"
    report "  $target/extension"
    report "and then run: axlens doctor"
  fi
  [ "$register" = yes ] || report "not registered with a browser: run axlens install"
  case :$PATH: in
    *":$links:"*) ;;
    *)
      report "$links is not in PATH. For this and later shells, add to ~/.profile:"
      # The variable is for the user's shell.
      # shellcheck disable=SC2016
      report '  export PATH="$HOME/.local/bin:$PATH"'
      ;;
  esac
}

install_axlens() {
  read_base
  read_platform
  read_tools
  check_link
  open_stage
  find_version
  fetch_archive
  unpack
  exchange
  make_link
  register
  next_steps
}

uninstall_axlens() {
  [ ! -d "$parent" ] || clear_stages
  is_own || fail "no Axlens in $target" "set AXLENS_INSTALL_DIR to its folder"
  "$target/axlens" uninstall ${purge:+"$purge"} ||
    fail "axlens uninstall failed, nothing is removed" "see the lines above, then run this again"
  if [ "$(readlink "$link" 2>/dev/null)" = "$target/axlens" ]; then
    rm -f "$link"
  fi
  rm -rf "$target" || fail "cannot remove $target" "remove it by hand"
  report "removed $target"
}

main() {
  set -u
  read_options "$@"
  read_places
  "${action}_axlens"
}

# With its brace missing, this line is not run.
{ main "$@"; }
