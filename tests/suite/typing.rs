//! Typing errors and flags that contradict each other: what is suggested, and that nothing runs.

use crate::harness::Home;

/// The words, and what the answer must contain.
const MISTAKES: [(&str, &str); 48] = [
    ("serch error", "did you mean ctx search?"),
    ("saerch error", "did you mean ctx search?"),
    ("seach x", "did you mean ctx search?"),
    ("fecth https://example.org", "did you mean ctx fetch?"),
    ("rnu -- touch ran", "did you mean ctx run?"),
    ("runn -- touch ran", "did you mean ctx run?"),
    ("histroy", "did you mean ctx history?"),
    ("hist", "did you mean ctx history?"),
    ("gte @", "did you mean ctx get?"),
    ("stor", "did you mean ctx store?"),
    ("pek src", "did you mean ctx peek?"),
    ("docter", "did you mean ctx doctor?"),
    ("inti", "did you mean ctx init?"),
    ("stast", "did you mean ctx stats?"),
    ("forgt @", "did you mean ctx forget?"),
    ("histroy", "did you mean ctx history?"),
    ("rm @", "this may be meant: ctx forget @"),
    ("install", "this may be meant: ctx init"),
    ("exec -- touch ran", "this may be meant: ctx run -- touch ran"),
    ("tag good @", "ctx note REF --label NAME"),
    ("run --cwd / -- touch ran", "cd DIR && ctx run -- CMD"),
    ("file raed a.txt", "did you mean ctx file read?"),
    ("hub snyc", "did you mean ctx hub sync?"),
    ("xyzzy", "ctx help lists them"),
    ("run --josn -- touch ran", "did you mean --json?"),
    ("run --josn touch ran", "did you mean --json?"),
    ("run --timeuot 5s touch ran", "did you mean --timeout?"),
    ("run --budgt 4k -- touch ran", "did you mean --budget?"),
    ("run -json touch ran", "did you mean --json?"),
    ("run --nostore touch ran", "did you mean --no-store?"),
    ("run --intnet failures touch ran", "did you mean --intent?"),
    ("search --limt 3 x", "did you mean --limit?"),
    ("search --proyect x", "did you mean --project?"),
    ("search --pattern x y", "did you mean --grep?"),
    ("forget --older-than 30d", "this may be meant: ctx forget --until 30d"),
    ("run --name x -- touch ran", "this may be meant: ctx run --label x -- touch ran"),
    ("get @ --gerp x", "did you mean --grep?"),
    ("get @ --taill 3", "did you mean --tail?"),
    ("get @ --findngs", "did you mean --findings?"),
    ("history --faild", "did you mean --failed?"),
    ("history --sinse 2h", "did you mean --since?"),
    ("store --tea", "did you mean --tee?"),
    ("get @ --raw --json", "cannot be used with"),
    ("get @ --head 3 --tail 3", "cannot be used with"),
    ("run -c 'touch ran' -- touch ran", "cannot be used with"),
    ("run --no-store --label x -- touch ran", "cannot be used with"),
    ("forget @ --all-projects --yes", "cannot be used with"),
    ("history --project --all-projects", "cannot be used with"),
];

/// More that contradict each other, or have a value that cannot be.
const CONTRADICTIONS: [(&str, &str); 10] = [
    ("store --tee --json", "cannot be used with"),
    ("search --grep x y", "cannot be used with"),
    ("context --save --resume", "cannot be used with"),
    ("forget --prune --kind doc", "cannot be used with"),
    ("run --explain --json -- touch ran", "cannot be used with"),
    ("get @ --tail x", "invalid value 'x'"),
    ("history --kind rnu", "did you mean run?"),
    ("run --timeout soon -- touch ran", "invalid time 'soon'"),
    ("run", "required"),
    ("get a b", "one word too many"),
];

#[test]
fn mistakes_are_named_and_nothing_runs() {
    let home = Home::new();
    let kept = home.sh("echo kept").id();
    for (line, answer) in MISTAKES.into_iter().chain(CONTRADICTIONS) {
        let words = ctx_shell_words(line);
        let done = home.ctx(&words);
        assert_eq!(done.code, 2, "{line}: {} {}", done.out, done.err);
        assert!(done.err.contains(answer), "{line}: {}", done.err);
        assert_eq!(done.out, "", "{line}");
        assert!(done.err.starts_with("ctx: ") && done.err.lines().count() <= 2, "{line}: {}", done.err);
        assert!(!home.work().join("ran").exists(), "{line} ran");
    }
    let entries: i64 = home.database().query_row("SELECT count(*) FROM entry", [], |row| row.get(0)).unwrap();
    assert_eq!((entries, home.ctx(["get", &kept]).out.as_str()), (1, "kept\n"));
}

/// A line as a shell splits it, with single quotes.
fn ctx_shell_words(line: &str) -> Vec<String> {
    line.split('\'')
        .enumerate()
        .flat_map(|(at, part)| match at % 2 {
            1 => vec![part.to_owned()],
            _ => part.split_whitespace().map(str::to_owned).collect(),
        })
        .collect()
}

#[test]
fn words_of_the_command_are_never_ours() {
    let home = Home::new();
    assert!(home.ctx(["run", "--", "echo", "--josn"]).out.ends_with("--josn\n"));
    assert!(home.ctx(["run", "echo", "--josn"]).out.ends_with("--josn\n"));
    assert!(home.ctx(["run", "--budget", "4k", "echo", "--budgt", "x"]).out.ends_with("--budgt x\n"));
    let odd = home.ctx(["run", "--", "--josn"]);
    assert_eq!((odd.code, odd.err.as_str()), (127, "ctx: --josn: command not found\n"));
    let script = home.ctx(["run", "--lang", "bash", "-e", "echo $1", "--josn"]);
    assert!(script.out.ends_with("--josn\n"), "{} {}", script.out, script.err);
}
