# Alt-r: pick an entry of ctx history, and put its reference on the command line.
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
