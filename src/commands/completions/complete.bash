
_ctx_complete() {
    _ctx "$@"
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" word verb="" IFS=$'\n' line i flag kind=""
    if [[ "${COMP_WORDS[1]}" == run ]]; then
        for ((i = 2; i < COMP_CWORD; i++)); do
            if [[ "${COMP_WORDS[i]}" == "--" ]]; then
                if declare -F _command_offset >/dev/null; then
                    _command_offset $((i + 1))
                elif ((COMP_CWORD == i + 1)); then
                    COMPREPLY=($(compgen -c -- "$cur"))
                else
                    COMPREPLY=($(compgen -f -- "$cur"))
                fi
                return 0
            fi
        done
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ "$word" != -* && "$word" != "=" ]] && verb="$verb $word"
    done
    # Bash makes a word of its own of the = in --flag=value.
    flag="$prev"
    if [[ "$cur" == "=" ]]; then
        cur=""
        flag="$prev="
    elif [[ "$prev" == "=" ]]; then
        flag="${COMP_WORDS[COMP_CWORD-2]}="
    fi
    case "$flag" in
        --session|--session=) kind=--sessions ;;
        --project=|-p=) kind=--projects ;;
        --in|--in=|--supersedes|--supersedes=|--done|--done=|--timeline|--timeline=) kind=--references ;;
        --*|-C) return 0 ;;
        *)
            case "$cur,$verb" in
                -*) return 0 ;;
                *," get"|*," forget"*|*," diff"*) kind=--references ;;
                *) return 0 ;;
            esac ;;
    esac
    local found=()
    if [[ "$kind" == --references ]]; then
        for line in $("${COMP_WORDS[0]}" completions --references "$cur" 2>/dev/null); do found+=("$line"); done
    else
        for line in $("${COMP_WORDS[0]}" completions "$kind" 2>/dev/null); do
            [[ "$line" == "$cur"* ]] && found+=("$line")
        done
    fi
    [[ ${#found[@]} -eq 0 ]] && return 0
    if [[ ${#found[@]} -eq 1 ]]; then
        COMPREPLY=("${found[0]%%$'\t'*}")
    else
        COMPREPLY=("${found[@]/$'\t'/  }")
        compopt -o nosort 2>/dev/null
    fi
    return 0
}
complete -F _ctx_complete -o bashdefault -o default ctx
