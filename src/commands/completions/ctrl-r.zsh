
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
