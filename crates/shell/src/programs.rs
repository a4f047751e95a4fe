//! The one table of programs, `programs.txt`: which run others, which take a verb, which check a project and which only
//! show content.

use super::is_word_in_list;

/// Flags that take a value, of `xargs`, of `poetry run` and its like, and of `docker exec` and its like.
pub const XARGS_VALUES: &str =
    "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --max-lines --replace -J -R";
pub const RUNNER_VALUES: &str = "--with --extra --group --python -p -n --name --package -C --dir -F --filter --directory -w \
    --workspace --from --prefix --cwd -e --env";
pub(super) const CONTAINER_VALUES: &str = "-e --env --env-file -u --user -w --workdir -v --volume -p --publish --name \
    --network --mount -m --memory --cpus --entrypoint -h --hostname --platform -l --label -f --file --project-name --profile \
    -n --namespace -c --container --context --index";
pub const SHELLS: &str = "sh bash zsh dash ksh mksh ash rbash fish su runuser";

// `LISTS`: the words after each program, by list and program, both sorted; a program of a plain list has none.
include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// The words that a list has for a program.
pub(super) fn program_list_entry(list: &str, program: &str) -> Option<&'static str> {
    let (_, programs) = LISTS[LISTS.binary_search_by_key(&list, |(name, _)| name).ok()?];
    programs.binary_search_by_key(&program, |(name, _)| name).ok().map(|at| programs[at].1)
}

pub(super) fn is_program_in_list(list: &str, program: &str) -> bool {
    program_list_entry(list, program).is_some()
}

/// Whether a list has the verb of a command.
pub(super) fn list_has_verb(list: &str, words: &[String]) -> bool {
    let verbs = words.first().and_then(|name| program_list_entry(list, name));
    verbs.is_some_and(|verbs| is_word_in_list(verbs, find_verb(words)))
}

/// How a program runs the rest of its words: its flags that take a value, and the number of words before the command.
fn wrapper_in_list(list: &str, program: &str) -> Option<(&'static str, usize)> {
    let words = program_list_entry(list, program)?;
    let (before, flags) = words.split_once(' ').unwrap_or((words, ""));
    Some((flags, before.parse().unwrap_or(0)))
}

/// `env`, `timeout`, `strace`: the flags that take a value, and the number of words before the command.
pub fn find_wrapper_or_tracer(program: &str) -> Option<(&'static str, usize)> {
    wrapper_in_list("wrappers", program).or_else(|| wrapper_in_list("tracers", program))
}

/// `env`, `timeout`, `npx`: the same for programs whose output is that of the command.
pub(super) fn find_wrapper_or_fetcher(program: &str) -> Option<(&'static str, usize)> {
    wrapper_in_list("wrappers", program).or_else(|| wrapper_in_list("fetchers", program))
}

/// The words between a runner and its command: `run` of `poetry run COMMAND`.
pub fn runner_verbs(program: &str) -> Option<&'static str> {
    program_list_entry("runners", program)
}

/// The flags before a tool's verb that take a value.
pub fn valued_flags_before_verb(program: &str) -> Option<&'static str> {
    program_list_entry("verb flags", program)
}

/// The index of a program's verb among its words.
pub fn find_verb_index(words: &[String]) -> Option<usize> {
    let name = words.first().filter(|name| is_program_in_list("with verb", name))?;
    let valued = valued_flags_before_verb(name).unwrap_or_default();
    let mut at = 1;
    while let Some(word) = words.get(at) {
        if !word.starts_with(['-', '+']) {
            return Some(at);
        }
        at += if is_word_in_list(valued, word) { 2 } else { 1 };
    }
    None
}

/// Its verb, or nothing.
pub fn find_verb(words: &[String]) -> &str {
    find_verb_index(words).map_or("", |at| &words[at])
}

/// Whether a program runs the project's scripts by their names.
pub fn runs_project_scripts(program: &str) -> bool {
    is_program_in_list("script runners", program)
}

/// Whether a command checks a project, by its name or its verb: tests, builds, linters.
pub fn is_check_command(words: &[String]) -> bool {
    words.first().is_some_and(|name| is_program_in_list("checkers", name)) || list_has_verb("checking", words)
}

/// Whether a command changes the installed packages.
pub fn is_install_command(words: &[String]) -> bool {
    list_has_verb("installing", words)
}

/// Whether a program only shows content, whatever its words are.
pub fn is_viewer_program(name: &str) -> bool {
    is_program_in_list("viewers", name)
}

/// Whether a command only shows content and changes nothing.
pub fn is_viewing_command(words: &[String]) -> bool {
    words.first().is_some_and(|name| is_viewer_program(name)) || list_has_verb("showing", words)
}

#[cfg(test)]
mod tests {
    /// Every list that the code names is there, and every list that is there is named.
    #[test]
    fn lists_and_their_names_agree() {
        let code = [
            include_str!("programs.rs"),
            include_str!("lines.rs"),
            include_str!("attempt.rs"),
            include_str!("attempt/parsed_command.rs"),
        ]
        .concat();
        for (name, list) in super::LISTS.iter() {
            assert!(code.contains(&format!("(\"{name}\", ")), "{name} is used");
            assert!(!list.is_empty(), "{name} has rows");
        }
        for call in ["program_list_entry(\"", "is_program_in_list(\"", "list_has_verb(\"", "wrapper_in_list(\""] {
            for name in code.split(call).skip(1).filter_map(|rest| rest.split_once('"')).map(|(name, _)| name) {
                assert!(super::LISTS.iter().any(|(list, _)| *list == name), "{name} is there");
            }
        }
    }
}
