//! The name of an output's command in a table: program and subcommand.

use ctx_shell::is_word_in_list;
use ctx_shell::lines::split_into_programs;
use ctx_shell::programs::find_verb_index;
use ctx_store::OutputUsageRow;

/// Two words that say little without a third.
const WITH_A_THIRD: &str = "npm run|npm run-script|pnpm run|yarn run|bun run|deno task|docker compose|podman compose|\
    podman-compose run|uv pip|go tool|gh pr|gh run|gh issue";

/// Programs that only prepare the command that matters.
const PREPARATION: &str = "cd pushd popd export set unset source . true echo printf umask sleep mkdir test [ exit";

/// The commands an output came from, each with its program's bare name first.
pub fn commands_that_made_output(output: &OutputUsageRow) -> Vec<Vec<String>> {
    // A person writes a line of shell; a run has a list of words.
    let mut found = match &output.command {
        Some(line) if output.kind != "run" || output.argv.is_empty() => split_into_programs(std::slice::from_ref(line)),
        _ => split_into_programs(&output.argv),
    };
    found.retain(|words| !words.is_empty());
    found
}

/// `cargo test`, `npm run build`, `rg`: program and subcommand, wrappers and preparation aside.
pub fn command_name(output: &OutputUsageRow) -> String {
    let found = commands_that_made_output(output);
    let is_preparation = |words: &&Vec<String>| is_word_in_list(PREPARATION, &words[0]);
    let last = || found.iter().rfind(|words| words[0] != "exit").or(found.last());
    let matters = found.iter().find(|words| !is_preparation(words)).or_else(last);
    match matters {
        Some(words) => program_and_subcommand(words),
        None => if output.kind == "file" { "(file)" } else { "(stdin)" }.to_owned(),
    }
}

fn program_and_subcommand(words: &[String]) -> String {
    let mut name = words[0].clone();
    let Some(verb) = find_verb_index(words) else { return name };
    for word in words[verb..].iter().filter(|word| !word.starts_with(['-', '+'])) {
        if !is_plain_word(word) {
            break;
        }
        name = format!("{name} {word}");
        if !WITH_A_THIRD.split('|').any(|words| words == name) {
            break;
        }
    }
    name
}

fn is_plain_word(word: &str) -> bool {
    word.len() <= 24 && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":_-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(line: &str) -> OutputUsageRow {
        OutputUsageRow {
            kind: "run".into(),
            argv: line.split(' ').map(str::to_owned).collect(),
            ..OutputUsageRow::default()
        }
    }

    #[test]
    fn commands_by_program_and_subcommand() {
        for (line, name) in [
            ("cargo test --lib store::", "cargo test"),
            ("cargo +nightly --color always test", "cargo test"),
            ("git -C repo log --oneline", "git log"),
            ("npm run build -- --watch", "npm run build"),
            ("docker compose up -d", "docker compose up"),
            ("rg -n pattern src", "rg"),
            ("env A=1 timeout 60 go test ./...", "go test"),
            ("make", "make"),
            ("make out/file.o", "make"),
            ("/usr/bin/python3 app.py", "python3"),
        ] {
            assert_eq!(command_name(&ran(line)), name, "{line}");
        }
        let piped = |command: &str| OutputUsageRow {
            kind: "store".into(),
            command: Some(command.into()),
            ..OutputUsageRow::default()
        };
        assert_eq!(command_name(&piped("cd web && npm test | tail -5")), "npm test");
        assert_eq!(command_name(&piped("make")), "make");
        assert_eq!(command_name(&piped("sleep 1; echo hello; exit 3")), "echo");
        assert_eq!(command_name(&OutputUsageRow { kind: "run".into(), ..piped("git log -3") }), "git log");
        assert_eq!(command_name(&OutputUsageRow { kind: "store".into(), ..OutputUsageRow::default() }), "(stdin)");
        assert_eq!(command_name(&OutputUsageRow { kind: "file".into(), ..OutputUsageRow::default() }), "(file)");
    }
}
