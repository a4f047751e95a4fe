#!/bin/sh
# Installs ctx without root: the program, its man pages and its completions, below ~/.local.
#
#   install.sh [--from URL-OR-FOLDER] [--prefix DIR] [--version V]
#   install.sh --uninstall [--prefix DIR]
#
# The archive is checked against its checksum before anything is written. Every file that is written is noted in
# PREFIX/share/ctx-run/installed; --uninstall removes exactly these, and so does PREFIX/share/ctx-run/uninstall, which is
# left for whoever has not kept this script. Files of an older version that this one does not have are removed. The store of
# ctx is never touched.
set -eu

# The release workflow writes the address of the release and its version here.
from=${CTX_INSTALL_FROM:-@BASE@}
version=${CTX_INSTALL_VERSION:-@VERSION@}
prefix=${HOME:?}/.local
uninstall=

fail() { echo "install.sh: $1" >&2; [ -z "${2:-}" ] || echo "  $2" >&2; exit 1; }
while [ $# -gt 0 ]; do
  case $1 in
    --from) from=${2:?}; shift 2 ;;
    --prefix) prefix=${2:?}; shift 2 ;;
    --version) version=${2:?}; shift 2 ;;
    --uninstall) uninstall=1; shift ;;
    *) fail "unknown argument '$1'" "the first lines of this script list what it takes" ;;
  esac
done
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
list=$prefix/share/ctx-run/installed

# The same lines are written to PREFIX/share/ctx-run/uninstall.
uninstaller() {
  cat <<'UNINSTALL'
list=$prefix/share/ctx-run/installed
# The second list is that of an installation which was stopped on its way.
[ -f "$list" ] || [ -f "$list.new" ] || { echo "uninstall: $list is not there: nothing was installed below $prefix" >&2; exit 1; }
if [ -x "$prefix/bin/ctx" ]; then
  echo "agents that use this ctx keep their settings; 'ctx init --uninstall' takes them back: run it first"
fi
files=$(cat "$list" "$list.new" 2>/dev/null | sort -u)
while IFS= read -r file; do
  rm -f "$prefix/$file" && echo "removed $prefix/$file"
done <<FILES
$files
FILES
rm -f "$list" "$list.new"
# Folders that are empty now; not those that a system has, empty or not.
dirs="share/ctx-run share/man/man1 share/bash-completion/completions share/bash-completion share/zsh/site-functions share/zsh share/fish/vendor_completions.d share/fish"
case $prefix in /usr | /usr/local) ;; *) dirs="$dirs share/man share bin ." ;; esac
for dir in $dirs; do
  rmdir "$prefix/${dir#.}" 2>/dev/null || :
done
UNINSTALL
}
if [ -n "$uninstall" ]; then
  eval "$(uninstaller)"
  exit 0
fi

case $from in @*) fail "no address to install from" "give one: --from URL-OR-FOLDER" ;; esac
case $(uname -s) in
  Linux)
    # A program for glibc does not run with musl; the loader's name tells which one is here.
    if ls /lib/ld-musl-* >/dev/null 2>&1; then system=unknown-linux-musl; else system=unknown-linux-gnu; fi ;;
  Darwin) system=apple-darwin ;;
  *) fail "no ctx for $(uname -s)" "on Windows, use WSL" ;;
esac
case $(uname -m) in
  x86_64 | amd64) machine=x86_64 ;;
  aarch64 | arm64) machine=aarch64 ;;
  *) fail "no ctx for $(uname -m)" "build it from source: cargo install --path ." ;;
