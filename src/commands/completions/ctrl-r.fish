
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
