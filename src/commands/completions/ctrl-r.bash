
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
