"""The tools that are compared, each used as its documentation says."""
import json, os, re, resource, shlex, shutil, subprocess, tempfile, threading, time

from install import node_beside

PLAIN = re.compile(r"^[\w./+@%:,=~ '\"\[\]{}^-]*$")
# Seconds that a server has for one answer.
PATIENCE = 120
OWN = ("CTX_", "TOKF_", "SQUEEZ_", "RTK_", "LEAN_CTX_", "HEADROOM_", "CONTEXT_MODE_", "CLAUDE")


class Missing(Exception):
    """The tool does not have this way of use. Its row shows the text."""


class Changed(Exception):
    """The tool called the program with other arguments, or not at all, so a recorded output cannot judge it."""


def run(words, **more):
    return subprocess.run(words, capture_output=True, timeout=more.pop("timeout", 120), **more)


def spent(work, server=None):
    """What `work` returns, its milliseconds by the clock, and those of processors: of the commands it ran and of a server."""
    clock, used = time.perf_counter(), processor_seconds(server)
    done = work()
    return done, (time.perf_counter() - clock) * 1000, (processor_seconds(server) - used) * 1000


def processor_seconds(server):
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    ticks = 0
    if server:
        with open(f"/proc/{server}/stat") as file:
            ticks = sum(map(int, file.read().rsplit(")", 1)[1].split()[11:15]))
    return ended.ru_utime + ended.ru_stime + ticks / os.sysconf("SC_CLK_TCK")


class Tool:
    """One way of using a tool. `wrap` runs a command, `text` shortens a recorded output."""

    name = ""
    no_search = "it has no search over outputs"

    def __init__(self, exe, base):
        self.exe, self.base, self.home = exe, base, None
        os.makedirs(base, exist_ok=True)
        self.fresh()

    def fresh(self):
        """An empty home, so that no case sees what an earlier one left: several tools adapt to the session."""
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)
        self.home = tempfile.mkdtemp(dir=self.base)

    def env(self, path=None):
        clean = {key: value for key, value in os.environ.items() if not key.startswith(OWN)}
        clean |= {"HOME": self.home, "XDG_DATA_HOME": f"{self.home}/data", "XDG_CONFIG_HOME": f"{self.home}/config", "XDG_CACHE_HOME": f"{self.home}/cache"}
        return clean | {"PATH": ":".join(part for part in (path, os.path.dirname(self.exe), clean["PATH"]) if part)}

    def words(self, argv):
        raise Missing("it does not run commands")

    def wrap(self, argv, cwd, path=None):
        """The bytes printed and the exit status of one command that the tool runs."""
        done = run(self.words(argv), env=self.env(path), cwd=cwd, stdin=subprocess.DEVNULL)
        return done.stdout + done.stderr, done.returncode

    def recorded(self, argv, output, status):
        """What the tool shows when a program prints a recorded output, and the status. Raises Changed."""
        with tempfile.TemporaryDirectory() as folder:
            words = stand_in(folder, argv, output, status)
            shown = self.wrap(words, folder, folder)
            check_arguments(folder, argv)
            return shown

    def text(self, command, status, output):
        """What the tool shows of a recorded output of a shell. Pipelines and loops are left alone, as the hooks leave them."""
        simple = last_command(command)
        return output if simple is None else self.recorded(simple, output, status or 0)[0]

    def timed(self, argv, cwd):
        """Runs a command once. Returns milliseconds by the clock and of processors."""
        words, env = self.words(argv), self.env()
        return spent(lambda: run(words, env=env, cwd=cwd, stdin=subprocess.DEVNULL))[1:]

    def peak(self, argv, cwd):
        """The largest memory in MB that one command needs, the tool included."""
        return peak_of(self.words(argv), self.env(), cwd)

    def back(self, printed, folder):
        """The raw bytes of the last command, as the documentation says they can be had."""
        raise Missing("no way to the raw bytes is documented")

    def keep(self, case):
        """Puts one output where the search of the tool finds it."""
        raise Missing(self.no_search)

    def set_up(self, path):
        """Installs the tool's hooks in Claude Code. Returns more words for Claude Code's command line."""
        raise Missing("it installs no hook in Claude Code")

    def close(self):
        shutil.rmtree(self.base, ignore_errors=True)


