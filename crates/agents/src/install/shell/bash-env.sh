# A restricted shell would lose its limits on the way through ctx: without its script at hand, ctx stays out below.
{ ! shopt -q restricted_shell || unset BASH_EXECUTION_STRING; } 2>/dev/null
# ctx, written by `ctx init`. bash reads this file first where BASH_ENV names it. A script that an agent's shell tool hands
# to `bash -c` is handed on to ctx, which runs it in this same bash and keeps what it prints. Any other bash goes on as
# without ctx. Either way nothing that is started below finds this file in its environment.
{ CTX_TRACED=${-//[!x]/}; CTX_LOGIN=; set +x; } 2>/dev/null
# A first look, which costs little; ctx itself looks for proof, and cleans the environment. bash reads a file command by
# command: what stands below this one costs an agent's shell nothing.
if [[ -z ${CTX_PROFILE:-} && -n ${BASH_EXECUTION_STRING:-} && ${CTX_OFF:-0} == 0 && -x ${BASH_SOURCE[0]%/*}/ctx-from-bash ]] &&
  [[ -n ${CODEX_THREAD_ID:-} || ${OPENCODE_PID:-} == "$PPID" || $BASH_EXECUTION_STRING == shopt*_bgpids_file=* ]]; then
  CTX_LOGIN=${BASH_SOURCE[0]%/*}
  if ! shopt -q login_shell; then
    shopt -s execfail
    exec "$CTX_LOGIN/ctx-from-bash" "$BASH" "$SHELLOPTS${CTX_TRACED:+:xtrace}" "${BASHOPTS:-}" \
      "$BASH_EXECUTION_STRING" "$0" "$@" || { shopt -u execfail; CTX_LOGIN=; }
  fi
fi
# A login shell has read its profile. What that set and did not export (functions, variables, traps, aliases) goes to the
# bash that ctx starts as CTX_PROFILE, in bash's own words; this file runs them there. ctx stays out where a trap runs for
# every command, where a function asks for its place in a file or bash prints it so that it would be another one, where an
# environment cannot hold it all, and where every variable is exported.
if [[ -n $CTX_LOGIN ]]; then
  CTX_PROFILE=$(
    declare -f
    declare -F
    [[ $IFS == $' \t\n' ]] || declare -p IFS
    set +eu -f
    IFS=$'\n'
    # A line of a long value may look like a variable: the name alone is taken from it.
    for CTX_LINE in $(declare -p); do
      case $CTX_LINE in
        ('declare -x '* | 'declare -i OPTIND="1"' | 'declare -- OPTERR="1"' | 'declare -- PS4="+ "' | 'declare -- SHELL='* | 'declare -- TERM='*) ;;
        (declare\ -*\ *=*)
          CTX_LINE=${CTX_LINE#declare -* }
          case ${CTX_LINE%%=*} in
            (BASH | BASHOPTS | BASHPID | BASH_* | COMP_WORDBREAKS | CTX_* | DIRSTACK | EPOCH* | EUID | FUNCNAME | GROUPS | HISTCMD | HOSTNAME | HOSTTYPE | IFS | LINENO | MACHTYPE | OSTYPE | PIPESTATUS | PPID | RANDOM | SECONDS | SHELLOPTS | SRANDOM | UID | _) ;;
            (*) declare -p "${CTX_LINE%%=*}" 2>/dev/null ;;
          esac ;;
      esac
    done
    trap -p
    alias -p
  )
  if [[ ${#CTX_PROFILE} -gt 60000 || $SHELLOPTS == *allexport* ]]; then CTX_LOGIN=; fi
  case ${CTX_LOGIN:+$CTX_PROFILE} in
    *trap\ --*\ DEBUG* | *trap\ --*\ ERR* | *trap\ --*\ RETURN*) CTX_LOGIN= ;;
    *\ \(\)\ *)
      CTX_LINE=$(
        shopt -u expand_aliases
        shopt -s extglob
        eval "${CTX_PROFILE%%$'\n'trap -- *}" >/dev/null 2>&1
        declare -f
      )
      case $CTX_LINE in *BASH_SOURCE* | *LINENO* | *caller*) CTX_LOGIN= ;; esac
      [[ $CTX_PROFILE == "$CTX_LINE"* ]] || CTX_LOGIN= ;;
  esac
  if [[ -n $CTX_LOGIN ]]; then
    shopt -s execfail
    [[ -z $CTX_PROFILE ]] || export CTX_PROFILE
    exec "$CTX_LOGIN/ctx-from-bash" "$BASH" "$SHELLOPTS${CTX_TRACED:+:xtrace}" "${BASHOPTS:-}:login_shell" \
      "$BASH_EXECUTION_STRING" "$0" "$@" || shopt -u execfail
  fi
elif [[ -n ${CTX_PROFILE:-} ]]; then
  # `declare -F` names functions by commands that print them, and sets what else holds of them.
  shopt -q extglob && CTX_LOGIN=s
  shopt -s extglob
  eval "$CTX_PROFILE" >/dev/null || :
  shopt -${CTX_LOGIN:-u} extglob
fi
unset CTX_LINE CTX_LOGIN CTX_PROFILE
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
{ [[ ! -r ${BASH_ENV:-} || $BASH_ENV == "${BASH_SOURCE[0]}" ]]; } 2>/dev/null || . "$BASH_ENV"
