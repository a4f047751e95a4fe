#!/usr/bin/env python3
"""Learns how often old text of a conversation is copied from again, and prints crates/fold/src/chances.txt.

  fit.py FOLDER [--projects odd|even] > crates/fold/src/chances.txt

FOLDER holds transcripts of Claude Code or Codex (*.jsonl), one folder a project. Each result and input of 200 bytes and more is
followed from its tenth call on: bytes x calls, and the three-word sequences of the model's answers that only texts of ten calls
and more still held (counted for the newest input that holds them, else for the newest text). The chance is a product of four
factors: kind, age, calls since the model last used a word it had from there, and size; fitted by iterative scaling. `--projects`
takes every second folder, to check on the others. Standard library only; the sessions are not part of this repository."""
import argparse, bisect, collections, glob, json, math, os, re, sys

AGE, SMALL, STEP = 10, 200, 5
AGES, IDLES, SIZES = [13, 17, 24, 35, 50, 80, 130], [5, 15, 40], [600, 1500, 4000, 10000]
OWNS, USES = [10, 25, 40, 60, 80], [1, 2, 4, 8]  # words of it that nothing newer holds, of a hundred; calls that used one
FOLLOWED = ('kind', 'age', 'idle', 'size', 'own', 'uses')
WORDS = re.compile(r'\w+|[^\w\s]')
HARD = re.compile(r'[A-Za-z_][\w./-]{3,}\w|\b\d{3,}\b')
READS = {'cat', 'sed', 'head', 'tail', 'nl', 'less', 'bat', 'awk', 'more'}
EDITS = ('old_string', 'oldString', 'oldText', 'old_str')
LOOKS = ('grep', 'glob', 'ls', 'find', 'list', 'search', 'fetch')
WATCHES = ('write_stdin', 'wait', 'bashoutput', 'taskoutput', 'bash_output', 'read_process')
SHELLS = ('bash', 'shell', 'exec', 'terminal', 'powershell')


class Item:
    def __init__(self, role, kind, text, id='', tool='', answer=None):
        self.role, self.kind, self.text, self.id, self.tool, self.answer = role, kind, text, id, tool, answer
        self.size = len(text.encode('utf-8', 'replace'))


def flat(content):
    if isinstance(content, str):
        return content
    return ''.join(block.get('text', '') for block in content or [] if isinstance(block, dict))


def lines(path):
    for line in open(path, errors='replace'):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            yield value


def load(path):
    items, restarts, tools = [], [], {}
    for value in lines(path):
        payload = value.get('payload')
        if isinstance(payload, dict):
            codex(value.get('type'), payload, items, restarts, tools)
        elif not value.get('isSidechain'):
            claude_code(value, items, restarts, tools)
    calls, last = [], None
    for at, item in enumerate(items):
        if item.role == 'assistant':
            if last is None or (item.answer is not None and item.answer != last):
                calls.append(at)
            last = item.answer if item.answer is not None else (last if last is not None else '')
        else:
            last = None
    starts = [max([r for r in restarts if r <= call], default=0) for call in calls]
    return items, calls, starts


def codex(kind, payload, items, restarts, tools):
    what = payload.get('type')
    if kind == 'compacted':
        restarts.append(len(items))
    elif kind != 'response_item':
        return
    elif what == 'message':
        items.append(Item('assistant' if payload.get('role') == 'assistant' else 'user', 'text', flat(payload.get('content'))))
    elif what in ('function_call', 'custom_tool_call', 'local_shell_call'):
        text = payload.get('arguments') or payload.get('input') or payload.get('action') or ''
        tools[payload.get('call_id')] = payload.get('name') or what
        items.append(Item('assistant', 'input', text if isinstance(text, str) else json.dumps(text), payload.get('call_id'), payload.get('name') or what))
    elif what in ('function_call_output', 'custom_tool_call_output'):
        out = payload.get('output')
        text = out if isinstance(out, str) else out.get('content') if isinstance(out, dict) and isinstance(out.get('content'), str) else flat(out) if isinstance(out, list) else json.dumps(out)
        items.append(Item('user', 'result', text or '', payload.get('call_id'), tools.get(payload.get('call_id'), '')))


