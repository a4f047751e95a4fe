#!/usr/bin/env python3
"""Prints random folds of recorded sessions, each with the call it belongs to and what it replaces, for a reader to judge:
does anything in it mislead somebody who sees only the folded text?

  stubs.py CTX FOLDER [--count 20] [--sessions 10] [--seed 1] [--original 1500]

CTX is the program, FOLDER holds transcripts (*.jsonl, one folder a project). Of each of `--sessions` sessions, an equal number of
folds is drawn. `--original` bytes of what was folded are printed from both ends. Standard library only."""
import argparse, glob, importlib.util, json, os, random, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = importlib.util.spec_from_file_location('fit', os.path.join(HERE, 'fit.py'))
fit = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(fit)


def folds(ctx, path):
    run = subprocess.run([ctx, 'fold', '--replay', path], capture_output=True, text=True, errors='replace')
    if run.returncode:
        print(f'{path}: exit {run.returncode}: {run.stderr[-300:]}', file=sys.stderr)
        return []
    return [json.loads(line) for line in run.stdout.splitlines() if line.strip()]


def ends(text, size):
    return text if len(text) <= size else f'{text[:size * 2 // 3]}\n[… {len(text) - size} characters …]\n{text[-size // 3:]}'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('ctx')
    parser.add_argument('folder')
    for name, default in (('count', 20), ('sessions', 10), ('seed', 1), ('original', 1500)):
        parser.add_argument(f'--{name}', type=int, default=default)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    paths = sorted(glob.glob(options.folder + '/**/*.jsonl', recursive=True))
    draw.shuffle(paths)
    shown, read = 0, 0
    for path in paths:
        if read == options.sessions or shown == options.count:
            break
        made = [fold for fold in folds(options.ctx, path) if fold['rule'] != 'digest']
        if len(made) < 10:
            continue
        read += 1
        items = {(item.id, item.kind): item for item in fit.load(path)[0]}
        for fold in draw.sample(made, -(-options.count // options.sessions))[:options.count - shown]:
            shown += 1
            was, call = items[fold['id'], fold['part']], items.get((fold['id'], 'input'))
            print(f"{'=' * 20} {shown}. {os.path.basename(path)} call {fold['call']}: {fold['part']} of {was.tool}, {was.size} bytes")
            if fold['part'] == 'result' and call:
                print(f"--- its call\n{ends(call.text, 600)}")
            print(f"--- stands there now ({len(fold['text'].encode())} bytes)\n{fold['text']}\n--- stood there\n{ends(was.text, options.original)}")


if __name__ == '__main__':
    main()