esac
temp=$(mktemp -d)
# Where the program is tried: below the place it will have, because a temporary folder may forbid to run anything.
trial=$prefix/share/ctx-run/trial.$$
trap 'rm -rf "$temp" "$trial"; rmdir "$prefix/share/ctx-run" "$prefix/share" "$prefix" 2>/dev/null || :' EXIT
trap 'exit 1' HUP INT TERM
fetch() {
  case $from in
    http://* | https://*)
      if command -v curl >/dev/null; then curl -fsSL "$from/$1" -o "$temp/$1"
      elif command -v wget >/dev/null; then wget -q "$from/$1" -O "$temp/$1"
      else fail "neither curl nor wget is installed"; fi ;;
    *) cp "$from/$1" "$temp/$1" ;;
  esac || fail "$from/$1 cannot be had" "is there a release for $machine-$system?"
}
# Fetches the archive for this system, checks it, unpacks it and tries the program; $said is what went wrong.
get() {
  name=ctx-run-$version-$machine-$system
  fetch "$name.tar.gz"
  fetch "$name.tar.gz.sha256"
  wanted=$(cut -d' ' -f1 <"$temp/$name.tar.gz.sha256")
  if command -v sha256sum >/dev/null; then found=$(sha256sum "$temp/$name.tar.gz" | cut -d' ' -f1)
  elif command -v shasum >/dev/null; then found=$(shasum -a 256 "$temp/$name.tar.gz" | cut -d' ' -f1)
  else fail "neither sha256sum nor shasum is installed: the archive cannot be checked"; fi
  [ "$wanted" = "$found" ] || fail "the archive is damaged: its checksum is $found, not $wanted" "nothing was installed; try again"
  tar -C "$temp" -xzf "$temp/$name.tar.gz"
  mkdir -p "$(dirname "$trial")" && cp "$temp/$name/ctx" "$trial" && chmod 755 "$trial"
  said=$("$trial" --version 2>&1 >/dev/null) || return 1
}
if ! get; then
  echo "install.sh: the program for $system does not run here: $said" >&2
  [ "$system" = unknown-linux-gnu ] || fail "no other program for this system" "build it from source: cargo install --path ."
  # A C library that is too old: the program that brings its own.
  echo "  taking the one that needs no C library" >&2
  system=unknown-linux-musl
  get || fail "the program does not run here: $said" "build it from source: cargo install --path ."
fi
rm -f "$trial"

mkdir -p "$prefix/share/ctx-run"
: >"$list.new"
put() { # FILE PLACE MODE
  mkdir -p "$prefix/$(dirname "$2")"
  # Renamed into place: a program that runs just now goes on.
  cp "$1" "$prefix/$2.new" && chmod "$3" "$prefix/$2.new" && mv -f "$prefix/$2.new" "$prefix/$2"
  echo "$2" >>"$list.new"
}
put "$temp/$name/ctx" bin/ctx 755
for page in "$temp/$name"/man/*.1; do put "$page" "share/man/man1/$(basename "$page")" 644; done
put "$temp/$name/completions/ctx.bash" share/bash-completion/completions/ctx 644
put "$temp/$name/completions/_ctx" share/zsh/site-functions/_ctx 644
put "$temp/$name/completions/ctx.fish" share/fish/vendor_completions.d/ctx.fish 644
{ echo '#!/bin/sh'; echo "# Removes ctx from below this prefix, file by file."; printf "prefix='%s'\\n" "$(printf %s "$prefix" | sed "s/'/'\\\\''/g")"; uninstaller; } >"$temp/uninstall"
put "$temp/uninstall" share/ctx-run/uninstall 755
# What an older version had and this one has not. Nothing is printed before the list is in its place: a reader of this
# script's output may have gone, which ends it.
[ ! -f "$list" ] || grep -vxFf "$list.new" "$list" >"$temp/gone" || :
if [ -f "$temp/gone" ]; then
  while IFS= read -r file; do rm -f "$prefix/$file"; done <"$temp/gone"
fi
mv -f "$list.new" "$list"
if [ -f "$temp/gone" ]; then
  while IFS= read -r file; do echo "removed $prefix/$file of the version before"; done <"$temp/gone"
fi

echo "installed $("$prefix/bin/ctx" --version) as $prefix/bin/ctx, with man pages and completions ($(wc -l <"$list" | tr -d ' ') files)"
case :$PATH: in
  *":$prefix/bin:"*) ;;
  *) echo "$prefix/bin is not on your PATH: add it, for example in ~/.profile" ;;
esac
echo "next: ctx init puts it beneath your agent; sh $prefix/share/ctx-run/uninstall takes it away"
