"""Installs the peers in pinned versions below one folder, and finds what is installed there."""
import glob, os, subprocess, sys, time

# name: version, registry, package, licence
PINNED = {
    "tokf": ("0.2.54", "crates.io", "tokf", "MIT"),
    "squeez": ("1.48.18", "crates.io", "squeez", "Apache-2.0"),
    "lean-ctx": ("3.7.5", "crates.io", "lean-ctx", "Apache-2.0"),
    "rtk": ("0.16.0", None, "rtk", "MIT"),
    "snip": ("0.24.1", None, "snip", "MIT"),
    "context-mode": ("1.0.169", "npm", "context-mode", "Elastic-2.0"),
    "headroom": ("0.42.0", "PyPI", "headroom-ai", "Apache-2.0"),
}
NODE = "22.23.3"
CLAUDE_CODE = ("2.1.325", "@anthropic-ai/claude-code")
BY_HAND = {
    "rtk": "the registries hold other programs of this name; install it as its documentation says and give it with --program rtk=FILE",
    "snip": "it needs Go 1.25 and the registry of Go modules; the machine of this run has neither",
}

# The published profile of lean-ctx optimises 250,000 lines as one unit, which takes hours on two cores. Its shell commands do
# not use the embeddings. So it is compiled with less optimisation, and its times are not measured.
LEAN_CTX = {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16", "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1", "CARGO_PROFILE_RELEASE_STRIP": "none"}
LEAN_CTX_FEATURES = ["--no-default-features", "--features", "tree-sitter,http-server,secure-update"]


def install(root, names, given, limit):
    """Installs what is not below `root` yet. Returns the programs by name, and the reasons for what is missing."""
    found, failed = {}, {}
    os.makedirs(root, exist_ok=True)
    for name in names:
        version, registry, package, licence = PINNED[name]
        if name in given:
            found[name] = os.path.abspath(given[name])
        elif not registry:
            failed[name] = BY_HAND[name]
        else:
            if not program(root, name):
                failed |= attempt(name, ways(root, name, version, package), limit, f"{version} from {registry}, {licence}")
            if program(root, name):
                found[name] = program(root, name)
                failed.pop(name, None)
            else:
                failed.setdefault(name, "the installation left no program")
    return found, failed


def ways(root, name, version, package):
    """What to try, best first: each a list of commands with their environment, all of which must succeed."""
    if name == "context-mode":
        # It refuses an older Node; the registry has Node itself as a package.
        env = {"PATH": f"{root}/node/node_modules/node/bin:{os.environ['PATH']}"}
        return [[(npm(f"{root}/node", f"node@{NODE}"), {}), (npm(f"{root}/npm", f"{package}@{version}"), env)]]
    if name == "headroom":
        return [[([sys.executable, "-m", "venv", f"{root}/venv"], {}), ([f"{root}/venv/bin/python", "-m", "pip", "install", "--quiet", f"{package}=={version}"], {})]]
    more, env = (LEAN_CTX_FEATURES, LEAN_CTX) if name == "lean-ctx" else ([], {})
    words = ["cargo", "install", "--quiet", "--root", root, f"{package}@{version}", *more]
    # A locked build fails where a registry no longer has one of the locked versions.
    return [[([*words, "--locked"], env)], [(words, env)]]


def npm(folder, package):
    return ["npm", "install", "--loglevel=error", "--no-audit", "--no-fund", "--prefix", folder, package]


def attempt(name, ways, limit, label):
    """Tries each way until one succeeds. Returns the reason of the last one that failed, by the name."""
    start = time.time()
    print(f"installing {name} {label} …", flush=True)
    reason = ""
    for commands in ways:
        for words, more in commands:
            try:
                done = subprocess.run(words, capture_output=True, text=True, timeout=max(1, limit - (time.time() - start)), env=os.environ | more)
            except FileNotFoundError:
                return {name: f"{words[0]} is not installed"}
            except subprocess.TimeoutExpired:
                return {name: f"the installation took longer than {limit} s"}
            reason = message(done.stderr) if done.returncode else ""
            if reason:
                break
        if not reason:
            break
    print(f"  {reason or 'done'} after {time.time() - start:.0f} s", flush=True)
    return {name: f"the installation failed: {reason}"} if reason else {}


def message(text):
    """The line of an error output that says most: the first that is no code, or the last one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()] or ["no message"]
    errors = [line for line in lines if "error" in line.lower() and not line.startswith(("npm error code", "npm error errno"))]
    return (errors or lines[-1:])[0][:160]


def program(root, name):
    """The installed program, or None."""
    if name == "headroom":
        return f"{root}/venv/bin/python" if glob.glob(f"{root}/venv/lib/python*/site-packages/headroom") else None
    path = f"{root}/npm/node_modules/context-mode/cli.bundle.mjs" if name == "context-mode" else f"{root}/bin/{name}"
    return path if os.path.exists(path) else None


def node_beside(module):
    """The Node that was installed with a program of npm, or that of the machine."""
    own = f"{os.path.dirname(module.split('/node_modules/')[0])}/node/node_modules/node/bin/node"
    return own if os.path.exists(own) else "node"


def claude_code(root, given, limit):
    """Claude Code, for the judge of permissions: its program, or None and the reason."""
    version, package = CLAUDE_CODE
    if given:
        return os.path.abspath(given), None
    path = f"{root}/claude/node_modules/.bin/claude"
    if os.path.exists(path):
        return path, None
    failed = attempt("Claude Code", [[(npm(f"{root}/claude", f"{package}@{version}"), {})]], limit, f"{version} from npm")
    return (path, None) if os.path.exists(path) else (None, failed.get("Claude Code", "the installation left no program"))


def own_program(root, given):
    """ctx itself: the one that was given, or a release build of this checkout."""
    if given:
        return os.path.abspath(given)
    print("building ctx …", flush=True)
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=root, check=True)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR") or f"{root}/target", "release/ctx")