def claude_code(value, items, restarts, tools):
    if value.get('isCompactSummary') or value.get('subtype') == 'compact_boundary':
        restarts.append(len(items))
    message = value.get('message')
    if not isinstance(message, dict):
        return
    role = 'assistant' if message.get('role') == 'assistant' else 'user'
    answer, content = (message.get('id') if role == 'assistant' else None), message.get('content')
    for block in [{'type': 'text', 'text': content}] if isinstance(content, str) else content or []:
        what = block.get('type') if isinstance(block, dict) else None
        if what == 'text':
            items.append(Item(role, 'text', block.get('text') or '', answer=answer))
        elif what == 'thinking':
            items.append(Item(role, 'thinking', block.get('thinking') or '', answer=answer))
        elif what == 'tool_use':
            tools[block.get('id')] = block.get('name', '')
            items.append(Item(role, 'input', json.dumps(block.get('input') or {}, ensure_ascii=False), block.get('id'), block.get('name', ''), answer))
        elif what == 'tool_result':
            items.append(Item(role, 'result', flat(block.get('content')), block.get('tool_use_id'), tools.get(block.get('tool_use_id'), '')))


def command(text):
    try:
        value = json.loads(text)
    except ValueError:
        return text
    found = (value.get('command') or value.get('cmd') or '') if isinstance(value, dict) else text
    return str(found[-1] if isinstance(found, list) and found else found)


def kinds(items):
    """As `holds` in crates/fold/src/notes.rs."""
    given = {item.id: item.text for item in items if item.kind == 'input'}
    for item in items:
        tool, text = item.tool.lower(), given.get(item.id, '')
        is_shell = any(shell in tool for shell in SHELLS)
        if item.kind == 'input':
            is_edit = any(f'"{name}"' in text[:4000] for name in EDITS) or 'edit' in tool
            yield 'patch' if '*** Begin Patch' in text[:400] else 'command' if is_shell else 'edit' if is_edit else 'write' if 'write' in tool and '_' not in tool else 'request'
        elif item.kind == 'result':
            line = re.sub(r'^\s*cd [^&;\n]+(&&|;|\n)\s*', '', command(text))
            words = [word for word in line.split() if '=' not in word and word not in ('sudo', 'time', 'env', 'nohup')]
            reads = is_shell and '<<' not in line and words and words[0].rsplit('/', 1)[-1] in READS
            is_text = reads or 'read' in tool or 'view' in tool
            yield 'text' if is_text else 'output' if is_shell or tool in WATCHES else 'found' if any(look in tool for look in LOOKS) else 'answer'
        else:
            yield None


def sequences(text):
    words = WORDS.findall(text)
    return {hash(three) for three in zip(words, words[1:], words[2:])}


def is_hard(word):
    if word.isdigit():
        return not re.match(r'^\d{1,2}0+$', word)
    return '/' in word or '.' in word or '_' in word.strip('_') or any(c.isdigit() for c in word) or re.search(r'[a-z][A-Z]', word)


def hard(text):
    return {word for word in (word.rstrip('./-') for word in HARD.findall(text)) if is_hard(word)}


def bin_of(value, bounds):
    return bisect.bisect_right(bounds, value)


