//! What can be said of a command line without running it, and of the way its run ended.

use ctx_text::{ceil_boundary, truncate_at_char_boundary};

use crate::model::ConversationItem;

/// Programs that print files as they are.
const READS: &[&str] = &["cat", "sed", "head", "tail", "nl", "less", "bat", "awk", "more"];
/// Words before the program itself.
const BEFORE: &[&str] = &["sudo", "time", "env", "nohup", "command", "exec"];
/// Words after which anything may follow, so that two commands with the same beginning have nothing in common: the shell's
/// own words, and programs that are given their code.
const OPEN: &[&str] = &[
    "for", "while", "until", "if", "case", "{", "(", "[", "[[", "test", "echo", "printf", "cd", "sh", "bash", "zsh",
    "python", "python3", "node", "perl", "ruby", "awk", "sed", "xargs", "env", "sudo", "ssh", "cat",
];
/// What hosts write about a command that has not ended.
const RUNNING: &[&str] =
    &["running with session ID", "running in background", "moved to the background", "still running"];
/// Where hosts write the status of a command that has ended.
const STATUS: &[&str] = &["exited with code ", "Exit code: ", "Exit code ", "\"exit_code\":", "exit status "];
/// Hosts write about the run before its output or after it.
const NEAR: usize = 400;

/// The command after a leading `cd FOLDER &&`, and the folder.
fn split_leading_cd(command: &str) -> (Option<&str>, &str) {
    let trimmed = command.trim_start();
    let Some(rest) = trimmed.strip_prefix("cd ") else { return (None, trimmed) };
    let ends = rest.find("&&").map(|end| (end, 2)).or_else(|| rest.find([';', '\n']).map(|end| (end, 1)));
    match ends {
        Some((end, length)) => (Some(rest[..end].trim()), rest[end + length..].trim_start()),
        None => (Some(rest.trim()), ""),
    }
}

fn program_name(command: &str) -> &str {
    let mut words =
        split_leading_cd(command).1.split_whitespace().filter(|word| !word.contains('=') && !BEFORE.contains(word));
    words.next().map_or("", |word| word.rsplit('/').next().unwrap_or(word))
}

/// Prints files as they are. A here document is written, not read.
pub fn is_file_printing_command(command: &str) -> bool {
    !command.contains("<<") && READS.contains(&program_name(command))
}

/// The words of a command that look like files, each by its last two parts.
pub fn short_file_paths_in_command(command: &str) -> impl Iterator<Item = String> {
    let words = command.split(|c: char| c.is_whitespace() || "'\";|&<>()".contains(c));
    words.filter(|word| word.contains('.') && !word.starts_with('-') && word.len() > 2).map(last_two_path_parts)
}

/// A path by its last two parts: tools name the same file from different folders.
pub fn last_two_path_parts(path: &str) -> String {
    let mut parts: Vec<&str> = path.rsplit(['/', '\\']).take(2).collect();
    parts.reverse();
    parts.join("/")
}

/// The folder that a command runs in, as far as it can be told: absolute, or inside another.
pub fn working_folder_after(command: &str, before: &str) -> String {
    match split_leading_cd(command).0 {
        Some(folder) if folder.trim_matches(['"', '\'']).starts_with(['/', '~']) => folder.to_owned(),
        Some(folder) => format!("{before} {folder}"),
        None => before.to_owned(),
    }
}

/// A command without the details that change from run to run: the first two words of its last part that are not settings.
/// All of it where these words say nothing.
pub fn similar_command_key(command: &str) -> String {
    let last = command.rsplit("&& ").next().unwrap_or(command);
    let mut words = last.split_whitespace().filter(|word| !word.contains('='));
    let first = words.next().unwrap_or_default();
    if OPEN.contains(&first) {
        return command.to_owned();
    }
    let second = words.find(|word| !word.starts_with('-')).unwrap_or_default();
    format!("{first} {second}")
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    Passed,
    Failed,
    /// It runs on, or nobody knows.
    Open,
}

