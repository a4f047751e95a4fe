//! Variables, one a line: the telling ones, the rest by their names.

use super::sample::runs;
use crate::part::Part;
use crate::reading::Reading;

fn variable(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix("export ").or_else(|| line.strip_prefix("declare -x ")).unwrap_or(line);
    let (name, value) = line.split_once('=')?;
    let valid = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    valid.then_some((name, value))
}

/// Set by the shell or the terminal everywhere: they say least.
const USUAL: &[&str] = &[
    "PATH",
    "LS_COLORS",
    "TERM",
    "SHLVL",
    "PWD",
    "OLDPWD",
    "_",
    "HOME",
    "SHELL",
    "LANG",
    "USER",
    "LOGNAME",
    "PAGER",
    "EDITOR",
    "TZ",
    "HOSTNAME",
    "COLORTERM",
    "LESS",
    "MAIL",
];
const TELLING: &[&str] =
    &["URL", "ENV", "HOST", "DATABASE", "DB_", "PORT", "VERSION", "BRANCH", "FLAGS", "LEVEL", "REGION", "PROFILE"];

pub fn read(part: &Part, programs: &[Vec<String>]) -> Option<Reading> {
    if super::sample::share(part, |line| variable(line).is_some()) < 45 {
        return None;
    }
    let rows: Vec<(usize, &str)> =
        part.lines().filter_map(|(at, line)| variable(line).map(|(name, _)| (at, name))).collect();
    let named = runs(programs, &["env", "printenv", "export", "declare", "set"]);
    let capital = rows.iter().filter(|(_, name)| !name.bytes().any(|byte| byte.is_ascii_lowercase())).count();
    if rows.len() < 8
        || rows.len() * 10 < part.len() * if named { 5 } else { 9 }
        || (!named && capital * 4 < rows.len() * 3)
    {
        return None;
    }
    let mut ranked = rows.clone();
    ranked.sort_by_key(|(_, name)| {
        let telling = TELLING.iter().position(|word| name.contains(word));
        (USUAL.contains(name), telling.unwrap_or(TELLING.len()))
    });
    let mut reading = Reading::default();
    reading.lead.extend(ranked.iter().map(|(at, _)| *at).take(16));
    let rest: Vec<&str> = ranked.iter().skip(16).map(|(_, name)| *name).collect();
    if !rest.is_empty() {
        reading.note(part.len() - 1, super::sample::brief(&rest.join(" "), 240));
    }
    reading.cover(0..part.len());
    Some(reading)
}