def observe(path, cells):
    items, calls, starts = load(path)
    if len(calls) < 30:
        return
    born, call = [], 0
    for at in range(len(items)):
        while call < len(calls) and calls[call] <= at:
            call += 1
        born.append(call)
    answers = []
    for n, first in enumerate(calls):
        end = calls[n + 1] if n + 1 < len(calls) else len(items)
        answers.append([item for item in items[first:end] if item.role == 'assistant' and item.kind in ('text', 'input')])
    said = [sequences('\n'.join(item.text[:4000] for item in answer)) for answer in answers]
    wanted = set().union(*said) if said else set()
    holders, latest = collections.defaultdict(list), {}
    words, own, uses, key = {}, collections.Counter(), collections.defaultdict(list), {}
    may_go = [item.kind in ('input', 'result') and bool(item.id) and item.size >= SMALL for item in items]
    kind, live, done = list(kinds(items)), [], 0
    for n, first in enumerate(calls):
        for at in range(done, first):
            if items[at].kind != 'thinking':
                for sequence in sequences(items[at].text) & wanted:
                    holders[sequence].append(at)
                words[at] = hard(items[at].text)
                for word in words[at]:
                    own[latest.get(word)] -= 1
                    latest[word] = at
                own[at] = len(words[at])
            if may_go[at]:
                live.append(at)
        done = first
        live = [at for at in live if at >= starts[n]]
        for at in live:
            age = n - born[at]
            if age < AGE or (age - AGE) % STEP:
                continue
            part, used = ('input' if items[at].kind == 'input' else 'result'), uses[at]
            idle = bin_of(n - used[-1], IDLES) if used else 'never'
            share = 100 * own[at] // max(1, len(words[at]))
            levels = (bin_of(age, AGES), idle, bin_of(items[at].size, SIZES), bin_of(share, OWNS), bin_of(len(used), USES))
            key[at] = (kind[at], *((part, level) for level in levels))
            cells[key[at]][0] += items[at].size * min(STEP, bisect.bisect_right(starts, at) - n) / 1e6
        for word in set().union(*(hard(item.text[:4000]) for item in answers[n])) if answers[n] else ():
            at = latest.get(word, -1)
            if at >= starts[n] and uses[at][-1:] != [n]:
                uses[at].append(n)
        for sequence in said[n]:
            found = holders.get(sequence, [])
            found = found[bisect.bisect_left(found, starts[n]):]
            if found and all(may_go[at] and born[at] <= n - AGE for at in found):
                inputs = [at for at in found if items[at].kind == 'input' and n - born[at] < 80]
                cells[key[(inputs or found)[-1]]][1] += 1


def fit(cells, rounds=40):
    factors = [{} for _ in FOLLOWED]
    for key in cells:
        for place, level in enumerate(key):
            factors[place].setdefault(level, 1.0)
    mean = sum(cell[1] for cell in cells.values()) / sum(cell[0] for cell in cells.values())
    factors[0] = dict.fromkeys(factors[0], mean)
    for _ in range(rounds):
        for place in range(len(FOLLOWED)):
            seen, expected = collections.Counter(), collections.Counter()
            for key, (exposure, events) in cells.items():
                product = exposure
                for other, level in enumerate(key):
                    product *= factors[other][level]
                seen[key[place]] += events
                expected[key[place]] += product
            for level in factors[place]:
                factors[place][level] *= (seen[level] + 5) / (expected[level] + 5)
    return factors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder')
    parser.add_argument('--projects', choices=('odd', 'even'))
    options = parser.parse_args()
    projects = sorted(entry.path for entry in os.scandir(options.folder) if entry.is_dir())
    if options.projects:
        projects = projects[0 if options.projects == 'odd' else 1::2]
    cells = collections.defaultdict(lambda: [0.0, 0])
    paths = [path for project in projects for path in sorted(glob.glob(project + '/**/*.jsonl', recursive=True))]
    for path in paths:
        observe(path, cells)
    if not cells:
        sys.exit(f'{options.folder}: no sessions of 30 calls and more')
    factors = fit(cells)
    print(HEADER.format(sessions=len(paths), projects=len(projects)))
    row = lambda table, of, below, value: print(f'{table:9}{of:8}{below:7}{round(1000 * math.log(value))}')
    for kind in ('text', 'output', 'found', 'answer', 'command', 'patch', 'edit', 'write', 'request'):
        row('kind', kind, '-', factors[0][kind])
    for part in ('result', 'input'):
        for place, (table, bounds) in enumerate(zip(FOLLOWED[1:], (AGES, IDLES, SIZES, OWNS, USES)), 1):
            if table == 'idle':
                row(table, part, 'never', factors[place].get((part, 'never'), 1.0))
            for at, below in enumerate([*map(str, bounds), '-']):
                row(table, part, below, factors[place].get((part, at), 1.0))


HEADER = """# How often text of a conversation is copied from again, by its kind, its age and its last use in calls, its size in bytes,
# the words in a hundred that nothing newer holds (own), and the calls that used one (uses).
# Weights in thousandths of the natural logarithm; their sum is the logarithm of the three-word sequences that one call
# copies from a million bytes. BELOW is the first value that is not meant, `-` means the rest, `never` no use so far.
# Made by benches/fold/fit.py from {sessions} sessions of {projects} projects; do not edit.
#
# table  of      below  weight"""
if __name__ == '__main__':
    main()
