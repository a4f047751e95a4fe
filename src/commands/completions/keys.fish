# Alt-r: pick an entry of ctx history, and put its reference on the command line.
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
