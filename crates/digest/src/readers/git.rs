//! git's own messages: conflicts, refusals, transfers, the state of the working tree, bisection.

use super::Reader;
use crate::part::{Part, is_blank};
use crate::reading::{Block, Reading};

pub const READER: Reader = Reader {
    name: "git",
    commands: &["git"],
    signs: &[
        "^CONFLICT (",
        "^fatal: ",
        "^Automatic merge failed",
        " ! [rejected]",
        " ! [remote rejected]",
        "^error: could not apply",
        "is the first bad commit",
        "^Changes not staged for commit:",
        "^Changes to be committed:",
        "^Untracked files:",
        "^Unmerged paths:",
    ],
    read,
};

/// Progress messages and hints of git.
const CHATTER: &[&str] = &[
    "Auto-merging ",
    "hint: ",
    "hint:",
    "Enumerating objects: ",
    "Counting objects: ",
    "Compressing objects: ",
    "Delta compression using ",
    "Writing objects: ",
    "Unpacking objects: ",
    "remote: Enumerating objects",
    "remote: Counting objects",
    "remote: Compressing objects",
    "remote: Resolving deltas",
    "remote: Total ",
    "Total ",
    "Updating files: ",
    "Rebasing (",
    " create mode ",
    " delete mode ",
    " mode change ",
    " rename ",
    "Preimage for ",
    "Recorded preimage ",
    "Bisecting: ",
    "running ",
    "Aborting",
    "Please commit your changes",
    "Please move or remove them",
    "Could not apply ",
];

/// Lines with the result of an operation.
const OUTCOMES: &[&str] = &[
    "Automatic merge failed",
    "Already up to date",
    "Already up-to-date",
    "Everything up-to-date",
    "Successfully rebased",
    "Merge made by ",
    "Fast-forward",
    "Squash commit",
    "Cloning into ",
    "Resolving deltas: 100%",
    "Switched to ",
    "HEAD is now at ",
    "Already on ",
    "Saved working directory",
    "Dropped ",
    "Deleted branch ",
    "branch '",
    "Applying autostash resulted in",
    "Current branch ",
    "bisect found first bad commit",
];

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let programs = ctx_shell::lines::programs(&part.call.argv);
    let has = |word: &str| programs.iter().any(|program| program.iter().any(|given| given == word));
    // Hooks run other tools here, and their errors are not git's.
    let hooked = has("commit") || has("push");
    let transfer = part.lines().any(|(_, line)| line.starts_with("To ") || line.starts_with("From "));
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let mut next = at + 1;
        if line.starts_with("CONFLICT (") {
            conflict(at, line, &mut reading);
        } else if let Some(said) = line.strip_prefix("fatal: ").filter(|said| !said.starts_with('[')) {
            let block = reading.error(at, said);
            next = listed(part, block, at + 1);
        } else if line.trim_start().starts_with("! [") && line.contains("->") {
            reading.error(at, line.trim());
        } else if let Some(said) = line.strip_prefix("error: ").filter(|said| is_own_error(part, said, hooked)) {
            let block = reading.error(at, said);
            next = listed(part, block, at + 1);
        } else if let Some(said) = line.strip_prefix("remote: ").filter(|_| part.named || transfer) {
            remote(at, said, &mut reading);
        } else if line.ends_with(" is the first bad commit") {
            next = bisected(part, at, &mut reading);
        } else if is_heading(line) {
            next = section(part, at, &mut reading);
        } else if is_state(line) || (part.named && is_outcome(line, transfer)) {
            reading.total(at);
        } else if part.named && CHATTER.iter().any(|start| line.starts_with(start)) {
            reading.cover(at..at + 1);
        }
        at = next;
    }
    let sums_up = |line: &str| line.starts_with(' ') && line.contains(" changed, ");
    if part.named && reading.totals.iter().any(|&at| sums_up(part.line(at))) {
        biggest(part, &mut reading);
    }
    if has("blame") || has("annotate") {
        blamed(part, &mut reading);
    }
    reading
}

/// Who wrote how many of the lines: `1a2b3c4d (Ann Lee 2024-05-02 10:00:00 +0200 12) code`.
fn blamed(part: &Part, reading: &mut Reading) {
    let author = |line: &'_ str| -> Option<String> {
        let (hash, rest) = line.trim_start_matches('^').split_once(' ')?;
        let (signature, _) = rest.split_once(')')?;
        let (_, signature) = signature.split_once('(')?;
        let words = signature.split_whitespace();
        let name: Vec<&str> = words.take_while(|word| !word.starts_with(|c: char| c.is_ascii_digit())).collect();
        let hashed = hash.len() >= 7 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        (hashed && !name.is_empty()).then(|| name.join(" "))
    };
    let mut lines: Vec<(String, usize)> = Vec::new();
    let mut all = 0;
    for name in part.lines().filter_map(|(_, line)| author(line)) {
        all += 1;
        match lines.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => lines.push((name, 1)),
        }
    }
    if all < 8 {
        return;
    }
    lines.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let counted: Vec<String> = lines.iter().take(8).map(|(name, count)| format!("{name} {count}")).collect();
    reading.note(0, format!("{all} lines: {}", counted.join(", ")));
    for at in 0..4 {
        reading.info(at, part.line(at));
    }
}

