//! A thesaurus: the words that people use, and the words that tools print for them.

/// A row: words of a question (as stems), and words of outputs that answer it.
#[rustfmt::skip]
const CONCEPTS: &[(&[&str], &[&str])] = &[
    (&["fail", "failur", "broken", "break", "broke"], &["fail", "failed", "failure", "error", "panicked", "assertion", "fatal", "exception", "✕", "✗", "not ok"]),
    (&["error", "problem", "issu", "wrong"], &["error", "failed", "fatal", "exception", "panicked", "traceback", "critical"]),
    (&["warn"], &["warning", "warn", "deprecated"]),
    (&["crash", "panic"], &["panicked", "panic", "segfault", "sigsegv", "fatal", "core", "traceback", "abort"]),
    (&["slow", "durat", "time", "long", "elaps", "took", "fast"], &["slow", "slowest", "took", "elapsed", "duration", "seconds", "finished", "time"]),
    (&["version"], &["version", "release"]),
    (&["secur", "vulner"], &["vulnerability", "cve", "advisory", "severity", "audit", "insecure"]),
    (&["deprec", "obsolet"], &["deprecated", "deprecation", "obsolete", "removed"]),
    (&["permiss", "access", "author", "forbidden"], &["permission", "denied", "eacces", "eperm", "forbidden", "unauthorized", "403", "401"]),
    (&["coverag", "uncov"], &["coverage", "covered", "uncovered", "missing", "stmts"]),
    (&["memori", "leak", "heap", "ram"], &["memory", "heap", "oom", "leak", "allocated", "rss", "lost", "bytes"]),
    (&["size", "larg", "big", "weight", "space", "disk"], &["size", "bytes", "kib", "mib", "kb", "mb", "gb", "largest", "used", "avail"]),
    (&["url", "address", "link", "endpoint", "server"], &["http://", "https://", "listening", "localhost"]),
    (&["port"], &["port", "listening", "localhost"]),
    (&["network", "connect", "connection"], &["connection", "connect", "refused", "econnrefused", "reset", "dns", "socket", "unreachable"]),
    (&["timeout"], &["timeout", "timed out", "deadline"]),
    (&["skip", "pend", "ignor"], &["skipped", "skip", "ignored", "pending", "todo", "xfail", "deselected"]),
    (&["miss", "absent"], &["missing", "not found", "no such", "cannot find", "enoent", "unresolved", "undefined"]),
    (&["undefin", "undeclar", "unknown"], &["undefined", "undeclared", "not defined", "unresolved", "unknown"]),
    (&["unus", "dead"], &["unused", "never used", "dead"]),
    (&["duplic", "redeclar"], &["duplicate", "already defined", "redeclared", "redefinition", "twice"]),
    (&["type"], &["type", "types", "incompatible"]),
    (&["null"], &["null", "nil", "none", "nullpointer", "undefined"]),
    (&["whi", "why", "reason", "caus", "becaus", "reject", "declin"], &["caused by", "because", "reason", "due", "rejected", "declined", "denied"]),
    (&["how", "fix", "overrid", "solv", "suggest", "hint", "workaround", "resolv"], &["help:", "hint", "try", "consider", "--force", "run `", "fix", "instead"]),
    (&["instal", "ad", "packag", "depend"], &["installed", "installing", "added", "package", "dependency"]),
    (&["download", "fetch"], &["downloading", "downloaded", "fetched", "get:"]),
    (&["chang", "modifi", "diff"], &["changed", "modified", "insertions", "deletions", "renamed"]),
    (&["delet", "remov"], &["deleted", "removed", "delete"]),
    (&["creat", "new", "add"], &["created", "new", "added", "create"]),
    (&["conflict", "merg"], &["conflict", "merge", "both modified"]),
    (&["retri", "retry", "attempt"], &["retry", "retrying", "attempt", "again"]),
    (&["config", "set", "option"], &["config", "configuration", "settings", "option"]),
    (&["start", "begin", "boot", "startup"], &["started", "starting", "listening", "ready", "boot"]),
    (&["stop", "shutdown", "exit", "quit"], &["stopped", "shutdown", "exiting", "exit", "terminated", "stopping"]),
    (&["pass", "success", "succeed"], &["passed", "ok", "success", "✓", "succeeded"]),
    (&["total", "count", "number", "summari", "result"], &["total", "summary", "result", "passed", "failed", "count"]),
    (&["expect", "assert", "valu", "actual", "receiv"], &["expected", "actual", "received", "assert", "left:", "right:", "want", "got", "xfail"]),
    (&["stack", "trace", "backtrac", "caller"], &["at ", "traceback", "backtrace", "from", "called"]),
    (&["test", "spec"], &["test", "tests", "spec", "suite"]),
    (&["databas", "sql", "queri"], &["database", "sql", "query", "postgres", "mysql", "sqlite", "table"]),
    (&["user", "login", "auth"], &["user", "login", "auth", "token", "session"]),
    (&["lint", "style", "format"], &["lint", "format", "reformat", "style", "prettier"]),
    (&["branch", "commit"], &["branch", "commit", "head", "origin"]),
    (&["checksum", "hash", "digest"], &["checksum", "sha256", "sha256sum", "sha1", "sha1sum", "md5", "md5sum", "digest"]),
    (&["known", "xfail"], &["known", "expected fail", "xfail", "todo"]),
    (&["wait", "idl", "block", "hang", "stuck"], &["waiting", "chan receive", "semacquire", "idle", "blocked", "parked", "lock", "sleep"]),
    (&["migrat"], &["migration", "migrate", "applying"]),
];

/// Words that outputs use for a stem of the question.
pub fn related_words(stem: &str) -> &'static [&'static str] {
    CONCEPTS.iter().find(|(asked, _)| asked.contains(&stem)).map_or(&[], |(_, told)| told)
}
