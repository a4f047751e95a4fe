"""Packs a built program as a wheel: wheel.py BINARY VERSION TARGET OUT. Standard library only."""

import base64
import hashlib
import os
import pathlib
import re
import sys
import time
import zipfile

TAGS = {
    "x86_64-unknown-linux-gnu": "manylinux_2_{glibc}_x86_64",
    "aarch64-unknown-linux-gnu": "manylinux_2_{glibc}_aarch64",
    "x86_64-unknown-linux-musl": "musllinux_1_1_x86_64",
    "aarch64-unknown-linux-musl": "musllinux_1_1_aarch64",
    "x86_64-apple-darwin": "macosx_10_12_x86_64",
    "aarch64-apple-darwin": "macosx_11_0_arm64",
}

# `uvx ctx-run` and `pipx run ctx-run` look for a program that is called like the package.
STARTER = """#!python
import os
import sys

program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ctx")
os.execv(program, [program, *sys.argv[1:]])
"""


def main() -> None:
    binary, version, target, out = sys.argv[1:5]
    if target not in TAGS:
        sys.exit(f"wheel: no tag for {target}")
    program = pathlib.Path(binary).read_bytes()
    # The oldest C library that the program runs with, by the versions of the symbols it uses.
    glibc = max([int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", program)] + [17])
    tag = f"py3-none-{TAGS[target].format(glibc=glibc)}"
    root = pathlib.Path(__file__).resolve().parents[2]
    info = f"ctx_run-{version}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: ctx-run\nVersion: {version}\n"
        "Summary: Keeps raw command output out of AI agents' context windows and loses none of it\n"
        "License-Expression: MIT OR Apache-2.0\nLicense-File: LICENSE\nRequires-Python: >=3.8\n"
        "Description-Content-Type: text/markdown\n\n" + (root / "README.md").read_text()
    )
    files = {
        f"ctx_run-{version}.data/scripts/ctx": program,
        f"ctx_run-{version}.data/scripts/ctx-run": STARTER.encode(),
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: ctx\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
        f"{info}/licenses/LICENSE": (root / "LICENSE").read_bytes(),
    }
    shared = f"ctx_run-{version}.data/data/share"
    places = {"ctx.bash": "bash-completion/completions/ctx", "_ctx": "zsh/site-functions/_ctx", "ctx.fish": "fish/vendor_completions.d/ctx.fish"}
    files |= {f"{shared}/{place}": (root / "completions" / name).read_bytes() for name, place in places.items()}
    files |= {f"{shared}/man/man1/{page.name}": page.read_bytes() for page in sorted((root / "man").glob("*.1"))}
    digest = lambda data: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    # Times before 1980 cannot be written.
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")), 315532800))[:6]
    path = pathlib.Path(out) / f"ctx_run-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, date)
            # A regular file, in so many words: pip makes nothing else executable.
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    print(f"made {path.name} ({path.stat().st_size} bytes)")


main()
