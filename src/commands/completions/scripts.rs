//! The parts of completion scripts that clap does not write.

/// Bash shows no descriptions: they follow the references as long as there is a choice.
pub const BASH: &str = r#"
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
"#;

pub const BASH_KEYS: &str = r#"# Alt-r: pick an entry of ctx history, and put its reference on the command line.
__ctx_pick() {
    local reference
    reference=$(command ctx history --pick) || return 0
    [[ -z "$READLINE_LINE" ]] && reference="ctx get $reference"
    READLINE_LINE="${READLINE_LINE:0:READLINE_POINT}$reference${READLINE_LINE:READLINE_POINT}"
    READLINE_POINT=$((READLINE_POINT + ${#reference}))
}
if [[ $- == *i* ]]; then
    bind -m emacs -x '"\er": __ctx_pick'
    bind -m vi-insert -x '"\er": __ctx_pick'
fi
"#;

/// After the keys above, where ctrl-r is wanted as well.
pub const BASH_CTRL_R: &str = r#"
# Ctrl-r: pick a command out of ctx history and the shell's own, and put it on the command line.
__ctx_history() {
    local line
    line=$(fc -lnr 1 2>/dev/null | command ctx history --pick=command) || return 0
    READLINE_LINE=$line
    READLINE_POINT=${#line}
}
if [[ $- == *i* ]]; then
    bind -m emacs -x '"\C-r": __ctx_history'
    bind -m vi-insert -x '"\C-r": __ctx_history'
fi
"#;

pub const ZSH_CTRL_R: &str = r#"
# Ctrl-r: pick a command out of ctx history and the shell's own, and put it on the command line.
__ctx_history() {
    local line
    if line=$(fc -lnr 1 2>/dev/null | command ctx history --pick=command); then
        BUFFER=$line
        CURSOR=${#BUFFER}
    fi
    zle reset-prompt
}
if [[ -o interactive ]]; then
    zle -N __ctx_history
    bindkey -M emacs '^R' __ctx_history
    bindkey -M viins '^R' __ctx_history
fi
"#;

pub const FISH_CTRL_R: &str = r#"
# Ctrl-r: pick a command out of ctx history and the shell's own, and put it on the command line.
function __ctx_history
    set -l line (history | command ctx history --pick=command)
    if test -n "$line"
        commandline -r -- "$line"
    end
    commandline -f repaint
end
if status is-interactive
    bind \cr __ctx_history
    bind -M insert \cr __ctx_history 2>/dev/null
end
"#;

pub const ZSH_KEYS: &str = r#"# Alt-r: pick an entry of ctx history, and put its reference on the command line.
__ctx_pick() {
    local reference
    if reference=$(command ctx history --pick </dev/tty); then
        [[ -z "$BUFFER" ]] && reference="ctx get $reference"
        LBUFFER+="$reference"
    fi
    zle reset-prompt
}
if [[ -o interactive ]]; then
    zle -N __ctx_pick
    bindkey -M emacs '\er' __ctx_pick
    bindkey -M viins '\er' __ctx_pick
fi
"#;

pub const FISH_KEYS: &str = r#"# Alt-r: pick an entry of ctx history, and put its reference on the command line.
function __ctx_pick
    set -l reference (command ctx history --pick </dev/tty)
    set -l line (commandline)
    if test -n "$reference"
        if test -z "$line"
            set reference "ctx get $reference"
        end
        commandline -i -- "$reference"
    end
    commandline -f repaint
end
if status is-interactive
    bind \er __ctx_pick
    bind -M insert \er __ctx_pick 2>/dev/null
end
"#;

const FISH_RUN: &str = r#"
function __fish_ctx_run_command
    set -l words (commandline -opc)
    set -l at (contains -i -- -- $words); or return
    set -l rest
    if test $at -lt (count $words)
        set rest (string escape -- $words[(math $at + 1)..-1])
    end
    complete -C (string join ' ' -- $rest (commandline -ct))
end
complete -c ctx -x -n "__fish_ctx_using_subcommand run; and contains -- -- (commandline -opc)" -a "(__fish_ctx_run_command)"
"#;

/// The rows of references, sessions and projects.
pub fn fish() -> String {
    let references = r#"-a "(ctx completions --references (commandline -ct) 2>/dev/null)""#;
    let mut text = FISH_RUN.to_owned();
    let mut row = |flags: &str, verbs: &str, what: &str| {
        text.push_str(&format!("complete -c ctx -k {flags} -n \"__fish_ctx_using_subcommand {verbs}\" {what}\n"));
    };
    row("-f", "get diff", references);
    row("", "forget", references);
    for (verb, flag) in [("search", "in"), ("note", "supersedes"), ("note", "done"), ("history", "timeline")] {
        row("-x", verb, &format!("-l {flag} {references}"));
    }
    let verbs = "history search reflect store context stats usage forget";
    row("-x", verbs, r#"-l session -a "(ctx completions --sessions 2>/dev/null)""#);
    let verbs = "history search reflect stats usage store forget";
    row("-x", verbs, r#"-l project -s p -a "(ctx completions --projects 2>/dev/null)""#);
    text
}

const ZSH: &str = r#"
_ctx_described() {
    local -a found
    local line kind=$1
    shift
    for line in ${(f)"$(_call_program $kind ctx completions "$@" 2>/dev/null)"}; do
        found+=("${${line%%$'\t'*}//:/\\:}:${${line#*$'\t'}//:/\\:}")
    done
    _describe -V "$kind" found
}
_ctx_references() { _ctx_described reference --references ${(q)PREFIX} }
_ctx_sessions() { _ctx_described session --sessions }
_ctx_projects() { _ctx_described project --projects }
"#;

/// Puts the functions above where clap wrote `_default` for a reference, a session, a project or a command.
pub fn patch_zsh_script(script: &str) -> String {
    let is_reference = |line: &str| {
        let name = line.trim_start_matches(['\'', '*', ':']);
        let value = ["reference", "names", "old", "new"]
            .iter()
            .any(|place| (line.starts_with("':") || line.starts_with("'*:")) && name.starts_with(place));
        value || ["--supersedes=[", "--done=[", "--timeline=[", "--in=["].iter().any(|option| line.contains(option))
    };
    let mut lines = script.split_inclusive('\n');
    // After the `#compdef` line, which has to be the first.
    let mut text = lines.next().unwrap_or_default().to_owned() + ZSH;
    for line in lines {
        let function = match line {
            line if is_reference(line) => "_ctx_references",
            line if line.contains("--session=[") => "_ctx_sessions",
            line if line.contains("::PATH:_default") => "_ctx_projects",
            line if line.starts_with("'*::command") => "_normal",
            _ => "_default",
        };
        text.push_str(&line.replace(":_default'", &format!(":{function}'")));
    }
    text
}