/// How the run that gave a result ended, by what the host says about it.
pub fn run_outcome(item: &ConversationItem<'_>) -> RunOutcome {
    let (head, tail) = head_and_tail(&item.text);
    if item.failed {
        return RunOutcome::Failed;
    }
    if RUNNING.iter().any(|sign| head.contains(sign) || tail.contains(sign)) {
        return RunOutcome::Open;
    }
    let status =
        |text: &str| STATUS.iter().find_map(|sign| parse_leading_number(&text[text.rfind(sign)? + sign.len()..]));
    match status(head).or_else(|| status(tail)) {
        Some(0) | None => RunOutcome::Passed,
        Some(_) => RunOutcome::Failed,
    }
}

fn parse_leading_number(text: &str) -> Option<i64> {
    let digits: String = text.trim_start().chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect();
    digits.parse().ok()
}

/// The first and the last bytes of a text.
fn head_and_tail(text: &str) -> (&str, &str) {
    let from = ceil_boundary(text, text.len().saturating_sub(NEAR / 2));
    (truncate_at_char_boundary(text, NEAR), &text[from..])
}

/// The line on which the host gives a status, or says that the command ran on then.
pub fn quote_host_status_line(text: &str) -> Option<String> {
    let line = find_host_status_line(text)?;
    let ran_on = RUNNING.iter().any(|sign| line.contains(sign));
    Some(if ran_on { format!("at that time: {line}") } else { line.to_owned() })
}

fn find_host_status_line(text: &str) -> Option<&str> {
    let (head, tail) = head_and_tail(text);
    let is_status = |line: &&str| line.len() < 120 && STATUS.iter().chain(RUNNING).any(|sign| line.contains(sign));
    head.lines().find(is_status).or_else(|| tail.lines().rev().find(is_status)).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_settled_by_its_own_kind_only() {
        let same = |one: &str, other: &str| similar_command_key(one) == similar_command_key(other);
        assert!(same("cd app && npm test", "CI=1 npm test --silent"));
        assert!(same("cargo test cart", "cargo test --lib"));
        assert!(!same("for k in a b; do make $k; done", "for k in c; do check $k; done"));
        assert!(!same("python3 -c 'import a; a.run()'", "python3 -c 'import b'"));
        assert!(!same("npm test", "npm install"));
    }

    #[test]
    fn what_a_command_reads() {
        for command in ["cat a.rs", "cd x && sed -n '1,20p' src/b.ts", "A=1 head -5 /usr/c.txt", "/bin/cat x"] {
            assert!(is_file_printing_command(command), "{command}");
        }
        for command in ["cat > a.rs <<'EOF'\nx\nEOF", "npm test", "rg -n x src", "", "cd /x"] {
            assert!(!is_file_printing_command(command), "{command}");
        }
        assert_eq!(
            short_file_paths_in_command("sed -n '1,20p' app/src/b.ts; cat 'x.rs'").collect::<Vec<_>>(),
            ["src/b.ts", "x.rs"]
        );
    }

    #[test]
    fn a_job_that_runs_on_has_not_passed() {
        let of = |text: &'static str| run_outcome(&ConversationItem::tool_result_item("a", "exec_command", text));
        assert_eq!(of("Chunk ID: 1\nProcess running with session ID 7\nOutput:\n"), RunOutcome::Open);
        assert_eq!(of("Command running in background with ID: b1. Output is being written"), RunOutcome::Open);
        assert_eq!(of("Wall time: 1\nProcess exited with code 0\nOutput:\nok"), RunOutcome::Passed);
        assert_eq!(of("Exit code: 2\nWall time: 1\n"), RunOutcome::Failed);
        assert_eq!(of("output\n\nCommand exited with code 101"), RunOutcome::Failed);
        assert_eq!(of("all fine"), RunOutcome::Passed);
        assert_eq!(
            run_outcome(&ConversationItem { failed: true, ..ConversationItem::tool_result_item("a", "Bash", "x") }),
            RunOutcome::Failed
        );
        assert_eq!(
            find_host_status_line("Chunk ID: 1\nProcess exited with code 1\nOutput:\n"),
            Some("Process exited with code 1")
        );
    }

    #[test]
    fn folders() {
        assert_eq!(working_folder_after("cd /shop && npm test", "x"), "/shop");
        assert_eq!(working_folder_after("npm test", "/shop"), "/shop");
        assert_ne!(working_folder_after("cd web", "/shop"), working_folder_after("cd web", "/other"));
    }
}
