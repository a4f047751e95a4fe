#!/usr/bin/env python3
"""Packs the grammars of the tree-sitter crates that Cargo.lock names: pack.py, from anywhere in the checkout.

The parse tables of a generated parser are megabytes of numbers that pack to a twentieth. For each grammar this writes
`NAME/parser.c`, the parser without its large tables; `NAME/tables.zst`, those tables; its scanner and headers as they
are; and for all of them `LICENSE`. The crates stay dev-dependencies: a test compares every table with theirs.
Needs cc and zstd. Run it after a change of a grammar's version, and commit what it wrote.
"""

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The name of each grammar here and its folder in its crate.
GRAMMARS = {
    "bash": ("tree-sitter-bash", "src"),
    "c": ("tree-sitter-c", "src"),
    "cpp": ("tree-sitter-cpp", "src"),
    "go": ("tree-sitter-go", "src"),
    "java": ("tree-sitter-java", "src"),
    "javascript": ("tree-sitter-javascript", "src"),
    "lua": ("tree-sitter-lua", "src"),
    "php": ("tree-sitter-php", "php/src"),
    "python": ("tree-sitter-python", "src"),
    "ruby": ("tree-sitter-ruby", "src"),
    "rust": ("tree-sitter-rust", "src"),
    "tsx": ("tree-sitter-typescript", "tsx/src"),
    "typescript": ("tree-sitter-typescript", "typescript/src"),
}
# Numbers without pointers, from the largest alignment to the smallest: each begins where the one before ends.
TABLES = ["small_parse_table_map", "parse_actions", "parse_table", "small_parse_table", "lex_modes", "primary_state_ids"]


def packages():
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", HERE.parent / "Cargo.toml"]
    data = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return {package["name"]: package for package in data["packages"]}


def own_names(text):
    """A program may link the grammar's crate as well: its names stay the crate's."""
    text = re.sub(r"^const ", "static const ", text, flags=re.M)
    return re.sub(r"\btree_sitter_(\w+)", r"ctx_grammar_\1", text).replace('"../../common/scanner.h"', '"scanner.h"')


def dump(source, folder):
    """The bytes of the tables, as a compiler lays them out, and the size of each."""
    writes = "".join(
        f'  fwrite(ts_{table}, 1, sizeof ts_{table}, stdout); fprintf(stderr, "%zu\\n", sizeof ts_{table});\n' for table in TABLES
    )
    (folder / "dump.c").write_text(f'#include "parser.c"\n#include <stdio.h>\nint main(void) {{\n{writes}}}\n')
    scanner = [source / "scanner.c"] if (source / "scanner.c").exists() else []
    subprocess.run(["cc", "-O0", "-w", "-I", source, folder / "dump.c", *scanner, "-o", folder / "dump"], check=True)
    done = subprocess.run([folder / "dump"], check=True, capture_output=True)
    return done.stdout, [int(size) for size in done.stderr.split()]


def without_tables(text, sizes):
    types, at = {}, 0
    for table in TABLES:
        pattern = rf"^static const (\w+) ts_{table}(?:\[[^\]]*\])+ = \{{\n.*?^\}};\n\n?"
        text, count = re.subn(pattern, lambda m: types.setdefault(table, m[1]) and "", text, flags=re.S | re.M)
        assert count == 1, table
        text, count = re.subn(rf"^    \.{table} = [^\n]*\n", "", text, flags=re.M)
        assert count == 1, table
    fills = []
    for table, size in zip(TABLES, sizes):
        align = {"uint32_t": 4, "uint16_t": 2, "TSParseActionEntry": 2, "TSStateId": 2}.get(types[table], 2)
        assert at % align == 0
        fills.append(f"  language.{table} = (const void *)(tables + {at});\n")
        at += size
    head = re.compile(r"TS_PUBLIC const TSLanguage \*(\w+)\(void\) \{\n  static const TSLanguage language")
    text, count = head.subn(r"TS_PUBLIC const TSLanguage *\1(const uint8_t *tables) {\n  static TSLanguage language", text)
    assert count == 1
    text, count = re.subn(r"^  return &language;\n", "".join(fills) + "  return &language;\n", text, flags=re.M)
    assert count == 1
    lex_mode = types["lex_modes"]
    # The tables were laid out by a compiler whose structures look like this.
    layout = f"_Static_assert(sizeof(TSParseActionEntry) == 8 && sizeof({lex_mode}) == {4 if lex_mode == 'TSLexMode' else 6}, \"layout of the tables\");\n\n"
    return text.replace("#ifdef __cplusplus\nextern", layout + "#ifdef __cplusplus\nextern", 1)


def licence(package, names):
    file = next(iter(sorted(Path(package["manifest_path"]).parent.glob("LICENSE*"))), None)
    words = file.read_text() if file else "Copyright (c) " + ", ".join(re.sub(r" <.*", "", one) for one in package["authors"]) + "\n"
    copyright = "".join(line for line in words.splitlines(True) if line.startswith("Copyright"))
    return f"{' and '.join(names)}: {package['name']} {package['version']}, {package['license']}, {package['repository']}\n{copyright}"


def main():
    found = packages()
    licences = {}
    for name, (crate, inside) in GRAMMARS.items():
        package = found[crate]
        source = Path(package["manifest_path"]).parent / inside
        out = HERE / name
        shutil.rmtree(out, ignore_errors=True)
        (out / "tree_sitter").mkdir(parents=True)
        for header in sorted((source / "tree_sitter").glob("*.h")):
            shutil.copyfile(header, out / "tree_sitter" / header.name)
        for file in (source / "scanner.c", source / "../../common/scanner.h"):
            if file.exists():
                (out / file.name).write_text(own_names(file.read_text()))
        with tempfile.TemporaryDirectory() as folder:
            tables, sizes = dump(source, Path(folder))
            raw = Path(folder) / "tables"
            raw.write_bytes(tables)
            # No checksum and no times: the same tables give the same bytes.
            subprocess.run(["zstd", "-q", "--ultra", "-22", "--no-check", raw, "-o", out / "tables.zst"], check=True)
        (out / "parser.c").write_text(own_names(without_tables((source / "parser.c").read_text(), sizes)))
        licences.setdefault(crate, []).append(name)
        print(name, package["version"], len(tables), "->", (out / "tables.zst").stat().st_size)
    mit = next(Path(found["tree-sitter-c"]["manifest_path"]).parent.glob("LICENSE")).read_text()
    mit = mit[mit.index("Permission") :]
    parts = [licence(found[crate], names) for crate, names in licences.items()]
    (HERE / "LICENSE").write_text("The MIT License. Each folder is the work of:\n\n" + "\n".join(parts) + "\n" + mit)


main()
