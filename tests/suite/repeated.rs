//! Texts that repeat one thing, and the processor time that a command takes for them; `benches/linear.rs` prints it.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// What takes longer than this with the small input is not linear either.
const GIVEN_UP_S: u32 = 30;

/// What is repeated. Names of secrets come last.
pub const PATTERNS: [(&str, &str); 48] = [
    ("blank lines", "\n"),
    ("blank lines of a Windows program", "\r\n"),
    ("lines of blanks", "   \n"),
    ("tabs", "\t"),
    ("carriage returns", "x\r"),
    ("backspaces", "x\u{8}"),
    ("NULs", "x\0"),
    ("colours", "\u{1b}[31m"),
    ("cursor up", "\u{1b}[1A"),
    ("titles", "\u{1b}]0;"),
    ("parentheses", "("),
    ("brackets", "["),
    ("braces", "{"),
    ("angles", "<"),
    ("quotes", "\""),
    ("apostrophes", "'"),
    ("backslashes", "\\"),
    ("substitutions", "$("),
    ("one word", "a"),
    ("wide characters", "字"),
    ("objects", "{\"a\":1}\n"),
    ("open objects", "{\"a\":"),
    ("rows", "a,b,c\n"),
    ("table", "| a | b |\n"),
    ("paths", "src/a/b.rs\n"),
    ("matches", "src/a.rs:12:text\n"),
    ("keys", "x: 1\n"),
    ("items", "- a\n"),
    ("tags", "<a>"),
    ("fences", "```\n"),
    ("headings", "# h\n"),
    ("errors", "a.c:1:2: error: x\n"),
    ("log", "2026-01-01 00:00:00 ERROR x\n"),
    ("frames", "  File \"a.py\", line 3, in f\n"),
    ("rustc", "error[E0308]: mismatched types\n --> src/a.rs:1:2\n  |\n"),
    ("hunks", "@@ -1 +1 @@\n"),
    ("failed tests", "--- FAIL: TestA (0.00s)\n"),
    ("addresses", "http://a/b?c=d&"),
    ("base64", "QUJDRA"),
    ("key blocks", "-----BEGIN RSA PRIVATE KEY-----\n"),
    ("password=", "password=x&"),
    ("password only", "password="),
    ("password in JSON", "{\"password\":"),
    ("password in XML", "<password>"),
    ("password as an option", "--password "),
    ("cookies", "Cookie: a=b; "),
    ("Basic", "Authorization: Basic "),
    ("INSERT", "INSERT INTO t (password) VALUES ('a');"),
];
/// Of those, names of secrets.
pub const SECRETS: usize = 8;

/// The processor time of a command, of it alone.
#[expect(clippy::zombie_processes, reason = "wait4 waits for it, and says what it used")]
pub fn cost(command: &mut Command, input: &[u8]) -> f64 {
    use std::os::unix::process::CommandExt;
    // SAFETY: one system call between fork and exec.
    unsafe {
        command.pre_exec(|| {
            let limit = libc::rlimit { rlim_cur: GIVEN_UP_S.into(), rlim_max: GIVEN_UP_S.into() };
            libc::setrlimit(libc::RLIMIT_CPU, &limit);
            Ok(())
        });
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // A command that reads nothing may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    // SAFETY: waits for our own child and fills both structs.
    let (status, used) = unsafe {
        let (mut status, mut used) = (0, std::mem::zeroed::<libc::rusage>());
        libc::wait4(libc::pid_t::try_from(child.id()).unwrap(), &mut status, 0, &mut used);
        (status, used)
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    if libc::WIFSIGNALED(status) { f64::MAX } else { seconds(used.ru_utime) + seconds(used.ru_stime) }
}

/// A session in which a command printed this text several times, long ago.
pub fn conversation(text: &str) -> String {
    let line = |kind: &str, at: usize, message: Value| {
        json!({
            "type": kind, "uuid": format!("{kind}{at}"), "sessionId": "s", "cwd": "/shop",
            "timestamp": "2026-11-16T10:00:00.000Z", "message": message,
        })
    };
    let mut lines = vec![line("user", 0, json!({ "role": "user", "content": "look" }))];
    for at in 0..40 {
        let call = json!({ "type": "tool_use", "id": format!("t{at}"), "name": "Bash", "input": { "command": format!("cat {at}") } });
        let usage = json!({ "input_tokens": 10, "cache_creation_input_tokens": 1500, "cache_read_input_tokens": 1500 * at, "output_tokens": 50 });
        let said = json!({ "role": "assistant", "id": format!("m{at}"), "model": "claude-sonnet-4-5", "content": [call], "usage": usage });
        lines.push(line("assistant", at, said));
        let content = if at < 3 { format!("{at}\n{text}") } else { format!("{at}") };
        let result = json!({ "type": "tool_result", "tool_use_id": format!("t{at}"), "content": content });
        lines.push(line("user", at + 1, json!({ "role": "user", "content": [result] })));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
