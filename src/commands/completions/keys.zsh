# Alt-r: pick an entry of ctx history, and put its reference on the command line.
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
