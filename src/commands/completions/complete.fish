
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
complete -c ctx -k -f -n "__fish_ctx_using_subcommand get diff" -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k  -n "__fish_ctx_using_subcommand forget" -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -x -n "__fish_ctx_using_subcommand search" -l in -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -x -n "__fish_ctx_using_subcommand note" -l supersedes -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -x -n "__fish_ctx_using_subcommand note" -l done -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -x -n "__fish_ctx_using_subcommand history" -l timeline -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -x -n "__fish_ctx_using_subcommand history search reflect store context stats usage forget" -l session -a "(ctx completions --sessions 2>/dev/null)"
complete -c ctx -k -x -n "__fish_ctx_using_subcommand history search reflect stats usage store forget" -l project -s p -a "(ctx completions --projects 2>/dev/null)"
