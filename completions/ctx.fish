# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_ctx_global_optspecs
    string join \n color= h/help V/version
end

function __fish_ctx_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_ctx_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_ctx_using_subcommand
    set -l cmd (__fish_ctx_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c ctx -n "__fish_ctx_needs_command" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_needs_command" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_needs_command" -s V -l version -d 'Print version'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "run" -d 'Run a command, store all its output, show what matters'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "store" -d 'Store piped input, files or folders; --import: agents\' transcripts'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "get" -d 'Print a stored output, by reference; --wait until it has ended'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "search" -d 'Find anything that went through ctx'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "fetch" -d 'Fetch a web page, store it, and show it as Markdown'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "diff" -d 'Compare two entries: what is fixed, new or the same'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "file" -d 'Read, edit and write files without printing them twice'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "fold" -d 'Fold what a session no longer needs, without loss'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "help" -d 'List the commands, or explain one'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "history" -d 'List what was run, stored and noted, newest first'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "note" -d 'Keep a note, a decision or a task; list and close tasks'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "peek" -d 'Outline a file: its purpose and public interface'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "context" -d 'Print what a new conversation needs: goal, errors, decisions'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "reflect" -d 'Summarise what happened: requests, decisions, failures, files'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "forget" -d 'Delete entries and their bytes for good'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "hub" -d 'Share entries with other machines through a Postgres'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "stats" -d 'Show how much was kept out of context windows'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "usage" -d 'Show tokens and money, files, tools and slow commands of the work'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "web" -d 'Look at what was run, found and saved, in a browser'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "mcp" -d 'Serve the tools over standard input and output (MCP)'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "init" -d 'Set up agents (shells, hooks, rules), or a shell\'s completions'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "doctor" -d 'Check the store, agents\' hooks, PATH, settings, recent errors'
complete -c ctx -n "__fish_ctx_needs_command" -f -a "agent" -d 'Start an agent with ctx beneath its shell, nothing installed'
complete -c ctx -n "__fish_ctx_using_subcommand run" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand run" -l intent -d 'Text or question to look for in the output; may also stand at the very end of the command' -r
complete -c ctx -n "__fish_ctx_using_subcommand run" -l timeout -d 'Stop the command and all its children after this time (90s, 5m, 1h30m); exit status 124' -r
complete -c ctx -n "__fish_ctx_using_subcommand run" -l budget -d 'Print about this many bytes at most (4096, 8k)' -r
complete -c ctx -n "__fish_ctx_using_subcommand run" -l label -d 'A name to find the entry by' -r
complete -c ctx -n "__fish_ctx_using_subcommand run" -s c -l shell -d 'Run this text with sh -c' -r
complete -c ctx -n "__fish_ctx_using_subcommand run" -l lang -d 'Run code in this language instead: a file, - for stdin, or -e' -r
complete -c ctx -n "__fish_ctx_using_subcommand run" -s e -l code -d 'With --lang: the code itself' -r
complete -c ctx -n "__fish_ctx_using_subcommand run" -l with -d 'Hand the command this file: its path is in CTX_FILE' -r -F
complete -c ctx -n "__fish_ctx_using_subcommand run" -l batch -d 'Several commands and questions in one call, from this file or stdin, a line each: run: CMD, search: WORDS, get: REF, peek: PATH and so on, or a JSON array of such lines; exit status 0 if every step ends with 0, else 1' -r -F
complete -c ctx -n "__fish_ctx_using_subcommand run" -l steps -d 'With --batch: the steps as text, for programs' -r
complete -c ctx -n "__fish_ctx_using_subcommand run" -l jobs -d 'With --batch: run up to this many neighbouring run steps in parallel' -r
complete -c ctx -n "__fish_ctx_using_subcommand run" -l split -d 'Store stdout and stderr separately; lines of stderr are marked'
complete -c ctx -n "__fish_ctx_using_subcommand run" -l no-store -d 'Store nothing: what is not printed is gone'
complete -c ctx -n "__fish_ctx_using_subcommand run" -l explain -d 'Before each line that is shown: its number and the rule that chose it'
complete -c ctx -n "__fish_ctx_using_subcommand run" -l json -d 'Print the report as one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand run" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand store" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand store" -l cmd -d 'The command that made the output' -r
complete -c ctx -n "__fish_ctx_using_subcommand store" -l exit -d 'How that command ended' -r
complete -c ctx -n "__fish_ctx_using_subcommand store" -l intent -d 'Text or question to look for in the output' -r
complete -c ctx -n "__fish_ctx_using_subcommand store" -l label -d 'A name to find the entry by' -r
complete -c ctx -n "__fish_ctx_using_subcommand store" -l budget -d 'Print about this many bytes at most (4096, 8k)' -r
complete -c ctx -n "__fish_ctx_using_subcommand store" -l agent -d 'With --import: the agent that wrote them' -r -f -a "auto\t''
claude-code\t''
codex\t''
gemini\t''
opencode\t''
copilot\t''
ctx\t''
other\t''"
complete -c ctx -n "__fish_ctx_using_subcommand store" -l since -d 'With --import: only what happened within this time (30m, 2h, 7d)' -r
complete -c ctx -n "__fish_ctx_using_subcommand store" -l format -d 'With --export: lines of JSON, or Markdown' -r -f -a "jsonl\t''
md\t''"
complete -c ctx -n "__fish_ctx_using_subcommand store" -l session -d 'With --export: only this session, by its name or the beginning of it' -r
complete -c ctx -n "__fish_ctx_using_subcommand store" -s p -l project -d 'With --export: only this project, or the one at this path' -r
complete -c ctx -n "__fish_ctx_using_subcommand store" -l tee -d 'Pass the bytes through unchanged; the reference goes to stderr'
complete -c ctx -n "__fish_ctx_using_subcommand store" -l explain -d 'Before each line that is shown: its number and the rule that chose it'
complete -c ctx -n "__fish_ctx_using_subcommand store" -l json -d 'Print the report as one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand store" -l document -d 'Keep files, or - for stdin, as documents for search: nothing of them is shown'
complete -c ctx -n "__fish_ctx_using_subcommand store" -l import -d 'Read agents\' transcripts into the store: those named, or all on this machine; again adds only what is new'
complete -c ctx -n "__fish_ctx_using_subcommand store" -l dry-run -d 'With --import: count only, write nothing'
complete -c ctx -n "__fish_ctx_using_subcommand store" -l export -d 'Print all entries and events in the store, secrets masked; --import reads the lines of --raw back'
complete -c ctx -n "__fish_ctx_using_subcommand store" -l raw -d 'With --export: the exact bytes, secrets included'
complete -c ctx -n "__fish_ctx_using_subcommand store" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand get" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand get" -l lines -d 'Only lines A to B (118:126, 118-126, 118:, :20, 1:40,90:120); of `sed -n 100,300p FILE`, the numbers of the file' -r
complete -c ctx -n "__fish_ctx_using_subcommand get" -l budget -d 'Print about this many bytes at most (default: 8k); with --rest: the budget that the digest was made with' -r
complete -c ctx -n "__fish_ctx_using_subcommand get" -l head -d 'Only the first N lines' -r
complete -c ctx -n "__fish_ctx_using_subcommand get" -l tail -d 'Only the last N lines' -r
complete -c ctx -n "__fish_ctx_using_subcommand get" -l grep -d 'Only lines that match this regular expression, with their numbers' -r
complete -c ctx -n "__fish_ctx_using_subcommand get" -s C -d 'With --grep: this many lines around each match' -r
complete -c ctx -n "__fish_ctx_using_subcommand get" -l intent -d 'The lines of the output that answer this' -r
complete -c ctx -n "__fish_ctx_using_subcommand get" -l until -d 'With --wait: until a line matches this regular expression' -r
complete -c ctx -n "__fish_ctx_using_subcommand get" -l timeout -d 'With --wait: at most this long (90s, 10m); exit status 124 if it still runs then' -r
complete -c ctx -n "__fish_ctx_using_subcommand get" -l rest -d 'Only what the digest left out'
complete -c ctx -n "__fish_ctx_using_subcommand get" -s i -l ignore-case -d 'With --grep: capital letters or not'
complete -c ctx -n "__fish_ctx_using_subcommand get" -l findings -d 'The errors and warnings found in the output, with their places and lines'
complete -c ctx -n "__fish_ctx_using_subcommand get" -l all -d 'No limit on how much is printed'
complete -c ctx -n "__fish_ctx_using_subcommand get" -l raw -d 'The exact bytes, unmasked and without limit'
complete -c ctx -n "__fish_ctx_using_subcommand get" -l stderr -d 'Only what the command wrote to its error stream; of an entry made with ctx run --split'
complete -c ctx -n "__fish_ctx_using_subcommand get" -l stdout -d 'Only what it wrote to its output stream'
complete -c ctx -n "__fish_ctx_using_subcommand get" -l follow -d 'Keep printing while the command runs'
complete -c ctx -n "__fish_ctx_using_subcommand get" -l wait -d 'Wait until the command ends, then print what matters; exit status 0 if it ended well, else 1'
complete -c ctx -n "__fish_ctx_using_subcommand get" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand get" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand search" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand search" -l grep -d 'Scan the text itself for this regular expression' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -s C -d 'This many lines around each line that is found' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -l budget -d 'Print about this many bytes at most, for all questions together' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -s n -l limit -d 'At most this many hits a question' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -l offset -d 'Skip this many hits' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -l in -d 'Only in this entry, or in entries with this label' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -l kind -d 'Only in entries of this kind (repeat it for several)' -r -f -a "run\t''
note\t''
doc\t''
file\t''
import\t''"
complete -c ctx -n "__fish_ctx_using_subcommand search" -l session -d 'Only in this session, or in the one named' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -l branch -d 'Only on this branch, or on the one named' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -s p -l project -d 'Only in this project, or in the one at this path' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -l since -d 'Only entries younger than this (2h, 7d, yesterday, 2026-03-01)' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -l until -d 'Only entries older than this' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -l cmd -d 'Only commands like this (`npm*`, `*test*`); without a star, commands that hold these words' -r
complete -c ctx -n "__fish_ctx_using_subcommand search" -s i -l ignore-case -d 'With --grep: capital letters or not, as it is with words'
complete -c ctx -n "__fish_ctx_using_subcommand search" -l failed -d 'Only commands that failed'
complete -c ctx -n "__fish_ctx_using_subcommand search" -l fixes -d 'With each failure, what was changed or run before the same command passed'
complete -c ctx -n "__fish_ctx_using_subcommand search" -l no-recency -d 'Do not prefer newer entries; for measurements'
complete -c ctx -n "__fish_ctx_using_subcommand search" -l again -d 'Answer in full even if the same was asked before'
complete -c ctx -n "__fish_ctx_using_subcommand search" -l complete -d 'Wait until everything is indexed, however much was imported'
complete -c ctx -n "__fish_ctx_using_subcommand search" -l in-background -d 'For `ctx store --import` and `ctx search`, which start it: index what waits while others go first'
complete -c ctx -n "__fish_ctx_using_subcommand search" -l hub -d 'Also in what other machines sent to the hub of this project'
complete -c ctx -n "__fish_ctx_using_subcommand search" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand search" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -l intent -d 'Text or question to look for in the page' -r
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -l budget -d 'Print about this many bytes at most (4096, 8k)' -r
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -l timeout -d 'Maximum total time' -r
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -l max-size -d 'Maximum size after decompression' -r
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -l raw -d 'Print the exact bytes of the body'
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -l again -d 'Fetch again even if the stored copy is fresh'
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -l allow-private -d 'Allow this machine and private networks, but not as the target of a redirect'
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand fetch" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand diff" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand diff" -l budget -d 'Print about this many bytes of a text diff at most (default: 8k)' -r
complete -c ctx -n "__fish_ctx_using_subcommand diff" -l text -d 'Compare the texts even if there are findings'
complete -c ctx -n "__fish_ctx_using_subcommand diff" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand diff" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand file; and not __fish_seen_subcommand_from read edit write undo status" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand file; and not __fish_seen_subcommand_from read edit write undo status" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand file; and not __fish_seen_subcommand_from read edit write undo status" -f -a "read" -d 'Print a file: in full the first time, later only what changed'
complete -c ctx -n "__fish_ctx_using_subcommand file; and not __fish_seen_subcommand_from read edit write undo status" -f -a "edit" -d 'Replace an exact text in a file'
complete -c ctx -n "__fish_ctx_using_subcommand file; and not __fish_seen_subcommand_from read edit write undo status" -f -a "write" -d 'Write a whole file; an existing file must have been read before'
complete -c ctx -n "__fish_ctx_using_subcommand file; and not __fish_seen_subcommand_from read edit write undo status" -f -a "undo" -d 'Revert the last edit or write of this session; run it again for the one before'
complete -c ctx -n "__fish_ctx_using_subcommand file; and not __fish_seen_subcommand_from read edit write undo status" -f -a "status" -d 'List the files of this session: the active one, the outlines, what changed on disk, what was saved'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from read" -l lines -d 'Only lines A to B (118:160, 118:, :20)' -r
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from read" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from read" -l full -d 'Print the whole text again'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from read" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from read" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from edit" -l old -d 'The text to replace' -r
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from edit" -l new -d 'The replacement' -r
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from edit" -l old-file -d 'The text to replace, from a file or - for stdin' -r -F
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from edit" -l new-file -d 'The replacement, from a file or - for stdin' -r -F
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from edit" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from edit" -l all -d 'Replace every occurrence'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from edit" -l force -d 'Edit even if the file has changed since it was read'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from edit" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from edit" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from write" -l text -d 'The text; a final newline is added if it is missing' -r
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from write" -l from -d 'Copy the bytes of this file' -r -F
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from write" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from write" -l parents -d 'Create missing directories'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from write" -l force -d 'Overwrite even a file that was not read, or has changed since'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from write" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from write" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from undo" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from undo" -l force -d 'Revert even if the file has changed since; its current text is kept in the store'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from undo" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from undo" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from status" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from status" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand file; and __fish_seen_subcommand_from status" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand fold" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand fold" -l price -d 'The prices that --replay decides by: a cached byte and a new one, of one that is neither' -r
complete -c ctx -n "__fish_ctx_using_subcommand fold" -l strength -d 'How much --replay folds, and how soon' -r -f -a "gentle\t''
usual\t''
hard\t''"
complete -c ctx -n "__fish_ctx_using_subcommand fold" -l replay -d 'Print the folds that would have been made, call by call, as JSON lines; nothing is stored or written'
complete -c ctx -n "__fish_ctx_using_subcommand fold" -l requests -d 'For an agent\'s plugin: a chat request a line on stdin, its folds a line on stdout'
complete -c ctx -n "__fish_ctx_using_subcommand fold" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand fold" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand help" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand help" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand history" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand history" -l timeline -d 'Entries around this one in time, oldest first' -r
complete -c ctx -n "__fish_ctx_using_subcommand history" -l kind -d 'Only entries of this kind' -r -f -a "run\t''
store\t''
file\t''
note\t''
doc\t''
import\t''"
complete -c ctx -n "__fish_ctx_using_subcommand history" -s n -l limit -d 'At most this many entries (default: 20)' -r
complete -c ctx -n "__fish_ctx_using_subcommand history" -l since -d 'Only entries younger than this (2h, 7d, yesterday, 2026-03-01)' -r
complete -c ctx -n "__fish_ctx_using_subcommand history" -l until -d 'Only entries older than this' -r
complete -c ctx -n "__fish_ctx_using_subcommand history" -l session -d 'Only entries of this session, or of the one named' -r
complete -c ctx -n "__fish_ctx_using_subcommand history" -s p -l project -d 'Entries of the project at this path (default: this one)' -r
complete -c ctx -n "__fish_ctx_using_subcommand history" -l pick -d 'Let a person pick an entry and print its reference or command only; for key bindings of shells' -r -f -a "reference\t''
command\t''"
complete -c ctx -n "__fish_ctx_using_subcommand history" -l failed -d 'Only commands that failed'
complete -c ctx -n "__fish_ctx_using_subcommand history" -l pinned -d 'Only entries that retention never deletes'
complete -c ctx -n "__fish_ctx_using_subcommand history" -l all-projects -d 'Entries of all projects'
complete -c ctx -n "__fish_ctx_using_subcommand history" -l hub -d 'Entries of all machines, from the hub of this project'
complete -c ctx -n "__fish_ctx_using_subcommand history" -l sessions -d 'Sessions instead: age, agent, branch, entries, last request'
complete -c ctx -n "__fish_ctx_using_subcommand history" -l json -d 'Print one JSON array'
complete -c ctx -n "__fish_ctx_using_subcommand history" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand note" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand note" -l title -d 'Title (default: the first line)' -r
complete -c ctx -n "__fish_ctx_using_subcommand note" -l pin -d 'Never delete it by retention, and show it first; with a reference, that stored output, which the text is about' -r
complete -c ctx -n "__fish_ctx_using_subcommand note" -l unpin -d 'Let retention delete this stored output again' -r
complete -c ctx -n "__fish_ctx_using_subcommand note" -l label -d 'A name for ctx get NAME: of the note, or of the stored output whose reference is the text' -r
complete -c ctx -n "__fish_ctx_using_subcommand note" -l supersedes -d 'The entry this note replaces' -r
complete -c ctx -n "__fish_ctx_using_subcommand note" -l done -d 'Close these tasks, bugs or errors: references, their numbers in the list, or a task\'s text' -r
complete -c ctx -n "__fish_ctx_using_subcommand note" -l decision -d 'Mark it as a decision: shown in the brief until a later one replaces it'
complete -c ctx -n "__fish_ctx_using_subcommand note" -l todo -d 'Mark it as a task: open until --done'
complete -c ctx -n "__fish_ctx_using_subcommand note" -l bug -d 'Mark it as a bug: open until --done'
complete -c ctx -n "__fish_ctx_using_subcommand note" -l json -d 'Print the note\'s reference, or the list, as JSON'
complete -c ctx -n "__fish_ctx_using_subcommand note" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand peek" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand peek" -l lang -d 'The language, if the file name does not tell' -r
complete -c ctx -n "__fish_ctx_using_subcommand peek" -l docs -d 'How much of each item\'s documentation' -r -f -a "none\t''
first\t''
full\t''"
complete -c ctx -n "__fish_ctx_using_subcommand peek" -l symbol -d 'Print the whole source of this item (open, Store::open), also found below a folder' -r
complete -c ctx -n "__fish_ctx_using_subcommand peek" -l depth -d 'Only this many levels of items, or of folders' -r
complete -c ctx -n "__fish_ctx_using_subcommand peek" -l budget -d 'Print about this many bytes at most (4096, 8k)' -r
complete -c ctx -n "__fish_ctx_using_subcommand peek" -l private -d 'Include items that are not public'
complete -c ctx -n "__fish_ctx_using_subcommand peek" -l json -d 'Print one JSON object a path'
complete -c ctx -n "__fish_ctx_using_subcommand peek" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand context" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand context" -s n -l limit -d 'At most this many lines a section' -r
complete -c ctx -n "__fish_ctx_using_subcommand context" -l budget -d 'At most this many bytes (default: 10240; with --save 2048, with --resume 1024 of what happened since)' -r
complete -c ctx -n "__fish_ctx_using_subcommand context" -l sections -d 'Which sections, each with its own limit where wanted (files=20)' -r
complete -c ctx -n "__fish_ctx_using_subcommand context" -l session -d 'Only this session, not the whole project' -r
complete -c ctx -n "__fish_ctx_using_subcommand context" -l compact -d 'Titles only, without references'
complete -c ctx -n "__fish_ctx_using_subcommand context" -l save -d 'Store the brief as it is now, for after the conversation has been compacted'
complete -c ctx -n "__fish_ctx_using_subcommand context" -l resume -d 'Print the brief that --save stored last, and what happened since'
complete -c ctx -n "__fish_ctx_using_subcommand context" -l dropped -d 'List what the conversation held and holds no longer (compacted, cleared), each with its reference'
complete -c ctx -n "__fish_ctx_using_subcommand context" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand context" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l session -d 'This session: its name or the beginning of it' -r
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l since -d 'Only work within this time (2h, 1d)' -r
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l until -d 'Only work before this time ago (1d: until yesterday at this hour)' -r
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l branch -d 'Only work on this branch' -r
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -s p -l project -d 'Everything in this project, or in the one at this path' -r
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l budget -d 'At most this many bytes' -r
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l all-projects -d 'Work in all projects'
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l hub -d 'Work on all machines, from the hub'
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l full -d 'No limit on how much is printed'
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand reflect" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand forget" -s p -l project -d 'Everything of this project, or of the one at this path' -r
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l session -d 'Everything of this session, or of the one named' -r
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l since -d 'Everything younger than this (30m, 2h, 7d), in this project unless --session or --all-projects says otherwise' -r
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l until -d 'Everything older than this, in this project unless --session or --all-projects says otherwise; with --prune: bytes older than this (7d)' -r
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l kind -d 'Only entries of this kind' -r -f -a "run\t''
store\t''
file\t''
note\t''
doc\t''
import\t''"
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l megabytes -d 'With --prune: the oldest bytes above this many stored megabytes' -r
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l all-projects -d 'Everything, in all projects'
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l prune -d 'Delete old bytes now, by the limits of ctx.toml or those given'
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l dry-run -d 'Delete nothing; say what would go, and how much room it takes'
complete -c ctx -n "__fish_ctx_using_subcommand forget" -s y -l yes -d 'Do not ask'
complete -c ctx -n "__fish_ctx_using_subcommand forget" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand forget" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "init" -d 'Make or migrate the hub\'s tables, and let others in'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "join" -d 'Use this hub from now on; the password stays in PGPASSWORD, ~/.pgpass or [hub] password_command'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "share" -d 'Let this project, or another, leave for the hub'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "unshare" -d 'Let nothing more of a project leave'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "sync" -d 'Send what waits, and fetch what others decided'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "status" -d 'Show how much waits, the last error, and who else is there'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "trust" -d 'Quote what another machine decided to new conversations, with its name'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "members" -d 'List the database users of the team, what they may do, and their machines'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "revoke" -d 'Let a database user in no more, or take nothing more from a machine; for the user who made the hub'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "leave" -d 'Use no hub any more'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "prune" -d 'Delete what is old on the hub: everybody\'s for the user who made it, else what this machine sent'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and not __fish_seen_subcommand_from init join share unshare sync status trust members revoke leave prune export" -f -a "export" -d 'Print everything on the hub as lines that ctx store --import reads'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from init" -l team -d 'The team that this is about' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from init" -l writer -d 'A database user who may write in the team' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from init" -l reader -d 'A database user who may only read' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from init" -l project -d 'Let them into this project of the team only, by its name on the hub' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from init" -l partitions -d 'Split every table that grows into so many parts by project; only when the tables are made' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from init" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from init" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from join" -l as -d 'Name of this machine on the hub (default: its host name)' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from join" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from join" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from share" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from share" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from unshare" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from unshare" -l forget -d 'Delete what this machine sent of it, too'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from unshare" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from sync" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from sync" -l quiet -d 'Print nothing'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from sync" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from sync" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from status" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from status" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from status" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from trust" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from trust" -l off -d 'Trust it no more'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from trust" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from members" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from members" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from members" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from revoke" -l machine -d 'A machine, by its name on the hub' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from revoke" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from revoke" -l forget -d 'Delete everything that the machine sent'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from revoke" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from leave" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from leave" -l forget -d 'Delete everything that this machine sent'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from leave" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from prune" -l days -d 'Entries older than this go; pinned ones and notes stay' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from prune" -l project -d 'Only this project, by its name on the hub' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from prune" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from prune" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from export" -l project -d 'Only this project, by its name on the hub' -r
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from export" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand hub; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l session -d 'Only this session, or the one named (--session=S)' -r
complete -c ctx -n "__fish_ctx_using_subcommand stats" -s p -l project -d 'Only this project (the default), or the one at this path' -r
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l since -d 'Only what was done since then (2h, 7d, yesterday, 2026-03-01)' -r
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l by -d 'Print one table in full' -r -f -a "command\t''
day\t''"
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l price -d 'Dollars a million tokens, if not those of the model used most: input,cache read,cache write,output' -r
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l all-projects -d 'Everything in the store'
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l retries -d 'Commands run again, or fetched whole, within five minutes: a digest that may have hidden too much'
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l missed -d 'Commands of imported history that ran without ctx, by what they would have saved'
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l fold -d 'What folding saved, and what the agents\' recorded sessions would have cost folded (docs/fold.md)'
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand stats" -l csv -d 'Print one table as CSV (RFC 4180)'
complete -c ctx -n "__fish_ctx_using_subcommand stats" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l session -d 'Only this session, or the one named (--session=S)' -r
complete -c ctx -n "__fish_ctx_using_subcommand usage" -s p -l project -d 'Only this project (the default), or the one at this path' -r
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l since -d 'Only what was done since then (2h, 7d, yesterday, 2026-03-01)' -r
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l by -d 'Tokens and money by day, project, session, model or agent' -r -f -a "day\t''
project\t''
session\t''
model\t''
agent\t''"
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l all-projects -d 'Everything in the store'
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l cost -d 'Tokens and money that models took, from imported transcripts'
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l files -d 'Files by how often they were changed and read'
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l tools -d 'Tools by how often they were called'
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l slow -d 'Commands by the time they took'
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand usage" -l csv -d 'Print one table as CSV (RFC 4180)'
complete -c ctx -n "__fish_ctx_using_subcommand usage" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand web" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand web" -l port -d 'The port (default: one that is free)' -r
complete -c ctx -n "__fish_ctx_using_subcommand web" -l export -d 'Write one session or entry to a file that opens in any browser, without ctx' -r
complete -c ctx -n "__fish_ctx_using_subcommand web" -l open -d 'Show it in the browser'
complete -c ctx -n "__fish_ctx_using_subcommand web" -l hub -d 'Show the entries of all machines, from the hub, instead of the local ones'
complete -c ctx -n "__fish_ctx_using_subcommand web" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and not __fish_seen_subcommand_from tools call" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and not __fish_seen_subcommand_from tools call" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and not __fish_seen_subcommand_from tools call" -f -a "tools" -d 'Print the tools as function declarations for a model'
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and not __fish_seen_subcommand_from tools call" -f -a "call" -d 'Run one tool as a model calls it: its name and its input as JSON'
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and __fish_seen_subcommand_from tools" -l format -d 'Which API\'s format' -r -f -a "mcp\t''
openai\t''
gemini\t''
anthropic\t''"
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and __fish_seen_subcommand_from tools" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and __fish_seen_subcommand_from tools" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and __fish_seen_subcommand_from call" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and __fish_seen_subcommand_from call" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand mcp; and __fish_seen_subcommand_from call" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand init" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand init" -l keys -d 'For a shell: the key binding of the picker in place of completions' -r -f -a "alt-r\t''
ctrl-r\t''"
complete -c ctx -n "__fish_ctx_using_subcommand init" -l plugin -d 'Write a Claude Code plugin into a directory instead, or renew the one there' -r -F
complete -c ctx -n "__fish_ctx_using_subcommand init" -l project -d 'For this project and everybody who works on it, not for all your projects'
complete -c ctx -n "__fish_ctx_using_subcommand init" -l dry-run -d 'Show what would change and change nothing'
complete -c ctx -n "__fish_ctx_using_subcommand init" -l uninstall -d 'Remove ctx: the files become what they were before'
complete -c ctx -n "__fish_ctx_using_subcommand init" -s y -l yes -d 'Do not ask'
complete -c ctx -n "__fish_ctx_using_subcommand init" -l instructions -d 'Only add a block to the agents\' instructions: prefix commands with ctx run; no hooks, no shell'
complete -c ctx -n "__fish_ctx_using_subcommand init" -l fold -d 'Start them with folding from now on, by functions in your shell\'s startup file (ctx agent NAME --fold)'
complete -c ctx -n "__fish_ctx_using_subcommand init" -l no-allow -d 'Add no rules that allow ctx get, search, peek, history and context'
complete -c ctx -n "__fish_ctx_using_subcommand init" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand doctor" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand doctor" -l secrets -d 'Only try the secret rules on this file: which of its lines would be masked, and by which rule' -r -F
complete -c ctx -n "__fish_ctx_using_subcommand doctor" -l deep -d 'Read every page and every stored byte as well, and hold them against their checksums'
complete -c ctx -n "__fish_ctx_using_subcommand doctor" -l json -d 'Print one JSON object'
complete -c ctx -n "__fish_ctx_using_subcommand doctor" -s h -l help -d 'Print help'
complete -c ctx -n "__fish_ctx_using_subcommand agent" -l color -d 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ctx -n "__fish_ctx_using_subcommand agent" -l fold -d 'Fold what its conversation no longer needs: its requests go through a proxy on this machine'
complete -c ctx -n "__fish_ctx_using_subcommand agent" -l fold-if-possible -d 'The same; where it is not possible, start the agent without it'
complete -c ctx -n "__fish_ctx_using_subcommand agent" -s h -l help -d 'Print help'

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
