"""The tools that are compared: pinned versions, how each is installed, and how each is used as its documentation says."""
import json, os, re, shlex, shutil, subprocess, sys, tempfile

# name, version, source, what to install, licence
PINNED = {
    "tokf": ("0.2.54", "crates.io", "tokf", "MIT"),
    "squeez": ("1.48.18", "crates.io", "squeez", "Apache-2.0"),
    "lean-ctx": ("3.12.0", "crates.io", "lean-ctx", "Apache-2.0"),
    "rtk": ("0.16.0", "git checkout given with --rtk", "rtk", "MIT"),
    "context-mode": ("1.0.169", "npm", "context-mode", "Elastic-2.0"),
    "headroom": ("0.42.0", "PyPI", "headroom-ai", "Apache-2.0"),
}
PLAIN = re.compile(r"^[\w./+@%:,=~ '\"\[\]{}^-]*$")


class Missing(Exception):
    """A tool that could not be installed or does not have this way of use; the text is printed in its row."""


def run(words, **more):
    return subprocess.run(words, capture_output=True, timeout=more.pop("timeout", 120), **more)


def install(root, rtk_source, want):
    """Installs what is not below `root` yet. Returns {name: reason} of what could not be installed."""
    failed = {}
    os.makedirs(root, exist_ok=True)
    for name in want:
        version, _, package, _ = PINNED[name]
        if program(root, name):
            continue
        if name in ("tokf", "squeez", "lean-ctx"):
            words = ["cargo", "install", "--locked", "--quiet", "--root", root, f"{package}@{version}"]
        elif name == "rtk":
            if not rtk_source:
                failed[name] = "its package registry name belongs to another program; give a checkout with --rtk DIR"
                continue
            words = ["cargo", "install", "--locked", "--quiet", "--root", root, "--path", rtk_source]
        elif name == "context-mode":
            words = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", f"{root}/npm", f"{package}@{version}"]
        else:
            subprocess.run([sys.executable, "-m", "venv", f"{root}/venv"], check=True)
            words = [f"{root}/venv/bin/pip", "install", "--quiet", f"{package}=={version}"]
        print(f"installing {name} {version} …", file=sys.stderr, flush=True)
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=3600)
            if done.returncode or not program(root, name):
                failed[name] = "installation failed: " + (done.stderr.strip().splitlines() or ["no message"])[-1][:160]
        except (OSError, subprocess.TimeoutExpired) as error:
            failed[name] = f"installation failed: {str(error)[:160]}"
    return failed


def program(root, name):
    path = {
        "context-mode": f"{root}/npm/node_modules/context-mode/cli.bundle.mjs",
        "headroom": f"{root}/venv/lib",
    }.get(name, f"{root}/bin/{name}")
    if name == "headroom":
        found = subprocess.run(f"ls -d {shlex.quote(root)}/venv/lib/python*/site-packages/headroom", shell=True, capture_output=True)
        return f"{root}/venv/bin/python" if found.returncode == 0 else None
    return path if os.path.exists(path) else None


class Tool:
    """One way of using a tool. `wrap` runs a command, `text` shortens an output that was recorded."""

    name = ""
    wraps = True

    def __init__(self, exe, home):
        self.exe, self.home = exe, home
        os.makedirs(home, exist_ok=True)

    def env(self, path=None):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("CTX_", "TOKF_", "SQUEEZ_", "RTK_", "LEAN_CTX_", "HEADROOM_"))}
        clean |= {"HOME": self.home, "XDG_DATA_HOME": f"{self.home}/data", "XDG_CONFIG_HOME": f"{self.home}/config", "XDG_CACHE_HOME": f"{self.home}/cache"}
        return clean | ({"PATH": f"{path}:{clean['PATH']}"} if path else {})

    def words(self, argv):
        raise Missing("it does not run commands")

    def wrap(self, argv, cwd, path=None):
        """The bytes printed and the exit status of one command run through the tool."""
        done = run(self.words(argv), env=self.env(path), cwd=cwd, stdin=subprocess.DEVNULL)
        return done.stdout + done.stderr, done.returncode

    def text(self, command, status, output):
        """What the tool shows of a recorded output: a stand-in with the command's name prints it."""
        simple = last_command(command)
        if simple is None:
            return output
        with tempfile.TemporaryDirectory() as folder:
            argv = stand_in(folder, simple, output, status or 0)
            return self.wrap(argv, folder, folder)[0]

    def back(self, printed, folder):
        """The raw bytes of the last command, as the tool's documentation says they can be had."""
        raise Missing("no way to the raw bytes is documented")


class Ctx(Tool):
    name = "ctx"

    def words(self, argv):
        return [self.exe, "run", "--", *argv]

    def text(self, command, status, output):
        exit_code = ["--exit", str(status)] if status is not None else []
        return run([self.exe, "store", "--cmd", command, *exit_code], input=output, env=self.env(), cwd=self.home).stdout

    def back(self, printed, folder):
        found = re.search(rb"\[ctx:([0-9a-z]+)", printed)
        if not found:
            return printed
        return run([self.exe, "get", found.group(1).decode(), "--raw"], env=self.env(), cwd=self.home).stdout


