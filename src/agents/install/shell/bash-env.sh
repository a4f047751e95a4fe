# ctx, written by `ctx init`. bash reads this file first where BASH_ENV names it. A script that an agent hands to `bash -c`
# is handed on to ctx, which runs it in this same bash and keeps what it prints. Everything else goes on as it is.
if [[ -n ${BASH_EXECUTION_STRING:+x} && -z ${CTX_INSIDE:+x} && ${CTX_OFF:-0} == 0 &&
  $BASH_EXECUTION_STRING != __CODEX_SNAPSHOT* && -x ${BASH_SOURCE[0]%/*}/ctx-from-bash ]]; then
  shopt -s execfail
  exec "${BASH_SOURCE[0]%/*}/ctx-from-bash" "$BASH" "$SHELLOPTS" "$BASHOPTS" "$BASH_EXECUTION_STRING" "$0" "$@" || shopt -u execfail
fi
if [[ -n ${CTX_BASH_ENV:+x} && -r ${CTX_BASH_ENV:-} && $CTX_BASH_ENV != "${BASH_SOURCE[0]}" ]]; then
  . "$CTX_BASH_ENV"
fi
