
use builtin;
use str;

set edit:completion:arg-completer[ctx] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'ctx'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'ctx'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand run 'Run a command, store all its output, show what matters'
            cand store 'Store piped input, files or folders; --import: agents'' transcripts'
            cand get 'Print a stored output, by reference; --wait until it has ended'
            cand search 'Find anything that went through ctx'
            cand fetch 'Fetch a web page, store it, and show it as Markdown'
            cand diff 'Compare two entries: what is fixed, new or the same'
            cand file 'Read, edit and write files without printing them twice'
            cand fold 'Fold what a session no longer needs, without loss'
            cand help 'List the commands, or explain one'
            cand history 'List what was run, stored and noted, newest first'
            cand note 'Keep a note, a decision or a task; list and close tasks'
            cand peek 'Outline a file: its purpose and public interface'
            cand context 'Print what a new conversation needs: goal, errors, decisions'
            cand reflect 'Summarise what happened: requests, decisions, failures, files'
            cand forget 'Delete entries and their bytes for good'
            cand hub 'Share entries with other machines through a Postgres'
            cand stats 'Show how much was kept out of context windows'
            cand usage 'Show tokens and money, files, tools and slow commands of the work'
            cand web 'Look at what was run, found and saved, in a browser'
            cand mcp 'Serve the tools over standard input and output (MCP)'
            cand init 'Set up agents (shells, hooks, rules), or a shell''s completions'
            cand doctor 'Check the store, agents'' hooks, PATH, settings, recent errors'
            cand agent 'Start an agent with ctx beneath its shell, nothing installed'
        }
        &'ctx;run'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --intent 'Text or question to look for in the output; may also stand at the very end of the command'
            cand --timeout 'Stop the command and all its children after this time (90s, 5m, 1h30m); exit status 124'
            cand --budget 'Print about this many bytes at most (4096, 8k)'
            cand --label 'A name to find the entry by'
            cand -c 'Run this text with sh -c'
            cand --shell 'Run this text with sh -c'
            cand --lang 'Run code in this language instead: a file, - for stdin, or -e'
            cand -e 'With --lang: the code itself'
            cand --code 'With --lang: the code itself'
            cand --with 'Hand the command this file: its path is in CTX_FILE'
            cand --batch 'Several commands and questions in one call, from this file or stdin, a line each: run: CMD, search: WORDS, get: REF, peek: PATH and so on, or a JSON array of such lines; exit status 0 if every step ends with 0, else 1'
            cand --steps 'With --batch: the steps as text, for programs'
            cand --jobs 'With --batch: run up to this many neighbouring run steps in parallel'
            cand --split 'Store stdout and stderr separately; lines of stderr are marked'
            cand --no-store 'Store nothing: what is not printed is gone'
            cand --explain 'Before each line that is shown: its number and the rule that chose it'
            cand --json 'Print the report as one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;store'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --cmd 'The command that made the output'
            cand --exit 'How that command ended'
            cand --intent 'Text or question to look for in the output'
            cand --label 'A name to find the entry by'
            cand --budget 'Print about this many bytes at most (4096, 8k)'
            cand --agent 'With --import: the agent that wrote them'
            cand --since 'With --import: only what happened within this time (30m, 2h, 7d)'
            cand --format 'With --export: lines of JSON, or Markdown'
            cand --session 'With --export: only this session, by its name or the beginning of it'
            cand -p 'With --export: only this project, or the one at this path'
            cand --project 'With --export: only this project, or the one at this path'
            cand --tee 'Pass the bytes through unchanged; the reference goes to stderr'
            cand --explain 'Before each line that is shown: its number and the rule that chose it'
            cand --json 'Print the report as one JSON object'
            cand --document 'Keep files, or - for stdin, as documents for search: nothing of them is shown'
            cand --import 'Read agents'' transcripts into the store: those named, or all on this machine; again adds only what is new'
            cand --dry-run 'With --import: count only, write nothing'
            cand --export 'Print all entries and events in the store, secrets masked; --import reads the lines of --raw back'
            cand --raw 'With --export: the exact bytes, secrets included'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;get'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --lines 'Only lines A to B (118:126, 118-126, 118:, :20, 1:40,90:120); of `sed -n 100,300p FILE`, the numbers of the file'
            cand --budget 'Print about this many bytes at most (default: 8k); with --rest: the budget that the digest was made with'
            cand --head 'Only the first N lines'
            cand --tail 'Only the last N lines'
            cand --grep 'Only lines that match this regular expression, with their numbers'
            cand -C 'With --grep: this many lines around each match'
            cand --intent 'The lines of the output that answer this'
            cand --until 'With --wait: until a line matches this regular expression'
            cand --timeout 'With --wait: at most this long (90s, 10m); exit status 124 if it still runs then'
            cand --rest 'Only what the digest left out'
            cand -i 'With --grep: capital letters or not'
            cand --ignore-case 'With --grep: capital letters or not'
            cand --findings 'The errors and warnings found in the output, with their places and lines'
            cand --all 'No limit on how much is printed'
            cand --raw 'The exact bytes, unmasked and without limit'
            cand --stderr 'Only what the command wrote to its error stream; of an entry made with ctx run --split'
            cand --stdout 'Only what it wrote to its output stream'
            cand --follow 'Keep printing while the command runs'
            cand --wait 'Wait until the command ends, then print what matters; exit status 0 if it ended well, else 1'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;search'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --grep 'Scan the text itself for this regular expression'
            cand -C 'This many lines around each line that is found'
            cand --budget 'Print about this many bytes at most, for all questions together'
            cand -n 'At most this many hits a question'
            cand --limit 'At most this many hits a question'
            cand --offset 'Skip this many hits'
            cand --in 'Only in this entry, or in entries with this label'
            cand --kind 'Only in entries of this kind (repeat it for several)'
            cand --session 'Only in this session, or in the one named'
            cand --branch 'Only on this branch, or on the one named'
            cand -p 'Only in this project, or in the one at this path'
            cand --project 'Only in this project, or in the one at this path'
            cand --since 'Only entries younger than this (2h, 7d, yesterday, 2026-03-01)'
            cand --until 'Only entries older than this'
            cand --cmd 'Only commands like this (`npm*`, `*test*`); without a star, commands that hold these words'
            cand -i 'With --grep: capital letters or not, as it is with words'
            cand --ignore-case 'With --grep: capital letters or not, as it is with words'
            cand --failed 'Only commands that failed'
            cand --fixes 'With each failure, what was changed or run before the same command passed'
            cand --no-recency 'Do not prefer newer entries; for measurements'
            cand --again 'Answer in full even if the same was asked before'
            cand --complete 'Wait until everything is indexed, however much was imported'
            cand --in-background 'For `ctx store --import` and `ctx search`, which start it: index what waits while others go first'
            cand --hub 'Also in what other machines sent to the hub of this project'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;fetch'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --intent 'Text or question to look for in the page'
            cand --budget 'Print about this many bytes at most (4096, 8k)'
            cand --timeout 'Maximum total time'
            cand --max-size 'Maximum size after decompression'
            cand --raw 'Print the exact bytes of the body'
            cand --again 'Fetch again even if the stored copy is fresh'
            cand --allow-private 'Allow this machine and private networks, but not as the target of a redirect'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;diff'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --budget 'Print about this many bytes of a text diff at most (default: 8k)'
            cand --text 'Compare the texts even if there are findings'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;file'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
            cand read 'Print a file: in full the first time, later only what changed'
            cand edit 'Replace an exact text in a file'
            cand write 'Write a whole file; an existing file must have been read before'
            cand undo 'Revert the last edit or write of this session; run it again for the one before'
            cand status 'List the files of this session: the active one, the outlines, what changed on disk, what was saved'
        }
        &'ctx;file;read'= {
            cand --lines 'Only lines A to B (118:160, 118:, :20)'
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --full 'Print the whole text again'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;file;edit'= {
            cand --old 'The text to replace'
            cand --new 'The replacement'
            cand --old-file 'The text to replace, from a file or - for stdin'
            cand --new-file 'The replacement, from a file or - for stdin'
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --all 'Replace every occurrence'
            cand --force 'Edit even if the file has changed since it was read'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;file;write'= {
            cand --text 'The text; a final newline is added if it is missing'
            cand --from 'Copy the bytes of this file'
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --parents 'Create missing directories'
            cand --force 'Overwrite even a file that was not read, or has changed since'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;file;undo'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --force 'Revert even if the file has changed since; its current text is kept in the store'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;file;status'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;fold'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --price 'The prices that --replay decides by: a cached byte and a new one, of one that is neither'
            cand --strength 'How much --replay folds, and how soon'
            cand --replay 'Print the folds that would have been made, call by call, as JSON lines; nothing is stored or written'
            cand --requests 'For an agent''s plugin: a chat request a line on stdin, its folds a line on stdout'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;help'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;history'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --timeline 'Entries around this one in time, oldest first'
            cand --kind 'Only entries of this kind'
            cand -n 'At most this many entries (default: 20)'
            cand --limit 'At most this many entries (default: 20)'
            cand --since 'Only entries younger than this (2h, 7d, yesterday, 2026-03-01)'
            cand --until 'Only entries older than this'
            cand --session 'Only entries of this session, or of the one named'
            cand -p 'Entries of the project at this path (default: this one)'
            cand --project 'Entries of the project at this path (default: this one)'
            cand --pick 'Let a person pick an entry and print its reference or command only; for key bindings of shells'
            cand --failed 'Only commands that failed'
            cand --pinned 'Only entries that retention never deletes'
            cand --all-projects 'Entries of all projects'
            cand --hub 'Entries of all machines, from the hub of this project'
            cand --sessions 'Sessions instead: age, agent, branch, entries, last request'
            cand --json 'Print one JSON array'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;note'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --title 'Title (default: the first line)'
            cand --pin 'Never delete it by retention, and show it first; with a reference, that stored output, which the text is about'
            cand --unpin 'Let retention delete this stored output again'
            cand --label 'A name for ctx get NAME: of the note, or of the stored output whose reference is the text'
            cand --supersedes 'The entry this note replaces'
            cand --done 'Close these tasks, bugs or errors: references, their numbers in the list, or a task''s text'
            cand --decision 'Mark it as a decision: shown in the brief until a later one replaces it'
            cand --todo 'Mark it as a task: open until --done'
            cand --bug 'Mark it as a bug: open until --done'
            cand --json 'Print the note''s reference, or the list, as JSON'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;peek'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --lang 'The language, if the file name does not tell'
            cand --docs 'How much of each item''s documentation'
            cand --symbol 'Print the whole source of this item (open, Store::open), also found below a folder'
            cand --depth 'Only this many levels of items, or of folders'
            cand --budget 'Print about this many bytes at most (4096, 8k)'
            cand --private 'Include items that are not public'
            cand --json 'Print one JSON object a path'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;context'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -n 'At most this many lines a section'
            cand --limit 'At most this many lines a section'
            cand --budget 'At most this many bytes (default: 10240; with --save 2048, with --resume 1024 of what happened since)'
            cand --sections 'Which sections, each with its own limit where wanted (files=20)'
            cand --session 'Only this session, not the whole project'
            cand --compact 'Titles only, without references'
            cand --save 'Store the brief as it is now, for after the conversation has been compacted'
            cand --resume 'Print the brief that --save stored last, and what happened since'
            cand --dropped 'List what the conversation held and holds no longer (compacted, cleared), each with its reference'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;reflect'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --session 'This session: its name or the beginning of it'
            cand --since 'Only work within this time (2h, 1d)'
            cand --until 'Only work before this time ago (1d: until yesterday at this hour)'
            cand --branch 'Only work on this branch'
            cand -p 'Everything in this project, or in the one at this path'
            cand --project 'Everything in this project, or in the one at this path'
            cand --budget 'At most this many bytes'
            cand --all-projects 'Work in all projects'
            cand --hub 'Work on all machines, from the hub'
            cand --full 'No limit on how much is printed'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;forget'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -p 'Everything of this project, or of the one at this path'
            cand --project 'Everything of this project, or of the one at this path'
            cand --session 'Everything of this session, or of the one named'
            cand --since 'Everything younger than this (30m, 2h, 7d), in this project unless --session or --all-projects says otherwise'
            cand --until 'Everything older than this, in this project unless --session or --all-projects says otherwise; with --prune: bytes older than this (7d)'
            cand --kind 'Only entries of this kind'
            cand --megabytes 'With --prune: the oldest bytes above this many stored megabytes'
            cand --all-projects 'Everything, in all projects'
            cand --prune 'Delete old bytes now, by the limits of ctx.toml or those given'
            cand --dry-run 'Delete nothing; say what would go, and how much room it takes'
            cand -y 'Do not ask'
            cand --yes 'Do not ask'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
            cand init 'Make or migrate the hub''s tables, and let others in'
            cand join 'Use this hub from now on; the password stays in PGPASSWORD, ~/.pgpass or [hub] password_command'
            cand share 'Let this project, or another, leave for the hub'
            cand unshare 'Let nothing more of a project leave'
            cand sync 'Send what waits, and fetch what others decided'
            cand status 'Show how much waits, the last error, and who else is there'
            cand trust 'Quote what another machine decided to new conversations, with its name'
            cand members 'List the database users of the team, what they may do, and their machines'
            cand revoke 'Let a database user in no more, or take nothing more from a machine; for the user who made the hub'
            cand leave 'Use no hub any more'
            cand prune 'Delete what is old on the hub: everybody''s for the user who made it, else what this machine sent'
            cand export 'Print everything on the hub as lines that ctx store --import reads'
        }
        &'ctx;hub;init'= {
            cand --team 'The team that this is about'
            cand --writer 'A database user who may write in the team'
            cand --reader 'A database user who may only read'
            cand --project 'Let them into this project of the team only, by its name on the hub'
            cand --partitions 'Split every table that grows into so many parts by project; only when the tables are made'
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;join'= {
            cand --as 'Name of this machine on the hub (default: its host name)'
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;share'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;unshare'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --forget 'Delete what this machine sent of it, too'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;sync'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --quiet 'Print nothing'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;status'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;trust'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --off 'Trust it no more'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;members'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;revoke'= {
            cand --machine 'A machine, by its name on the hub'
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --forget 'Delete everything that the machine sent'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;leave'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --forget 'Delete everything that this machine sent'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;prune'= {
            cand --days 'Entries older than this go; pinned ones and notes stay'
            cand --project 'Only this project, by its name on the hub'
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;hub;export'= {
            cand --project 'Only this project, by its name on the hub'
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;stats'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --session 'Only this session, or the one named (--session=S)'
            cand -p 'Only this project (the default), or the one at this path'
            cand --project 'Only this project (the default), or the one at this path'
            cand --since 'Only what was done since then (2h, 7d, yesterday, 2026-03-01)'
            cand --by 'Print one table in full'
            cand --price 'Dollars a million tokens, if not those of the model used most: input,cache read,cache write,output'
            cand --all-projects 'Everything in the store'
            cand --retries 'Commands run again, or fetched whole, within five minutes: a digest that may have hidden too much'
            cand --missed 'Commands of imported history that ran without ctx, by what they would have saved'
            cand --fold 'What folding saved, and what the agents'' recorded sessions would have cost folded (docs/fold.md)'
            cand --json 'Print one JSON object'
            cand --csv 'Print one table as CSV (RFC 4180)'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;usage'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --session 'Only this session, or the one named (--session=S)'
            cand -p 'Only this project (the default), or the one at this path'
            cand --project 'Only this project (the default), or the one at this path'
            cand --since 'Only what was done since then (2h, 7d, yesterday, 2026-03-01)'
            cand --by 'Tokens and money by day, project, session, model or agent'
            cand --all-projects 'Everything in the store'
            cand --cost 'Tokens and money that models took, from imported transcripts'
            cand --files 'Files by how often they were changed and read'
            cand --tools 'Tools by how often they were called'
            cand --slow 'Commands by the time they took'
            cand --json 'Print one JSON object'
            cand --csv 'Print one table as CSV (RFC 4180)'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;web'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --port 'The port (default: one that is free)'
            cand --export 'Write one session or entry to a file that opens in any browser, without ctx'
            cand --open 'Show it in the browser'
            cand --hub 'Show the entries of all machines, from the hub, instead of the local ones'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;mcp'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
            cand tools 'Print the tools as function declarations for a model'
            cand call 'Run one tool as a model calls it: its name and its input as JSON'
        }
        &'ctx;mcp;tools'= {
            cand --format 'Which API''s format'
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;mcp;call'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;init'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --keys 'For a shell: the key binding of the picker in place of completions'
            cand --plugin 'Write a Claude Code plugin into a directory instead, or renew the one there'
            cand --project 'For this project and everybody who works on it, not for all your projects'
            cand --dry-run 'Show what would change and change nothing'
            cand --uninstall 'Remove ctx: the files become what they were before'
            cand -y 'Do not ask'
            cand --yes 'Do not ask'
            cand --instructions 'Only add a block to the agents'' instructions: prefix commands with ctx run; no hooks, no shell'
            cand --fold 'Start them with folding from now on, by functions in your shell''s startup file (ctx agent NAME --fold)'
            cand --no-allow 'Add no rules that allow ctx get, search, peek, history and context'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;doctor'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --secrets 'Only try the secret rules on this file: which of its lines would be masked, and by which rule'
            cand --deep 'Read every page and every stored byte as well, and hold them against their checksums'
            cand --json 'Print one JSON object'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'ctx;agent'= {
            cand --color 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never'
            cand --fold 'Fold what its conversation no longer needs: its requests go through a proxy on this machine'
            cand --fold-if-possible 'The same; where it is not possible, start the agent without it'
            cand -h 'Print help'
            cand --help 'Print help'
        }
    ]
    $completions[$command]
}