class Tokf(Tool):
    name = "tokf"

    def words(self, argv):
        return [self.exe, "run", *argv]

    def back(self, printed, folder):
        return run([self.exe, "raw", "last"], env=self.env(), cwd=folder).stdout


class Squeez(Tool):
    name = "squeez"

    def words(self, argv):
        return [self.exe, "wrap", shlex.join(argv)]

    def text(self, command, status, output):
        return run([self.exe, "filter", command], input=output, env=self.env(), cwd=self.home).stdout

    def back(self, printed, folder):
        key = re.search(rb'key="([^"]+)"', printed)
        if not key:
            return printed
        answer = mcp_call([self.exe, "mcp"], self.env(), "squeez_retrieve", {"key": key.group(1).decode()})
        return answer.encode()


class Rtk(Tool):
    name = "rtk"

    def words(self, argv):
        return [self.exe, *argv]

    def back(self, printed, folder):
        kept = re.search(rb"\[full output: ([^\]]+)\]", printed)
        if not kept:
            return printed
        with open(os.path.expanduser(kept.group(1).decode().replace("~", self.home)), "rb") as file:
            return file.read()


class LeanCtx(Tool):
    name = "lean-ctx"

    def words(self, argv):
        return [self.exe, "-c", shlex.join(argv)]


class ContextMode(Tool):
    """An MCP server: the agent calls its tool in place of the shell and states its intent, or gets the text."""

    name = "context-mode"

    def wrap(self, argv, cwd, path=None):
        code = f"cd {shlex.quote(cwd)}; " + (f"PATH={shlex.quote(path)}:$PATH; " if path else "") + shlex.join(argv)
        answer = mcp_call(["node", self.exe], self.env(), "ctx_execute", {"language": "shell", "code": code})
        status = re.search(r"[Ee]xit code:? (\d+)", answer)
        return answer.encode(), int(status.group(1)) if status else 0

    def words(self, argv):
        raise Missing("it is called by an agent over MCP, not by a shell")


class Headroom(Tool):
    """A library and a proxy: it rewrites messages. The worker calls its documented `compress` on one tool result."""

    name = "headroom"
    worker = None

    def text(self, command, status, output):
        if self.worker is None:
            here = os.path.dirname(os.path.abspath(__file__))
            self.worker = subprocess.Popen([self.exe, f"{here}/headroom_worker.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           stderr=subprocess.DEVNULL, env=self.env() | {"HF_HUB_OFFLINE": "1"}, text=True)
        self.worker.stdin.write(json.dumps({"command": command, "output": output.decode("utf-8", "replace")}) + "\n")
        self.worker.stdin.flush()
        line = self.worker.stdout.readline()
        if not line:
            raise Missing("its library ended without an answer")
        return json.loads(line)["shown"].encode()

    def wrap(self, argv, cwd, path=None):
        done = run(argv, env=self.env(path), cwd=cwd, stdin=subprocess.DEVNULL, executable=shutil.which(argv[0], path=self.env(path)["PATH"]))
        return self.text(shlex.join(argv), done.returncode, done.stdout + done.stderr), done.returncode


CLASSES = {tool.name: tool for tool in (Ctx, Tokf, Squeez, Rtk, LeanCtx, ContextMode, Headroom)}


def mcp_call(words, env, tool, arguments):
    """One tool call over standard input and output. Raises Missing where the server does not answer."""
    server = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env, text=True, errors="replace")
    try:
        def send(message):
            server.stdin.write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")
            server.stdin.flush()

        def answer(number):
            for line in server.stdout:
                if line.startswith("{") and json.loads(line).get("id") == number:
                    return json.loads(line)
            raise Missing(f"its MCP server ended before it answered {tool}")

        send({"id": 1, "method": "initialize", "params": {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "compare", "version": "1"}}})
        answer(1)
        send({"method": "notifications/initialized"})
        send({"id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
        reply = answer(2)
        if "error" in reply:
            raise Missing(f"{tool}: {reply['error'].get('message', '')[:120]}")
        return "".join(part.get("text", "") for part in reply["result"].get("content", []))
    finally:
        server.kill()
        server.wait()


def last_command(command):
    """The words of the last command of a line, or None where a hook cannot take it apart (pipes, redirections, loops)."""
    tail = re.split(r"&&|;|\n", command)[-1].strip()
    if not tail or not PLAIN.match(tail):
        return None
    try:
        words = shlex.split(tail)
    except ValueError:
        return None
    while words and ("=" in words[0] or words[0] in ("sudo", "time", "env")):
        words = words[1:]
    return words or None


def stand_in(folder, argv, output, status):
    """Writes a program named like argv[0] that prints `output`; returns the words that start it."""
    with open(f"{folder}/.output", "wb") as file:
        file.write(output)
    name = argv[0] if "/" in argv[0] and not argv[0].startswith("/") and ".." not in argv[0] else os.path.basename(argv[0]) or "program"
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(f"#!/bin/sh\n/bin/cat {shlex.quote(folder)}/.output\nexit {status}\n")
    os.chmod(path, 0o755)
    return [name, *argv[1:]]
