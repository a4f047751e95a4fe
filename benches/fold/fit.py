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
WORDS = re.compile(r'\w+|[^\w\s]')
HARD = re.compile(r'[A-Za-z_][\w./-]{3,}\w|\b\d{3,}\b')
READS = {'cat', 'sed', 'head', 'tail', 'nl', 'less', 'bat', 'awk', 'more'}
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
            yield 'patch' if '*** Begin Patch' in text[:400] else 'command' if is_shell else 'edit'
        elif item.kind == 'result':
            line = re.sub(r'^\s*cd [^&;\n]+(&&|;|\n)\s*', '', command(text))
            words = [word for word in line.split() if '=' not in word and word not in ('sudo', 'time', 'env', 'nohup')]
            reads = is_shell and '<<' not in line and words and words[0].rsplit('/', 1)[-1] in READS
            yield 'text' if reads or 'read' in tool or 'view' in tool else 'output'
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
    uses, copied = collections.defaultdict(list), collections.defaultdict(list)
    may_go = [item.kind in ('input', 'result') and bool(item.id) and item.size >= SMALL for item in items]
    done = 0
    for n, first in enumerate(calls):
        for at in range(done, first):
            if items[at].kind != 'thinking':
                for sequence in sequences(items[at].text) & wanted:
                    holders[sequence].append(at)
                for word in hard(items[at].text):
                    latest[word] = at
        done = first
        for word in set().union(*(hard(item.text[:4000]) for item in answers[n])) if answers[n] else ():
            if latest.get(word, -1) >= starts[n]:
                uses[latest[word]].append(n)
        for sequence in said[n]:
            found = holders.get(sequence, [])
            found = found[bisect.bisect_left(found, starts[n]):]
            if found and all(may_go[at] and born[at] <= n - AGE for at in found):
                inputs = [at for at in found if items[at].kind == 'input' and n - born[at] < 80]
                copied[(inputs or found)[-1]].append(n)
    for at, kind in enumerate(kinds(items)):
        if not may_go[at]:
            continue
        part, end, used = ('input' if items[at].kind == 'input' else 'result'), bisect.bisect_right(starts, at), sorted(set(uses[at]))
        for n in range(born[at] + AGE, end, STEP):
            before = bisect.bisect_left(used, n)
            idle = 'never' if not before else bin_of(n - used[before - 1], IDLES)
            key = (kind, (part, bin_of(n - born[at], AGES)), (part, idle), (part, bin_of(items[at].size, SIZES)))
            span = min(STEP, end - n)
            cell = cells[key]
            cell[0] += items[at].size * span / 1e6
            cell[1] += sum(n <= when < n + span for when in copied[at])


def fit(cells, rounds=40):
    factors = [{} for _ in range(4)]
    for key in cells:
        for place, level in enumerate(key):
            factors[place].setdefault(level, 1.0)
    mean = sum(cell[1] for cell in cells.values()) / sum(cell[0] for cell in cells.values())
    factors[0] = dict.fromkeys(factors[0], mean)
    for _ in range(rounds):
        for place in range(4):
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
    for kind in ('text', 'output', 'edit', 'patch', 'command'):
        row('kind', kind, '-', factors[0][kind])
    for part in ('result', 'input'):
        for table, place, bounds in (('age', 1, AGES), ('idle', 2, IDLES), ('size', 3, SIZES)):
            if table == 'idle':
                row(table, part, 'never', factors[place].get((part, 'never'), 1.0))
            for at, below in enumerate([*map(str, bounds), '-']):
                row(table, part, below, factors[place].get((part, at), 1.0))


HEADER = """# How often text of a conversation is copied from again, by its kind, its age and its last use in calls, and its size in bytes.
# Weights in thousandths of the natural logarithm; their sum is the logarithm of the three-word sequences that one call
# copies from a million bytes. BELOW is the first value that is not meant, `-` means the rest, `never` no use so far.
# Made by benches/fold/fit.py from {sessions} sessions of {projects} projects; do not edit.
#
# table  of      below  weight"""
if __name__ == '__main__':
    main()