class Ctx(Tool):
    name = "ctx"
    template = None

    def fresh(self):
        """A home with a store that holds one empty command: a new store for every case would take longer than the judges."""
        super().fresh()
        if self.template is None:
            run([self.exe, "run", "--", "true"], env=self.env(), cwd=self.home)
            self.template = f"{self.base}/template"
            shutil.copytree(self.home, self.template)
        else:
            shutil.copytree(self.template, self.home, dirs_exist_ok=True)

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

    def keep(self, case):
        return [self.exe, "store", "--cmd", shlex.join(case["argv"]), "--exit", str(case["exit"])], case["raw"]

    def ask(self, words):
        return [self.exe, "search", " ".join(words)]

    def set_up(self, path):
        link(path, "ctx", self.exe)
        run(["ctx", "init", "claude-code", "--yes"], env=self.env(path), cwd=self.home, check=True)
        return []


class Tokf(Tool):
    name = "tokf"

    def words(self, argv):
        return [self.exe, "run", *argv]

    def back(self, printed, folder):
        return run([self.exe, "raw", "last"], env=self.env(), cwd=folder).stdout

    def keep(self, case):
        return [self.exe, "run", *case["argv"]], None

    def ask(self, words):
        # It looks for the text as it stands, so it gets the longest word.
        return [self.exe, "history", "search", "--all", max(words, key=len)]

    def set_up(self, path):
        link(path, "tokf", self.exe)
        run([self.exe, "hook", "install", "--global"], env=self.env(path), cwd=self.home, check=True)
        return []


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
        with Server([self.exe, "mcp"], self.env()) as server:
            return server.call("squeez_retrieve", {"key": key.group(1).decode()}).encode()

    def keep(self, case):
        return [self.exe, "wrap", shlex.join(case["argv"])], None

    def server(self):
        return Server([self.exe, "mcp"], self.env())

    def answers(self, server, questions):
        return [server.timed("squeez_stash_search", {"query": question}) for question in questions]

    def set_up(self, path):
        link(path, "squeez", self.exe)
        os.makedirs(f"{self.home}/.claude", exist_ok=True)
        run([self.exe, "setup", "--host=claude-code"], env=self.env(path), cwd=self.home, check=True)
        return []


class Rtk(Tool):
    """Its hook decides which commands it runs; the others go to the shell as they are."""

    name = "rtk"
    hook = None

    def words(self, argv, always=False):
        if self.hook is None:
            home = tempfile.mkdtemp(dir=self.base)
            run([self.exe, "init", "-g", "--auto-patch"], env=self.env() | {"HOME": home}, cwd=home, check=True)
            self.hook = f"{home}/.claude/hooks/rtk-rewrite.sh"
            with open(self.hook) as file:
                self.patterns = [re.compile(found.replace("[[:space:]]", r"\s")) for found in re.findall(r"grep -qE '(\^[^']*)'", file.read())]
        # The hook starts some fifty processes. It is not asked about commands that match none of its patterns.
        if not always and not any(pattern.search(shlex.join(argv)) for pattern in self.patterns):
            return argv
        asked = json.dumps({"tool_name": "Bash", "tool_input": {"command": shlex.join(argv)}})
        answer = run([self.hook], input=asked.encode(), env=self.env()).stdout
        if not answer.strip():
            return argv
        return shlex.split(json.loads(answer)["hookSpecificOutput"]["updatedInput"]["command"])

    def timed(self, argv, cwd):
        self.words(argv)
        return spent(lambda: run(self.words(argv, always=True), env=self.env(), cwd=cwd, stdin=subprocess.DEVNULL))[1:]

    def back(self, printed, folder):
        kept = re.search(rb"\[full output: ([^\]]+)\]", printed)
        if not kept:
            return printed
        with open(kept.group(1).decode().replace("~", self.home, 1), "rb") as file:
            return file.read()

    def set_up(self, path):
        link(path, "rtk", self.exe)
        run([self.exe, "init", "-g", "--auto-patch"], env=self.env(path), cwd=self.home, check=True)
        return []


