//! What in a profile keeps ctx out of a login shell: the checks of its startup file (`bash-env.sh`), in words.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(10);
/// A profile prints what it likes before this.
const MARK: &str = "\0ctx\0";
/// The parts that are looked at, each ended by a zero byte.
const ASKS: &str = r#"printf '\0ctx\0%s\0%s\0%s' "${BASH_ENV:-}" "$(trap -p DEBUG ERR RETURN)" "$(declare -f)""#;
/// The size that the startup file passes on, in characters.
const LIMIT: usize = 60_000;
/// Words with which a function asks for its place in a file.
const PLACES: [&str; 3] = ["BASH_SOURCE", "LINENO", "caller"];

/// The first thing that this bash's profile does and that cannot be passed on; none if it is not known.
pub fn find_profile_obstacle(bash: &Path) -> Option<String> {
    let mut command = Command::new(bash);
    command.args(["-lc", ASKS]).env_remove("BASH_ENV");
    let (_, out, _) = super::self_test::run_program_with_timeout(command, PATIENCE).ok()?;
    let (_, parts) = out.rsplit_once(MARK)?;
    let mut parts = parts.splitn(3, '\0');
    let (file, traps, functions) = (parts.next()?, parts.next()?, parts.next()?);
    if !file.is_empty() {
        return Some(format!("the profile sets BASH_ENV to {file}, so bash does not read ctx's file"));
    }
    if !traps.is_empty() {
        return Some("the profile sets a trap for DEBUG, ERR or RETURN".to_owned());
    }
    if functions.chars().count() > LIMIT {
        return Some(format!("the profile's functions take {}", ctx_text::format_size(functions.len() as u64)));
    }
    let (name, word) = find_function_using_location(functions)?;
    Some(format!("the profile's function {name} uses {word}"))
}

/// The first function that asks where it stands, in the output of `declare -f`.
fn find_function_using_location(functions: &str) -> Option<(&str, &str)> {
    let mut name = "";
    for line in functions.lines() {
        if let Some(start) = line.strip_suffix(" () ").filter(|start| !start.starts_with(' ')) {
            name = start.trim_start_matches("function ");
        }
        if let Some(word) = PLACES.into_iter().find(|word| line.contains(word)) {
            return Some((name, word));
        }
    }
    None
}
