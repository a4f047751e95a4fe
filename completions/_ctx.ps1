
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
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Run a command, store all its output, show what matters')
            [CompletionResult]::new('store', 'store', [CompletionResultType]::ParameterValue, 'Store piped input, files or folders; --import: agents'' transcripts')
            [CompletionResult]::new('get', 'get', [CompletionResultType]::ParameterValue, 'Print a stored output, by reference; --wait until it has ended')
            [CompletionResult]::new('search', 'search', [CompletionResultType]::ParameterValue, 'Find anything that went through ctx')
            [CompletionResult]::new('fetch', 'fetch', [CompletionResultType]::ParameterValue, 'Fetch a web page, store it, and show it as Markdown')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare two entries: what is fixed, new or the same')
            [CompletionResult]::new('file', 'file', [CompletionResultType]::ParameterValue, 'Read, edit and write files without printing them twice')
            [CompletionResult]::new('fold', 'fold', [CompletionResultType]::ParameterValue, 'Fold what a session no longer needs, without loss')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'List the commands, or explain one')
            [CompletionResult]::new('history', 'history', [CompletionResultType]::ParameterValue, 'List what was run, stored and noted, newest first')
            [CompletionResult]::new('note', 'note', [CompletionResultType]::ParameterValue, 'Keep a note, a decision or a task; list and close tasks')
            [CompletionResult]::new('peek', 'peek', [CompletionResultType]::ParameterValue, 'Outline a file: its purpose and public interface')
            [CompletionResult]::new('context', 'context', [CompletionResultType]::ParameterValue, 'Print what a new conversation needs: goal, errors, decisions')
            [CompletionResult]::new('reflect', 'reflect', [CompletionResultType]::ParameterValue, 'Summarise what happened: requests, decisions, failures, files')
            [CompletionResult]::new('forget', 'forget', [CompletionResultType]::ParameterValue, 'Delete entries and their bytes for good')
            [CompletionResult]::new('hub', 'hub', [CompletionResultType]::ParameterValue, 'Share entries with other machines through a Postgres')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Show how much was kept out of context windows')
            [CompletionResult]::new('usage', 'usage', [CompletionResultType]::ParameterValue, 'Show tokens and money, files, tools and slow commands of the work')
            [CompletionResult]::new('web', 'web', [CompletionResultType]::ParameterValue, 'Look at what was run, found and saved, in a browser')
            [CompletionResult]::new('mcp', 'mcp', [CompletionResultType]::ParameterValue, 'Serve the tools over standard input and output (MCP)')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Set up agents (shells, hooks, rules), or a shell''s completions')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Check the store, agents'' hooks, PATH, settings, recent errors')
            [CompletionResult]::new('agent', 'agent', [CompletionResultType]::ParameterValue, 'Start an agent with ctx beneath its shell, nothing installed')
            break
        }
        'ctx;run' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'Text or question to look for in the output; may also stand at the very end of the command')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Stop the command and all its children after this time (90s, 5m, 1h30m); exit status 124')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (4096, 8k)')
            [CompletionResult]::new('--label', '--label', [CompletionResultType]::ParameterName, 'A name to find the entry by')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Run this text with sh -c')
            [CompletionResult]::new('--shell', '--shell', [CompletionResultType]::ParameterName, 'Run this text with sh -c')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Run code in this language instead: a file, - for stdin, or -e')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'With --lang: the code itself')
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'With --lang: the code itself')
            [CompletionResult]::new('--with', '--with', [CompletionResultType]::ParameterName, 'Hand the command this file: its path is in CTX_FILE')
            [CompletionResult]::new('--batch', '--batch', [CompletionResultType]::ParameterName, 'Several commands and questions in one call, from this file or stdin, a line each: run: CMD, search: WORDS, get: REF, peek: PATH and so on, or a JSON array of such lines; exit status 0 if every step ends with 0, else 1')
            [CompletionResult]::new('--steps', '--steps', [CompletionResultType]::ParameterName, 'With --batch: the steps as text, for programs')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'With --batch: run up to this many neighbouring run steps in parallel')
            [CompletionResult]::new('--split', '--split', [CompletionResultType]::ParameterName, 'Store stdout and stderr separately; lines of stderr are marked')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Store nothing: what is not printed is gone')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Before each line that is shown: its number and the rule that chose it')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the report as one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;store' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--cmd', '--cmd', [CompletionResultType]::ParameterName, 'The command that made the output')
            [CompletionResult]::new('--exit', '--exit', [CompletionResultType]::ParameterName, 'How that command ended')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'Text or question to look for in the output')
            [CompletionResult]::new('--label', '--label', [CompletionResultType]::ParameterName, 'A name to find the entry by')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (4096, 8k)')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'With --import: the agent that wrote them')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'With --import: only what happened within this time (30m, 2h, 7d)')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'With --export: lines of JSON, or Markdown')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'With --export: only this session, by its name or the beginning of it')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'With --export: only this project, or the one at this path')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'With --export: only this project, or the one at this path')
            [CompletionResult]::new('--tee', '--tee', [CompletionResultType]::ParameterName, 'Pass the bytes through unchanged; the reference goes to stderr')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Before each line that is shown: its number and the rule that chose it')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the report as one JSON object')
            [CompletionResult]::new('--document', '--document', [CompletionResultType]::ParameterName, 'Keep files, or - for stdin, as documents for search: nothing of them is shown')
            [CompletionResult]::new('--import', '--import', [CompletionResultType]::ParameterName, 'Read agents'' transcripts into the store: those named, or all on this machine; again adds only what is new')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'With --import: count only, write nothing')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Print all entries and events in the store, secrets masked; --import reads the lines of --raw back')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'With --export: the exact bytes, secrets included')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;get' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Only lines A to B (118:126, 118-126, 118:, :20, 1:40,90:120); of `sed -n 100,300p FILE`, the numbers of the file')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (default: 8k); with --rest: the budget that the digest was made with')
            [CompletionResult]::new('--head', '--head', [CompletionResultType]::ParameterName, 'Only the first N lines')
            [CompletionResult]::new('--tail', '--tail', [CompletionResultType]::ParameterName, 'Only the last N lines')
            [CompletionResult]::new('--grep', '--grep', [CompletionResultType]::ParameterName, 'Only lines that match this regular expression, with their numbers')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'With --grep: this many lines around each match')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'The lines of the output that answer this')
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'With --wait: until a line matches this regular expression')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'With --wait: at most this long (90s, 10m); exit status 124 if it still runs then')
            [CompletionResult]::new('--rest', '--rest', [CompletionResultType]::ParameterName, 'Only what the digest left out')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'With --grep: capital letters or not')
            [CompletionResult]::new('--ignore-case', '--ignore-case', [CompletionResultType]::ParameterName, 'With --grep: capital letters or not')
            [CompletionResult]::new('--findings', '--findings', [CompletionResultType]::ParameterName, 'The errors and warnings found in the output, with their places and lines')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'No limit on how much is printed')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'The exact bytes, unmasked and without limit')
            [CompletionResult]::new('--stderr', '--stderr', [CompletionResultType]::ParameterName, 'Only what the command wrote to its error stream; of an entry made with ctx run --split')
            [CompletionResult]::new('--stdout', '--stdout', [CompletionResultType]::ParameterName, 'Only what it wrote to its output stream')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Keep printing while the command runs')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait until the command ends, then print what matters; exit status 0 if it ended well, else 1')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;search' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--grep', '--grep', [CompletionResultType]::ParameterName, 'Scan the text itself for this regular expression')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'This many lines around each line that is found')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most, for all questions together')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'At most this many hits a question')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many hits a question')
            [CompletionResult]::new('--offset', '--offset', [CompletionResultType]::ParameterName, 'Skip this many hits')
            [CompletionResult]::new('--in', '--in', [CompletionResultType]::ParameterName, 'Only in this entry, or in entries with this label')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only in entries of this kind (repeat it for several)')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only in this session, or in the one named')
            [CompletionResult]::new('--branch', '--branch', [CompletionResultType]::ParameterName, 'Only on this branch, or on the one named')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Only in this project, or in the one at this path')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Only in this project, or in the one at this path')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only entries younger than this (2h, 7d, yesterday, 2026-03-01)')
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'Only entries older than this')
            [CompletionResult]::new('--cmd', '--cmd', [CompletionResultType]::ParameterName, 'Only commands like this (`npm*`, `*test*`); without a star, commands that hold these words')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'With --grep: capital letters or not, as it is with words')
            [CompletionResult]::new('--ignore-case', '--ignore-case', [CompletionResultType]::ParameterName, 'With --grep: capital letters or not, as it is with words')
            [CompletionResult]::new('--failed', '--failed', [CompletionResultType]::ParameterName, 'Only commands that failed')
            [CompletionResult]::new('--fixes', '--fixes', [CompletionResultType]::ParameterName, 'With each failure, what was changed or run before the same command passed')
            [CompletionResult]::new('--no-recency', '--no-recency', [CompletionResultType]::ParameterName, 'Do not prefer newer entries; for measurements')
            [CompletionResult]::new('--again', '--again', [CompletionResultType]::ParameterName, 'Answer in full even if the same was asked before')
            [CompletionResult]::new('--complete', '--complete', [CompletionResultType]::ParameterName, 'Wait until everything is indexed, however much was imported')
            [CompletionResult]::new('--in-background', '--in-background', [CompletionResultType]::ParameterName, 'For `ctx store --import` and `ctx search`, which start it: index what waits while others go first')
            [CompletionResult]::new('--hub', '--hub', [CompletionResultType]::ParameterName, 'Also in what other machines sent to the hub of this project')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;fetch' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'Text or question to look for in the page')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (4096, 8k)')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Maximum total time')
            [CompletionResult]::new('--max-size', '--max-size', [CompletionResultType]::ParameterName, 'Maximum size after decompression')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Print the exact bytes of the body')
            [CompletionResult]::new('--again', '--again', [CompletionResultType]::ParameterName, 'Fetch again even if the stored copy is fresh')
            [CompletionResult]::new('--allow-private', '--allow-private', [CompletionResultType]::ParameterName, 'Allow this machine and private networks, but not as the target of a redirect')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;diff' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes of a text diff at most (default: 8k)')
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'Compare the texts even if there are findings')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;file' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('read', 'read', [CompletionResultType]::ParameterValue, 'Print a file: in full the first time, later only what changed')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Replace an exact text in a file')
            [CompletionResult]::new('write', 'write', [CompletionResultType]::ParameterValue, 'Write a whole file; an existing file must have been read before')
            [CompletionResult]::new('undo', 'undo', [CompletionResultType]::ParameterValue, 'Revert the last edit or write of this session; run it again for the one before')
            [CompletionResult]::new('status', 'status', [CompletionResultType]::ParameterValue, 'List the files of this session: the active one, the outlines, what changed on disk, what was saved')
            break
        }
        'ctx;file;read' {
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Only lines A to B (118:160, 118:, :20)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--full', '--full', [CompletionResultType]::ParameterName, 'Print the whole text again')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;file;edit' {
            [CompletionResult]::new('--old', '--old', [CompletionResultType]::ParameterName, 'The text to replace')
            [CompletionResult]::new('--new', '--new', [CompletionResultType]::ParameterName, 'The replacement')
            [CompletionResult]::new('--old-file', '--old-file', [CompletionResultType]::ParameterName, 'The text to replace, from a file or - for stdin')
            [CompletionResult]::new('--new-file', '--new-file', [CompletionResultType]::ParameterName, 'The replacement, from a file or - for stdin')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Replace every occurrence')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Edit even if the file has changed since it was read')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;file;write' {
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'The text; a final newline is added if it is missing')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Copy the bytes of this file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--parents', '--parents', [CompletionResultType]::ParameterName, 'Create missing directories')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Overwrite even a file that was not read, or has changed since')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;file;undo' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Revert even if the file has changed since; its current text is kept in the store')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;file;status' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;fold' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--price', '--price', [CompletionResultType]::ParameterName, 'The prices that --replay decides by: a cached byte and a new one, of one that is neither')
            [CompletionResult]::new('--strength', '--strength', [CompletionResultType]::ParameterName, 'How much --replay folds, and how soon')
            [CompletionResult]::new('--replay', '--replay', [CompletionResultType]::ParameterName, 'Print the folds that would have been made, call by call, as JSON lines; nothing is stored or written')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'For an agent''s plugin: a chat request a line on stdin, its folds a line on stdout')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;help' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;history' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--timeline', '--timeline', [CompletionResultType]::ParameterName, 'Entries around this one in time, oldest first')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only entries of this kind')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'At most this many entries (default: 20)')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many entries (default: 20)')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only entries younger than this (2h, 7d, yesterday, 2026-03-01)')
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'Only entries older than this')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only entries of this session, or of the one named')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Entries of the project at this path (default: this one)')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Entries of the project at this path (default: this one)')
            [CompletionResult]::new('--pick', '--pick', [CompletionResultType]::ParameterName, 'Let a person pick an entry and print its reference or command only; for key bindings of shells')
            [CompletionResult]::new('--failed', '--failed', [CompletionResultType]::ParameterName, 'Only commands that failed')
            [CompletionResult]::new('--pinned', '--pinned', [CompletionResultType]::ParameterName, 'Only entries that retention never deletes')
            [CompletionResult]::new('--all-projects', '--all-projects', [CompletionResultType]::ParameterName, 'Entries of all projects')
            [CompletionResult]::new('--hub', '--hub', [CompletionResultType]::ParameterName, 'Entries of all machines, from the hub of this project')
            [CompletionResult]::new('--sessions', '--sessions', [CompletionResultType]::ParameterName, 'Sessions instead: age, agent, branch, entries, last request')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON array')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;note' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--title', '--title', [CompletionResultType]::ParameterName, 'Title (default: the first line)')
            [CompletionResult]::new('--pin', '--pin', [CompletionResultType]::ParameterName, 'Never delete it by retention, and show it first; with a reference, that stored output, which the text is about')
            [CompletionResult]::new('--unpin', '--unpin', [CompletionResultType]::ParameterName, 'Let retention delete this stored output again')
            [CompletionResult]::new('--label', '--label', [CompletionResultType]::ParameterName, 'A name for ctx get NAME: of the note, or of the stored output whose reference is the text')
            [CompletionResult]::new('--supersedes', '--supersedes', [CompletionResultType]::ParameterName, 'The entry this note replaces')
            [CompletionResult]::new('--done', '--done', [CompletionResultType]::ParameterName, 'Close these tasks, bugs or errors: references, their numbers in the list, or a task''s text')
            [CompletionResult]::new('--decision', '--decision', [CompletionResultType]::ParameterName, 'Mark it as a decision: shown in the brief until a later one replaces it')
            [CompletionResult]::new('--todo', '--todo', [CompletionResultType]::ParameterName, 'Mark it as a task: open until --done')
            [CompletionResult]::new('--bug', '--bug', [CompletionResultType]::ParameterName, 'Mark it as a bug: open until --done')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the note''s reference, or the list, as JSON')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;peek' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'The language, if the file name does not tell')
            [CompletionResult]::new('--docs', '--docs', [CompletionResultType]::ParameterName, 'How much of each item''s documentation')
            [CompletionResult]::new('--symbol', '--symbol', [CompletionResultType]::ParameterName, 'Print the whole source of this item (open, Store::open), also found below a folder')
            [CompletionResult]::new('--depth', '--depth', [CompletionResultType]::ParameterName, 'Only this many levels of items, or of folders')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Print about this many bytes at most (4096, 8k)')
            [CompletionResult]::new('--private', '--private', [CompletionResultType]::ParameterName, 'Include items that are not public')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object a path')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;context' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'At most this many lines a section')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many lines a section')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'At most this many bytes (default: 10240; with --save 2048, with --resume 1024 of what happened since)')
            [CompletionResult]::new('--sections', '--sections', [CompletionResultType]::ParameterName, 'Which sections, each with its own limit where wanted (files=20)')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session, not the whole project')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Titles only, without references')
            [CompletionResult]::new('--save', '--save', [CompletionResultType]::ParameterName, 'Store the brief as it is now, for after the conversation has been compacted')
            [CompletionResult]::new('--resume', '--resume', [CompletionResultType]::ParameterName, 'Print the brief that --save stored last, and what happened since')
            [CompletionResult]::new('--dropped', '--dropped', [CompletionResultType]::ParameterName, 'List what the conversation held and holds no longer (compacted, cleared), each with its reference')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;reflect' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'This session: its name or the beginning of it')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only work within this time (2h, 1d)')
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'Only work before this time ago (1d: until yesterday at this hour)')
            [CompletionResult]::new('--branch', '--branch', [CompletionResultType]::ParameterName, 'Only work on this branch')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Everything in this project, or in the one at this path')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Everything in this project, or in the one at this path')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'At most this many bytes')
            [CompletionResult]::new('--all-projects', '--all-projects', [CompletionResultType]::ParameterName, 'Work in all projects')
            [CompletionResult]::new('--hub', '--hub', [CompletionResultType]::ParameterName, 'Work on all machines, from the hub')
            [CompletionResult]::new('--full', '--full', [CompletionResultType]::ParameterName, 'No limit on how much is printed')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;forget' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Everything of this project, or of the one at this path')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Everything of this project, or of the one at this path')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Everything of this session, or of the one named')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Everything younger than this (30m, 2h, 7d), in this project unless --session or --all-projects says otherwise')
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'Everything older than this, in this project unless --session or --all-projects says otherwise; with --prune: bytes older than this (7d)')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only entries of this kind')
            [CompletionResult]::new('--megabytes', '--megabytes', [CompletionResultType]::ParameterName, 'With --prune: the oldest bytes above this many stored megabytes')
            [CompletionResult]::new('--all-projects', '--all-projects', [CompletionResultType]::ParameterName, 'Everything, in all projects')
            [CompletionResult]::new('--prune', '--prune', [CompletionResultType]::ParameterName, 'Delete old bytes now, by the limits of ctx.toml or those given')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Delete nothing; say what would go, and how much room it takes')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Make or migrate the hub''s tables, and let others in')
            [CompletionResult]::new('join', 'join', [CompletionResultType]::ParameterValue, 'Use this hub from now on; the password stays in PGPASSWORD, ~/.pgpass or [hub] password_command')
            [CompletionResult]::new('share', 'share', [CompletionResultType]::ParameterValue, 'Let this project, or another, leave for the hub')
            [CompletionResult]::new('unshare', 'unshare', [CompletionResultType]::ParameterValue, 'Let nothing more of a project leave')
            [CompletionResult]::new('sync', 'sync', [CompletionResultType]::ParameterValue, 'Send what waits, and fetch what others decided')
            [CompletionResult]::new('status', 'status', [CompletionResultType]::ParameterValue, 'Show how much waits, the last error, and who else is there')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Quote what another machine decided to new conversations, with its name')
            [CompletionResult]::new('members', 'members', [CompletionResultType]::ParameterValue, 'List the database users of the team, what they may do, and their machines')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'Let a database user in no more, or take nothing more from a machine; for the user who made the hub')
            [CompletionResult]::new('leave', 'leave', [CompletionResultType]::ParameterValue, 'Use no hub any more')
            [CompletionResult]::new('prune', 'prune', [CompletionResultType]::ParameterValue, 'Delete what is old on the hub: everybody''s for the user who made it, else what this machine sent')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Print everything on the hub as lines that ctx store --import reads')
            break
        }
        'ctx;hub;init' {
            [CompletionResult]::new('--team', '--team', [CompletionResultType]::ParameterName, 'The team that this is about')
            [CompletionResult]::new('--writer', '--writer', [CompletionResultType]::ParameterName, 'A database user who may write in the team')
            [CompletionResult]::new('--reader', '--reader', [CompletionResultType]::ParameterName, 'A database user who may only read')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Let them into this project of the team only, by its name on the hub')
            [CompletionResult]::new('--partitions', '--partitions', [CompletionResultType]::ParameterName, 'Split every table that grows into so many parts by project; only when the tables are made')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;join' {
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Name of this machine on the hub (default: its host name)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;share' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;unshare' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--forget', '--forget', [CompletionResultType]::ParameterName, 'Delete what this machine sent of it, too')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;sync' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print nothing')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;status' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;trust' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--off', '--off', [CompletionResultType]::ParameterName, 'Trust it no more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;members' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;revoke' {
            [CompletionResult]::new('--machine', '--machine', [CompletionResultType]::ParameterName, 'A machine, by its name on the hub')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--forget', '--forget', [CompletionResultType]::ParameterName, 'Delete everything that the machine sent')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;leave' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--forget', '--forget', [CompletionResultType]::ParameterName, 'Delete everything that this machine sent')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;prune' {
            [CompletionResult]::new('--days', '--days', [CompletionResultType]::ParameterName, 'Entries older than this go; pinned ones and notes stay')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Only this project, by its name on the hub')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;hub;export' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Only this project, by its name on the hub')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;stats' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session, or the one named (--session=S)')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Only this project (the default), or the one at this path')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Only this project (the default), or the one at this path')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only what was done since then (2h, 7d, yesterday, 2026-03-01)')
            [CompletionResult]::new('--by', '--by', [CompletionResultType]::ParameterName, 'Print one table in full')
            [CompletionResult]::new('--price', '--price', [CompletionResultType]::ParameterName, 'Dollars a million tokens, if not those of the model used most: input,cache read,cache write,output')
            [CompletionResult]::new('--all-projects', '--all-projects', [CompletionResultType]::ParameterName, 'Everything in the store')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Commands run again, or fetched whole, within five minutes: a digest that may have hidden too much')
            [CompletionResult]::new('--missed', '--missed', [CompletionResultType]::ParameterName, 'Commands of imported history that ran without ctx, by what they would have saved')
            [CompletionResult]::new('--fold', '--fold', [CompletionResultType]::ParameterName, 'What folding saved, and what the agents'' recorded sessions would have cost folded (docs/fold.md)')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('--csv', '--csv', [CompletionResultType]::ParameterName, 'Print one table as CSV (RFC 4180)')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;usage' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session, or the one named (--session=S)')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Only this project (the default), or the one at this path')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Only this project (the default), or the one at this path')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only what was done since then (2h, 7d, yesterday, 2026-03-01)')
            [CompletionResult]::new('--by', '--by', [CompletionResultType]::ParameterName, 'Tokens and money by day, project, session, model or agent')
            [CompletionResult]::new('--all-projects', '--all-projects', [CompletionResultType]::ParameterName, 'Everything in the store')
            [CompletionResult]::new('--cost', '--cost', [CompletionResultType]::ParameterName, 'Tokens and money that models took, from imported transcripts')
            [CompletionResult]::new('--files', '--files', [CompletionResultType]::ParameterName, 'Files by how often they were changed and read')
            [CompletionResult]::new('--tools', '--tools', [CompletionResultType]::ParameterName, 'Tools by how often they were called')
            [CompletionResult]::new('--slow', '--slow', [CompletionResultType]::ParameterName, 'Commands by the time they took')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('--csv', '--csv', [CompletionResultType]::ParameterName, 'Print one table as CSV (RFC 4180)')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;web' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--port', '--port', [CompletionResultType]::ParameterName, 'The port (default: one that is free)')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Write one session or entry to a file that opens in any browser, without ctx')
            [CompletionResult]::new('--open', '--open', [CompletionResultType]::ParameterName, 'Show it in the browser')
            [CompletionResult]::new('--hub', '--hub', [CompletionResultType]::ParameterName, 'Show the entries of all machines, from the hub, instead of the local ones')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;mcp' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('tools', 'tools', [CompletionResultType]::ParameterValue, 'Print the tools as function declarations for a model')
            [CompletionResult]::new('call', 'call', [CompletionResultType]::ParameterValue, 'Run one tool as a model calls it: its name and its input as JSON')
            break
        }
        'ctx;mcp;tools' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Which API''s format')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;mcp;call' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;init' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--keys', '--keys', [CompletionResultType]::ParameterName, 'For a shell: the key binding of the picker in place of completions')
            [CompletionResult]::new('--plugin', '--plugin', [CompletionResultType]::ParameterName, 'Write a Claude Code plugin into a directory instead, or renew the one there')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'For this project and everybody who works on it, not for all your projects')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change and change nothing')
            [CompletionResult]::new('--uninstall', '--uninstall', [CompletionResultType]::ParameterName, 'Remove ctx: the files become what they were before')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--instructions', '--instructions', [CompletionResultType]::ParameterName, 'Only add a block to the agents'' instructions: prefix commands with ctx run; no hooks, no shell')
            [CompletionResult]::new('--fold', '--fold', [CompletionResultType]::ParameterName, 'Start them with folding from now on, by functions in your shell''s startup file (ctx agent NAME --fold)')
            [CompletionResult]::new('--no-allow', '--no-allow', [CompletionResultType]::ParameterName, 'Add no rules that allow ctx get, search, peek, history and context')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;doctor' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--secrets', '--secrets', [CompletionResultType]::ParameterName, 'Only try the secret rules on this file: which of its lines would be masked, and by which rule')
            [CompletionResult]::new('--deep', '--deep', [CompletionResultType]::ParameterName, 'Read every page and every stored byte as well, and hold them against their checksums')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ctx;agent' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never')
            [CompletionResult]::new('--fold', '--fold', [CompletionResultType]::ParameterName, 'Fold what its conversation no longer needs: its requests go through a proxy on this machine')
            [CompletionResult]::new('--fold-if-possible', '--fold-if-possible', [CompletionResultType]::ParameterName, 'The same; where it is not possible, start the agent without it')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
