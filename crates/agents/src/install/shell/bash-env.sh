# A restricted shell would lose its limits on the way through ctx: without its script at hand, ctx stays out below.
{ ! shopt -q restricted_shell || unset BASH_EXECUTION_STRING; } 2>/dev/null
# ctx, written by `ctx init`. bash reads this file first where BASH_ENV names it. A script that an agent's shell tool hands
# to `bash -c` is handed on to ctx, which runs it in this same bash and keeps what it prints. Any other bash goes on as
# without ctx. Either way nothing that is started below finds this file in its environment.
{ CTX_TRACED=${-//[!x]/}; CTX_LOGIN=; set +x; } 2>/dev/null
# A first look, which costs little; ctx itself looks for proof, and cleans the environment. bash reads a file command by
# command: what stands below this one costs an agent's shell nothing.
if [[ -n ${BASH_EXECUTION_STRING:-} && ${CTX_OFF:-0} == 0 && -x ${BASH_SOURCE[0]%/*}/ctx-from-bash ]] &&
  [[ -n ${CODEX_THREAD_ID:-} || ${OPENCODE_PID:-} == "$PPID" || $BASH_EXECUTION_STRING == shopt*_bgpids_file=* ]]; then
  CTX_LOGIN=${BASH_SOURCE[0]%/*}
  if ! shopt -q login_shell; then
    shopt -s execfail
    exec "$CTX_LOGIN/ctx-from-bash" "$BASH" "$SHELLOPTS${CTX_TRACED:+:xtrace}" "${BASHOPTS:-}" \
      "$BASH_EXECUTION_STRING" "$0" "$@" || { shopt -u execfail; CTX_LOGIN=; }
  fi
fi
# What a login shell's profile set and did not export would be lost on the way: then ctx stays out of it.
if [[ -n $CTX_LOGIN ]] && ( [[ -z $(declare -F) ]] || exit
    while read -r word kind name; do
      [[ $word != declare || $kind == -*[xr]* || $name != *=* ]] && continue
      case ${name%%=*} in
        BASH | BASH_* | HOSTNAME | HOSTTYPE | IFS | MACHTYPE | OPTERR | OPTIND | OSTYPE | PS4 | SHELL | TERM | PATH | DIRSTACK | GROUPS | PIPESTATUS | FUNCNAME | SHLVL | CTX_TRACED | CTX_LOGIN | word | kind | name | _) ;;
        *) exit 1 ;;
      esac
    done < <(declare -p) ); then
  shopt -s execfail
  exec "$CTX_LOGIN/ctx-from-bash" "$BASH" "$SHELLOPTS${CTX_TRACED:+:xtrace}" "${BASHOPTS:-}:login_shell" \
    "$BASH_EXECUTION_STRING" "$0" "$@" || shopt -u execfail
fi
unset CTX_LOGIN
if [[ -n ${CTX_BASH_ENV:-} && $CTX_BASH_ENV != "${BASH_SOURCE[0]}" ]]; then
  export BASH_ENV=$CTX_BASH_ENV
else
  unset BASH_ENV
fi
unset CTX_BASH_ENV
if [[ ${ZDOTDIR:-} == "${BASH_SOURCE[0]%/*}/zsh-env" ]]; then
  if [[ -n ${CTX_ZDOTDIR:-} ]]; then export ZDOTDIR=$CTX_ZDOTDIR; else unset ZDOTDIR; fi
fi
unset CTX_ZDOTDIR
case $CTX_TRACED in
  x) unset CTX_TRACED; set -x ;;
  *) unset CTX_TRACED ;;
esac
{ [[ ! -r ${BASH_ENV:-} ]]; } 2>/dev/null || . "$BASH_ENV"
