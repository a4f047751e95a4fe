# ctx, written by `ctx init`. bash reads this file first where BASH_ENV names it. A script that an agent hands to `bash -c`
# is handed on to ctx, which runs it in this same bash and keeps what it prints. Everything else goes on as it is.
if [[ -n ${BASH_EXECUTION_STRING:+x} && -z ${CTX_INSIDE:+x} && ${CTX_OFF:-0} == 0 &&
  $BASH_EXECUTION_STRING != __CODEX_SNAPSHOT* && -x ${BASH_SOURCE[0]%/*}/ctx-from-bash ]] &&
  # What a login shell's profile set and did not export would be lost on the way: then ctx stays out of it.
  { ! shopt -q login_shell || ( [[ -z $(declare -F) ]] || exit
    while read -r word kind name; do
      [[ $word != declare || $kind == -*[xr]* || $name != *=* ]] && continue
      case ${name%%=*} in
        BASH | BASH_* | HOSTNAME | HOSTTYPE | IFS | MACHTYPE | OPTERR | OPTIND | OSTYPE | PS4 | SHELL | TERM | PATH | DIRSTACK | GROUPS | PIPESTATUS | FUNCNAME | SHLVL | word | kind | name | _) ;;
        *) exit 1 ;;
      esac
    done < <(declare -p) ); }; then
  shopt -s execfail
  exec "${BASH_SOURCE[0]%/*}/ctx-from-bash" "$BASH" "$SHELLOPTS" "$BASHOPTS" "$BASH_EXECUTION_STRING" "$0" "$@" || shopt -u execfail
fi
if [[ -n ${CTX_BASH_ENV:+x} && -r ${CTX_BASH_ENV:-} && $CTX_BASH_ENV != "${BASH_SOURCE[0]}" ]]; then
  . "$CTX_BASH_ENV"
fi
