//! Any output of any command: a digest that is never larger than it, valid and printable.
#![no_main]

use ctx::capture::text::Text;
use ctx::digest::{Call, Show, Status, digest, intent, render};
use libfuzzer_sys::fuzz_target;

const COMMANDS: &[&str] = &[
    "", "cargo test", "npm test", "npx vitest run", "pytest", "go test ./...", "make", "git diff", "git log", "mvn test", "eslint .",
    "tsc", "ls -R", "cat x.json", "grep -rn x .", "psql", "docker build .", "mypy .", "gcc a.c", "rspec", "phpunit", "prove", "curl -v x",
    "terraform plan", "ansible-playbook x", "kubectl get pods", "apt-get install x", "valgrind ./a", "ruff check", "pip install x",
];

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (command, code, bytes) = input;
    let argv = COMMANDS[usize::from(command) % COMMANDS.len()].split_whitespace().map(str::to_owned).collect();
    let call = Call { argv, status: Status::Exit(i32::from(code % 3)) };
    let text = Text::from_bytes(bytes);
    let digest = digest(&text, &call);
    let question = String::from_utf8_lossy(&bytes[..bytes.len().min(24)]).into_owned();
    for body in [render(&digest, &text, &Show::default()), intent(&text, &digest, &question, &Show::default())] {
        assert!(text.binary().is_some() || body.text.len() <= bytes.len() + 1, "{} of {}", body.text.len(), bytes.len());
        assert!(body.text.chars().all(|c| c == '\n' || c == '\t' || !c.is_control()));
        assert!(body.shown <= text.total_lines());
    }
});