/// The files that changed most, of a long `--stat`.
fn biggest(part: &Part, reading: &mut Reading) {
    let changed = |line: &str| -> Option<usize> {
        let (path, changes) = line.strip_prefix(' ')?.split_once(" | ")?;
        let count = changes.trim_start().split(' ').next()?.parse().ok()?;
        (!is_blank(path)).then_some(count)
    };
    let mut files: Vec<(usize, usize)> =
        part.lines().filter_map(|(at, line)| changed(line).map(|count| (count, at))).collect();
    for &(_, at) in &files {
        reading.cover(at..at + 1);
    }
    files.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, at) in files.into_iter().take(6) {
        reading.info(at, part.line(at).trim());
    }
}

fn conflict(at: usize, line: &str, reading: &mut Reading) {
    let (_, said) = line.split_once(": ").unwrap_or(("", line));
    let path = match said.split_once("Merge conflict in ") {
        Some((_, path)) => path,
        None => said.split(" deleted in ").next().unwrap_or(said),
    };
    let block = reading.error(at, line);
    if !path.contains(' ') {
        block.at(path);
    }
    block.rule("conflict");
}

/// Files below a refusal, each after a tab, and the advice that ends them.
fn listed(part: &Part, block: &mut Block, from: usize) -> usize {
    let mut at = from;
    while part.line(at).starts_with('\t') {
        if at < from + 5 {
            block.detail(at)
        } else {
            block.to(at)
        };
        at += 1;
    }
    at
}

fn is_own_error(part: &Part, said: &str, hooked: bool) -> bool {
    let known = [
        "failed to push",
        "could not apply",
        "src refspec",
        "unable to ",
        "RPC failed",
        "pathspec ",
        "Your local changes",
        "The following untracked",
        "cannot ",
        "patch failed",
        "Pulling is not possible",
        "Merging is not possible",
        "you need to resolve",
        "The requested URL",
        "remote unpack failed",
        "branch '",
        "The branch '",
    ];
    known.iter().any(|start| said.starts_with(start)) || (part.named && !hooked)
}

/// Messages of the remote; its hooks' refusals are the reason of a failed push.
fn remote(at: usize, said: &str, reading: &mut Reading) {
    let said = said.trim();
    let lower = said.to_ascii_lowercase();
    let noise =
        ["enumerating objects", "counting objects", "compressing objects", "total ", "resolving deltas", "processed "];
    if said.is_empty() || noise.iter().any(|start| lower.starts_with(start)) {
        reading.cover(at..at + 1);
    } else if [
        "error",
        "fatal",
        "denied",
        "declined",
        "rejected",
        "must ",
        "not allowed",
        "not found",
        "protected",
        "violat",
    ]
    .iter()
    .any(|word| lower.contains(word))
    {
        reading.error(at, said);
    } else {
        reading.info(at, said);
    }
}

fn bisected(part: &Part, at: usize, reading: &mut Reading) -> usize {
    reading.total(at);
    let subject = part.find(at + 1, 12, |line| line.starts_with("    ") && !is_blank(line));
    if let Some(subject) = subject {
        reading.total(subject);
        reading.cover(at + 1..subject);
        return subject + 1;
    }
    at + 1
}

fn is_outcome(line: &str, transfer: bool) -> bool {
    let stat = line.starts_with(' ')
        && line.contains(" changed")
        && (line.contains(" insertion") || line.contains(" deletion"));
    // ` abc1234..def5678  main -> main`, ` * [new branch]`
    let moved = transfer
        && line.starts_with(' ')
        && line.contains(" -> ")
        && (line.contains("..") || line.contains("* [new ") || line.contains("+ ") || line.contains("- [deleted]"));
    // `[main 1a2b3c4] subject`; while bisecting the brackets hold a hash alone.
    let committed = line.strip_prefix('[').and_then(|rest| rest.split_once("] ")).is_some_and(|(inside, _)| {
        inside
            .rsplit_once(' ')
            .is_some_and(|(_, hash)| hash.len() >= 7 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
    });
    stat || moved
        || committed
        || (transfer && line.starts_with("To "))
        || OUTCOMES.iter().any(|start| line.starts_with(start))
}

/// Lines of `git status` about the current state: the branch, a merge under way.
fn is_state(line: &str) -> bool {
    [
        "On branch ",
        "HEAD detached at ",
        "HEAD detached from ",
        "Your branch is ",
        "Your branch and ",
        "and have ",
        "interactive rebase in progress",
        "rebase in progress",
        "You are currently ",
        "You have unmerged paths",
        "All conflicts fixed",
        "nothing to commit",
        "nothing added to commit",
        "no changes added to commit",
    ]
    .iter()
    .any(|start| line.starts_with(start))
}

fn is_heading(line: &str) -> bool {
    matches!(
        line,
        "Changes to be committed:"
            | "Changes not staged for commit:"
            | "Untracked files:"
            | "Unmerged paths:"
            | "Ignored files:"
    )
}

/// A section of `git status`: its first files, and how many there are.
fn section(part: &Part, at: usize, reading: &mut Reading) -> usize {
    const SHOWN: usize = 6;
    let mut end = at + 1;
    while part.line(end).starts_with('\t') || part.line(end).starts_with("  (") {
        end += 1;
    }
    let files: Vec<usize> = (at + 1..end).filter(|&at| part.line(at).starts_with('\t')).collect();
    let unmerged = part.line(at).starts_with("Unmerged");
    let block = if unmerged { reading.warning(at, "Unmerged paths") } else { reading.info(at, part.line(at)) };
    for &file in files.iter().take(SHOWN) {
        block.place(file);
    }
    block.to(end.saturating_sub(1));
    if files.len() > SHOWN {
        reading.note(end, format!("\t… {} files", files.len()));
    }
    end
}