class LeanCtx(Tool):
    name = "lean-ctx"
    no_search = "its search reads the files of a project, not outputs"

    def words(self, argv):
        return [self.exe, "-c", shlex.join(argv)]

    def timed(self, argv, cwd):
        raise Missing("compiled with less optimisation than its authors ask for")

    def set_up(self, path):
        link(path, "lean-ctx", self.exe)
        run([self.exe, "init", "--global", "--agent", "claude"], env=self.env(path), cwd=self.home, check=True)
        return []


class ContextMode(Tool):
    """An MCP server: the agent calls its tool in place of the shell and gets the text, or states its intent."""

    name = "context-mode"
    intent = None
    running = None

    def started(self):
        if self.running is None or self.running.process.poll() is not None:
            self.running = Server([node_beside(self.exe), self.exe], self.env())
        return self.running

    def fresh(self):
        # Its server needs seconds to start, so one of them serves all cases of a judge.
        if self.home is None:
            super().fresh()

    def close(self):
        if self.running:
            self.running.end()
        super().close()

    def wrap(self, argv, cwd, path=None):
        code = f"cd {shlex.quote(cwd)}; " + (f"PATH={shlex.quote(path)}:$PATH; " if path else "") + shlex.join(argv)
        answer = self.started().call("ctx_execute", {"language": "shell", "code": code} | ({"intent": self.intent} if self.intent else {}))
        status = re.search(r"^Exit code:? (\d+)", answer, re.M)
        return answer.encode(), int(status.group(1)) if status else 0

    def timed(self, argv, cwd):
        code = f"cd {shlex.quote(cwd)}; {shlex.join(argv)}"
        server = self.started()
        return spent(lambda: server.call("ctx_execute", {"language": "shell", "code": code}), server.process.pid)[1:]

    def peak(self, argv, cwd):
        return self.started().peak()

    def keep(self, case):
        return "ctx_index", {"content": case["raw"].decode("utf-8", "replace"), "source": case["name"]}

    def server(self):
        return Server([node_beside(self.exe), self.exe], self.env())

    def answers(self, server, questions):
        """It gives fewer results from the fourth call on and asks for lists of questions, so three calls ask all of them."""
        found, part = [], -(-len(questions) // 3)
        for at in range(0, len(questions), part):
            asked = questions[at:at + part]
            text, used = server.timed("ctx_search", {"queries": asked})
            starts = [text.find(f"## {question}\n") for question in asked]
            for start in starts:
                later = [other for other in starts if other > start]
                found.append((text[start:min(later, default=len(text))] if start >= 0 else "", used / len(asked)))
        return found

    def set_up(self, path):
        # The folder of the package is the plugin that its marketplace gives.
        return ["--plugin-dir", os.path.dirname(self.exe)]


class ContextModeAsked(ContextMode):
    """The same with an intent, which makes it answer with the sections that match."""

    name = "context-mode, with an intent"
    intent = "errors, failures, where they are, and the totals"


class Headroom(Tool):
    """A library and a proxy: it rewrites messages. The worker calls its documented `compress` on one tool result."""

    name = "headroom"
    worker = None

    def fresh(self):
        if self.home is None:
            super().fresh()

    def started(self):
        if self.worker is None:
            here = os.path.dirname(os.path.abspath(__file__))
            self.worker = subprocess.Popen([self.exe, f"{here}/headroom_worker.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           stderr=subprocess.DEVNULL, env=self.env() | {"HF_HUB_OFFLINE": "1"}, text=True)
        return self.worker

    def close(self):
        if self.worker:
            self.worker.kill()
            self.worker.wait()
        super().close()

    def text(self, command, status, output):
        worker = self.started()
        worker.stdin.write(json.dumps({"command": command, "output": output.decode("utf-8", "replace")}) + "\n")
        worker.stdin.flush()
        line = worker.stdout.readline()
        if not line:
            raise Missing("its library ended without an answer")
        return json.loads(line)["shown"].encode()

    def wrap(self, argv, cwd, path=None):
        done = run(argv, env=self.env(path), cwd=cwd, stdin=subprocess.DEVNULL, executable=shutil.which(argv[0], path=self.env(path)["PATH"]))
        return self.text(shlex.join(argv), done.returncode, done.stdout + done.stderr), done.returncode

    def timed(self, argv, cwd):
        return spent(lambda: self.wrap(argv, cwd), self.started().pid)[1:]

    def peak(self, argv, cwd):
        return high_water(self.started().pid)

    def set_up(self, path):
        raise Missing("it stands between Claude Code and the model and sees no command before it runs")


CLASSES = {tool.name: tool for tool in (Ctx, Tokf, Squeez, Rtk, LeanCtx, ContextMode, Headroom)}


class Server:
    """An MCP server over standard input and output."""

    def __init__(self, words, env):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env, text=True, errors="replace")
        self.number = 0
        self.request("initialize", {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "compare", "version": "1"}})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.number += 1
        limit = threading.Timer(PATIENCE, self.process.kill)
        limit.start()
        try:
            self.send({"id": self.number, "method": method, "params": params})
            for line in self.process.stdout:
                if line.startswith("{") and json.loads(line).get("id") == self.number:
                    return json.loads(line)
        finally:
            limit.cancel()
        raise Missing(f"its MCP server did not answer within {PATIENCE} s")

    def call(self, tool, arguments):
        reply = self.request("tools/call", {"name": tool, "arguments": arguments})
        if "error" in reply:
            raise Missing(f"{tool}: {reply['error'].get('message', '')[:120]}")
        return "".join(part.get("text", "") for part in reply["result"].get("content", []))

    def timed(self, tool, arguments):
        """The answer and its milliseconds of processors."""
        answer, _, used = spent(lambda: self.call(tool, arguments), self.process.pid)
        return answer, used

    def peak(self):
        return high_water(self.process.pid)

    def end(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def high_water(pid):
    with open(f"/proc/{pid}/status") as file:
        return round(next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024, 1)


MEMORY = "import subprocess,sys,resource; subprocess.run(sys.argv[1:], capture_output=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"


def peak_of(words, env, cwd, given=None):
    done = run(["/usr/bin/env", "python3", "-c", MEMORY, *words], env=env, cwd=cwd, input=given or b"")
    return round(int(done.stdout.split()[-1]) / 1024, 1)


def link(folder, name, target):
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(f"{folder}/{name}"):
        os.symlink(target, f"{folder}/{name}")


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
    """Writes a program named like argv[0] that notes its arguments and prints `output`; returns the words that start it."""
    with open(f"{folder}/.output", "wb") as file:
        file.write(output)
    name = argv[0] if "/" in argv[0] and not argv[0].startswith("/") and ".." not in argv[0] else os.path.basename(argv[0]) or "program"
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        quoted = shlex.quote(folder)
        file.write(f"#!/bin/sh\nfor word in \"$@\"; do printf '%s\\0' \"$word\"; done > {quoted}/.arguments\n/bin/cat {quoted}/.output\nexit {status}\n")
    os.chmod(path, 0o755)
    return [name, *argv[1:]]


def check_arguments(folder, argv):
    try:
        with open(f"{folder}/.arguments", "rb") as file:
            seen = file.read()
    except FileNotFoundError:
        raise Changed from None
    if seen != b"".join(os.fsencode(word) + b"\0" for word in argv[1:]):
        raise Changed
