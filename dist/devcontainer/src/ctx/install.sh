#!/bin/sh
# Installs ctx into a devcontainer, as root while its image is built. The options of the feature are variables here.
set -eu
[ -n "${FROM:-}" ] || { echo "ctx: the option 'from' names no release" >&2; exit 1; }
here=$(dirname "$0")
if [ -f "$here/ctx-install.sh" ]; then
  installer=$here/ctx-install.sh
elif [ -f "$here/../../../install.sh" ]; then
  # A checkout: the installer of the release lies beside.
  installer=$here/../../../install.sh
else
  installer=$(mktemp)
  trap 'rm -f "$installer"' EXIT
  if command -v curl >/dev/null; then curl -fsSL "$FROM/install.sh" -o "$installer"
  else wget -q "$FROM/install.sh" -O "$installer"; fi
fi
sh "$installer" --from "$FROM" --version "${VERSION:-0.1.0}" --prefix /usr/local
# The store is a volume; whoever uses the container writes to it.
mkdir -p /var/lib/ctx
if [ -n "${_REMOTE_USER:-}" ] && id "$_REMOTE_USER" >/dev/null 2>&1; then chown "$_REMOTE_USER" /var/lib/ctx; fi
chmod 700 /var/lib/ctx
