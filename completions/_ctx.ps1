
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'ctx' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'ctx'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'ctx' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Run a command, keep all it prints, show what matters')
            [CompletionResult]::new('batch', 'batch', [CompletionResultType]::ParameterValue, 'Run several commands and questions in one call')
            [CompletionResult]::new('store', 'store', [CompletionResultType]::ParameterValue, 'Keep what comes through a pipe, or files, and show what matters')
            [CompletionResult]::new('get', 'get', [CompletionResultType]::ParameterValue, 'Print what was kept, by reference')
            [CompletionResult]::new('search', 'search', [CompletionResultType]::ParameterValue, 'Find anything that went through ctx')
            [CompletionResult]::new('index', 'index', [CompletionResultType]::ParameterValue, 'Make documents searchable: files, folders, or what comes through a pipe')
            [CompletionResult]::new('fetch', 'fetch', [CompletionResultType]::ParameterValue, 'Fetch a web page: kept, searchable, its Markdown shown as far as there is room')
            [CompletionResult]::new('digest', 'digest', [CompletionResultType]::ParameterValue, 'Try the digest on a file: what would be shown, and which rule chose it')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare two runs by their findings: fixed, new, same')
            [CompletionResult]::new('history', 'history', [CompletionResultType]::ParameterValue, 'List what was run, stored and noted, newest first')
            [CompletionResult]::new('read', 'read', [CompletionResultType]::ParameterValue, 'Print a file: all of it once, later what has changed in it')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Replace an exact text in a file, or apply a patch to it')
            [CompletionResult]::new('write', 'write', [CompletionResultType]::ParameterValue, 'Write a whole file; one that exists must have been read before')
            [CompletionResult]::new('undo', 'undo', [CompletionResultType]::ParameterValue, 'Take back the last edit or write of this session; again for the one before it')
            [CompletionResult]::new('status', 'status', [CompletionResultType]::ParameterValue, 'List the files of this session: the active one, the outlines, what changed on disk, what was saved')
            [CompletionResult]::new('note', 'note', [CompletionResultType]::ParameterValue, 'Keep a note: a decision, a finding, a reason')
            [CompletionResult]::new('peek', 'peek', [CompletionResultType]::ParameterValue, 'Show what a file offers without reading it: its purpose and public interface')
            [CompletionResult]::new('todo', 'todo', [CompletionResultType]::ParameterValue, 'List open tasks and bugs, or mark one as done')
            [CompletionResult]::new('sessions', 'sessions', [CompletionResultType]::ParameterValue, 'List sessions: age, agent, project, branch, entries, last request')
            [CompletionResult]::new('context', 'context', [CompletionResultType]::ParameterValue, 'Print the brief: last request, errors, tasks, decisions, files, git, runs')
            [CompletionResult]::new('snapshot', 'snapshot', [CompletionResultType]::ParameterValue, 'Keep the brief as it is now; ctx resume prints it again')
            [CompletionResult]::new('resume', 'resume', [CompletionResultType]::ParameterValue, 'Print the last snapshot and what happened since')
            [CompletionResult]::new('reflect', 'reflect', [CompletionResultType]::ParameterValue, 'Tell what happened: requests, decisions, failures and how they were resolved, files, what is open')
            [CompletionResult]::new('import', 'import', [CompletionResultType]::ParameterValue, 'Read agents'' transcripts into the store: prompts, outputs, edits, summaries')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write entries and events out, masked unless --raw')
            [CompletionResult]::new('forget', 'forget', [CompletionResultType]::ParameterValue, 'Delete entries and their bytes for good, or let go of a file that was read')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Show what was saved, and what it cost')
            [CompletionResult]::new('mcp', 'mcp', [CompletionResultType]::ParameterValue, 'Serve the tools over standard input and output (MCP)')
            [CompletionResult]::new('tools', 'tools', [CompletionResultType]::ParameterValue, 'Print the tools as function declarations for a model')
            [CompletionResult]::new('call', 'call', [CompletionResultType]::ParameterValue, 'Run one tool as a model calls it: its name and its input as JSON')
            [CompletionResult]::new('prune', 'prune', [CompletionResultType]::ParameterValue, 'Let old bytes go; summaries, notes and pinned entries stay')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Install ctx into agents: beneath their shells, as hooks that observe, and a short block in their instructions')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Check the store, the hooks of agents (each is tried out), PATH, settings and the last errors')
            [CompletionResult]::new('agent', 'agent', [CompletionResultType]::ParameterValue, 'Start an agent with ctx beneath its shell, and nothing installed')
            [CompletionResult]::new('hook', 'hook', [CompletionResultType]::ParameterValue, 'Answer an agent''s hook: its payload on stdin, what it accepts on stdout')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script for a shell')
            break
        }
        'ctx;run' {
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'What you are looking for in the output; also understood at the very end of the command')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'End the command and all it started after this time (90s, 5m, 1h30m); exit status 124')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (4096, 8k)')
            [CompletionResult]::new('--label', '--label', [CompletionResultType]::ParameterName, 'A name to find the entry by')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Run this text with sh -c')
            [CompletionResult]::new('--shell', '--shell', [CompletionResultType]::ParameterName, 'Run this text with sh -c')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Run code in this language instead: a file, - for stdin, or -e')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'With --lang: the code itself')
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'With --lang: the code itself')
            [CompletionResult]::new('--with', '--with', [CompletionResultType]::ParameterName, 'Hand the command this file: its path is in CTX_FILE')
            [CompletionResult]::new('--split', '--split', [CompletionResultType]::ParameterName, 'Keep stdout and stderr apart; lines of stderr are marked')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Store nothing: what is not printed is gone')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the report as one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;batch' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'The steps themselves')
            [CompletionResult]::new('--steps', '--steps', [CompletionResultType]::ParameterName, 'The steps themselves')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Neighbouring runs at once')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most, for all steps together (4096, 8k)')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;store' {
            [CompletionResult]::new('--cmd', '--cmd', [CompletionResultType]::ParameterName, 'The command that made the output')
            [CompletionResult]::new('--exit', '--exit', [CompletionResultType]::ParameterName, 'How that command ended')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'What you are looking for in the output')
            [CompletionResult]::new('--label', '--label', [CompletionResultType]::ParameterName, 'A name to find the entry by')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (4096, 8k)')
            [CompletionResult]::new('--tee', '--tee', [CompletionResultType]::ParameterName, 'Pass the bytes through unchanged; the reference goes to stderr')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the report as one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;get' {
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Only lines A to B (118:126, 118:, :20)')
            [CompletionResult]::new('--head', '--head', [CompletionResultType]::ParameterName, 'Only the first N lines')
            [CompletionResult]::new('--tail', '--tail', [CompletionResultType]::ParameterName, 'Only the last N lines')
            [CompletionResult]::new('--grep', '--grep', [CompletionResultType]::ParameterName, 'Only lines that match this regular expression, with their numbers')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'With --grep: this many lines around each match')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'The lines of the output that answer this')
            [CompletionResult]::new('--stream', '--stream', [CompletionResultType]::ParameterName, 'Of an entry made with --split: only this stream (out, err), as exact bytes')
            [CompletionResult]::new('--findings', '--findings', [CompletionResultType]::ParameterName, 'What was found in the output: errors and warnings with their places and lines')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'No limit on how much is printed')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'The exact bytes, unmasked and without limit')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Go on printing while the command still runs')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;search' {
            [CompletionResult]::new('--grep', '--grep', [CompletionResultType]::ParameterName, 'Scan the text itself for this regular expression')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most, for all questions together')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many hits a question')
            [CompletionResult]::new('--offset', '--offset', [CompletionResultType]::ParameterName, 'Leave out this many hits')
            [CompletionResult]::new('--in', '--in', [CompletionResultType]::ParameterName, 'Only in this entry, or in entries with this label')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only in entries of this kind (repeat it for several)')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only in this session, or in the one named')
            [CompletionResult]::new('--branch', '--branch', [CompletionResultType]::ParameterName, 'Only on this branch, or on the one named')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Only in this project, or in the one at this path')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only entries younger than this (30m, 2h, 7d)')
            [CompletionResult]::new('--cmd', '--cmd', [CompletionResultType]::ParameterName, 'Only commands like this (`npm*`, `*test*`)')
            [CompletionResult]::new('--failed', '--failed', [CompletionResultType]::ParameterName, 'Only commands that failed')
            [CompletionResult]::new('--no-recency', '--no-recency', [CompletionResultType]::ParameterName, 'Newer entries are no better than older ones')
            [CompletionResult]::new('--again', '--again', [CompletionResultType]::ParameterName, 'Answer in full, though the same was asked before')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;index' {
            [CompletionResult]::new('--label', '--label', [CompletionResultType]::ParameterName, 'A name to find these documents by: ctx search --in NAME')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the figures as one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;fetch' {
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'What you are looking for in it')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (4096, 8k)')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest it may take in all')
            [CompletionResult]::new('--max-size', '--max-size', [CompletionResultType]::ParameterName, 'The most it may be, unpacked')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Print the very bytes of the body, whatever they are')
            [CompletionResult]::new('--again', '--again', [CompletionResultType]::ParameterName, 'Ask the server, however fresh it is')
            [CompletionResult]::new('--allow-private', '--allow-private', [CompletionResultType]::ParameterName, 'Also where the host is this machine or in a private network; not where it redirects to')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;digest' {
            [CompletionResult]::new('--cmd', '--cmd', [CompletionResultType]::ParameterName, 'The command that made the output')
            [CompletionResult]::new('--exit', '--exit', [CompletionResultType]::ParameterName, 'How that command ended')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'What you are looking for in the output')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (4096, 8k)')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Before each line: its number and the rule that chose it')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;diff' {
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;history' {
            [CompletionResult]::new('--timeline', '--timeline', [CompletionResultType]::ParameterName, 'What happened around this entry, oldest first')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only entries of this kind')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many entries (default: 20)')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only entries younger than this (30m, 2h, 7d)')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only entries of this session')
            [CompletionResult]::new('--failed', '--failed', [CompletionResultType]::ParameterName, 'Only commands that failed')
            [CompletionResult]::new('--all-projects', '--all-projects', [CompletionResultType]::ParameterName, 'Not only those of this project')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON array')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;read' {
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Only lines A to B (118:160, 118:, :20)')
            [CompletionResult]::new('--full', '--full', [CompletionResultType]::ParameterName, 'The whole text, whatever was printed of it before')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;edit' {
            [CompletionResult]::new('--old', '--old', [CompletionResultType]::ParameterName, 'The text to replace')
            [CompletionResult]::new('--new', '--new', [CompletionResultType]::ParameterName, 'What takes its place')
            [CompletionResult]::new('--old-file', '--old-file', [CompletionResultType]::ParameterName, 'The text to replace, from a file or - for stdin')
            [CompletionResult]::new('--new-file', '--new-file', [CompletionResultType]::ParameterName, 'What takes its place, from a file or - for stdin')
            [CompletionResult]::new('--patch', '--patch', [CompletionResultType]::ParameterName, 'A unified diff for this file, from a file or - for stdin')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Every place where the old text stands')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Also when the file has changed since it was read')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;write' {
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'The text; a line end is added to one that has none at its end')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'The file whose bytes are taken')
            [CompletionResult]::new('--parents', '--parents', [CompletionResultType]::ParameterName, 'Make missing directories')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Also over a file that was not read, or has changed since')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;undo' {
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Also when the file has changed since; what it is now is kept in the store')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;status' {
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;note' {
            [CompletionResult]::new('--title', '--title', [CompletionResultType]::ParameterName, 'Its title; by default its first line')
            [CompletionResult]::new('--supersedes', '--supersedes', [CompletionResultType]::ParameterName, 'The entry that this note replaces')
            [CompletionResult]::new('--pin', '--pin', [CompletionResultType]::ParameterName, 'Never let it go by retention, and show it first')
            [CompletionResult]::new('--decision', '--decision', [CompletionResultType]::ParameterName, 'It is a decision: shown in the brief until a later one overtakes it')
            [CompletionResult]::new('--todo', '--todo', [CompletionResultType]::ParameterName, 'It is a task: open until ctx todo done')
            [CompletionResult]::new('--bug', '--bug', [CompletionResultType]::ParameterName, 'It is a bug: open until ctx todo done')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the note''s reference as one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;peek' {
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'The language, where the file''s name does not tell')
            [CompletionResult]::new('--docs', '--docs', [CompletionResultType]::ParameterName, 'How much of each item''s documentation')
            [CompletionResult]::new('--symbol', '--symbol', [CompletionResultType]::ParameterName, 'Print the whole source of this item (open, Store::open), also found below a folder')
            [CompletionResult]::new('--depth', '--depth', [CompletionResultType]::ParameterName, 'Only this many levels of items, or of folders')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (4096, 8k)')
            [CompletionResult]::new('--private', '--private', [CompletionResultType]::ParameterName, 'Also what is not public')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object a path')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;todo' {
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('done', 'done', [CompletionResultType]::ParameterValue, 'Mark tasks, bugs or errors as done')
            break
        }
        'ctx;todo;done' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;sessions' {
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many')
            [CompletionResult]::new('--all-projects', '--all-projects', [CompletionResultType]::ParameterName, 'Not only those of this project')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON array')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;context' {
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many lines a section')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'At most this many bytes')
            [CompletionResult]::new('--sections', '--sections', [CompletionResultType]::ParameterName, 'Which sections, each with its own limit where wanted (files=20)')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session, not the whole project')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'text, xml or json')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Titles only, without references')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'The same as --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;snapshot' {
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session, not the whole project')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'At most this many bytes')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;resume' {
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'The snapshot of this session')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'At most this many bytes of what happened since')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;reflect' {
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'This session: its name or the beginning of it')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'What happened within this time (2h, 1d)')
            [CompletionResult]::new('--branch', '--branch', [CompletionResultType]::ParameterName, 'What happened on this branch')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'At most this many bytes')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Everything in this project')
            [CompletionResult]::new('--full', '--full', [CompletionResultType]::ParameterName, 'No limit on how much is printed')
            [CompletionResult]::new('--stats', '--stats', [CompletionResultType]::ParameterName, 'Draw when it happened')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;import' {
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Whose transcripts they are')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only what happened within this time (30m, 2h, 7d)')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Count what there is and write nothing')
            [CompletionResult]::new('--watch', '--watch', [CompletionResultType]::ParameterName, 'Go on importing what agents write, until interrupted')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print what was done as one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;export' {
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session: its name or the beginning of it')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Lines of JSON, or Markdown')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Only this project, not every one')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'The exact bytes, secrets included')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;forget' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Everything of this project, or of the one at this path')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Everything of this session, or of the one named')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Everything younger than this (30m, 2h, 7d), in this project unless --session or --all says otherwise')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Everything there is, of all projects')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;stats' {
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session, or the one named (--session=S)')
            [CompletionResult]::new('--by', '--by', [CompletionResultType]::ParameterName, 'One table, all of it')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Only this project (the default)')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Everything in the store')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Commands run again, or fetched whole, within five minutes: a digest that may have hidden too much')
            [CompletionResult]::new('--missed', '--missed', [CompletionResultType]::ParameterName, 'Commands of imported history that ran without ctx, by what they would have saved')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('--csv', '--csv', [CompletionResultType]::ParameterName, 'Print one table as CSV (RFC 4180)')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;mcp' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;tools' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Whose form')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;call' {
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;prune' {
            [CompletionResult]::new('--days', '--days', [CompletionResultType]::ParameterName, 'Bytes older than this many days go')
            [CompletionResult]::new('--megabytes', '--megabytes', [CompletionResultType]::ParameterName, 'Above this many stored megabytes the oldest go')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the result as one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;init' {
            [CompletionResult]::new('--plugin', '--plugin', [CompletionResultType]::ParameterName, 'Write a Claude Code plugin into a directory instead, or renew the one there')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'In this project, for everybody who works on it')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'In all projects of yours (the default)')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change and change nothing')
            [CompletionResult]::new('--uninstall', '--uninstall', [CompletionResultType]::ParameterName, 'Take ctx out again: files are as they were before')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--instructions', '--instructions', [CompletionResultType]::ParameterName, 'Only a block in the agents'' instructions that teaches to prefix commands with ctx run: no hooks, no shell')
            [CompletionResult]::new('--no-allow', '--no-allow', [CompletionResultType]::ParameterName, 'Add no rules that allow ctx get, search, peek, history and context')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;doctor' {
            [CompletionResult]::new('--secrets', '--secrets', [CompletionResultType]::ParameterName, 'Only try the secret rules on this file: which of its lines would be masked, and by which rule')
            [CompletionResult]::new('--deep', '--deep', [CompletionResultType]::ParameterName, 'Read every page and every stored byte as well, and hold them against their checksums')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;agent' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hook' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;completions' {
            [CompletionResult]::new('--references', '--references', [CompletionResultType]::ParameterName, 'What the scripts ask for: references that begin so, a line each, with a tab and what they are')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
