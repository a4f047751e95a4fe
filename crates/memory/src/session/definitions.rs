//! The names of what an edit adds and takes away: functions, types, constants and tests, by the words that begin their lines in most languages.

use super::brief::{BriefLine, MINOR};
use super::file_names::is_test_file;

/// Words before the one that says what is defined.
const LEADS: &str =
    "pub export default async static public private protected internal abstract final override unsafe pub(crate)";
/// Words that say what is defined; a name follows.
const KINDS: &str = "fn func def class struct enum interface type trait function const record protocol";
/// Calls whose first argument names a test.
const TESTS: &[&str] = &["it(", "test(", "describe(", "t.Run(", "it.each(", "test.each("];
/// Bytes of a test's name.
const LONG: usize = 70;

/// The names that a change adds and those that it takes away, in its order. A whole file only adds.
pub fn changed_definitions(text: &str, is_whole_file: bool) -> (Vec<String>, Vec<String>) {
    let is_change = !is_whole_file && text.lines().any(|line| line.starts_with(['+', '-']));
    let mut added: Vec<String> = Vec::new();
    let mut removed: Vec<String> = Vec::new();
    for line in text.lines() {
        let (is_added, code) = match line.split_at_checked(1) {
            Some(("+", code)) if is_change => (true, code),
            Some(("-", code)) if is_change => (false, code),
            _ if is_change => continue,
            _ => (true, line),
        };
        let Some(name) = defined_name(code.trim()) else { continue };
        let list = if is_added { &mut added } else { &mut removed };
        if !list.contains(&name) {
            list.push(name);
        }
    }
    let kept: Vec<String> = added.iter().filter(|name| removed.contains(name)).cloned().collect();
    added.retain(|name| !kept.contains(name));
    removed.retain(|name| !kept.contains(name));
    (added, removed)
}

fn defined_name(line: &str) -> Option<String> {
    if let Some(rest) = TESTS.iter().find_map(|test| line.strip_prefix(test)) {
        let quote = rest.chars().next().filter(|c| "\"'`".contains(*c))?;
        let name = rest[1..].split(quote).next()?;
        return (!name.is_empty()).then(|| ctx_text::truncate_at_char_boundary(name, LONG).to_owned());
    }
    let mut words = line.split_whitespace().skip_while(|word| ctx_shell::is_word_in_list(LEADS, word));
    let kind = words.next().filter(|word| ctx_shell::is_word_in_list(KINDS, word))?;
    let rest = line[line.find(kind)? + kind.len()..].trim_start();
    // Go puts the receiver of a method before its name.
    let rest = match rest.strip_prefix('(') {
        Some(receiver) if kind == "func" => receiver.split_once(')')?.1.trim_start(),
        _ => rest,
    };
    let name: &str = rest.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).next()?;
    if rest[name.len()..].starts_with('.') {
        return None;
    }
    // A local constant is no definition of its own.
    let is_local = kind == "const" && !line.starts_with("export") && !name.starts_with(char::is_uppercase);
    (name.len() > 2 && !is_local && name.chars().any(char::is_alphabetic)).then(|| name.to_owned())
}

/// The names that a session's edits of a file added and took away, the newest last.
#[derive(Clone, Debug, Default)]
pub struct FileDefinitions {
    pub path: String,
    pub added: Vec<String>,
    pub removed: Vec<String>,
}

impl FileDefinitions {
    pub fn to_line(&self) -> Option<BriefLine> {
        let name = self.path.rsplit(['/', '\\']).next().unwrap_or(&self.path);
        // In a file of tests, tests are told: helpers would read like them.
        let added: Vec<String> = match is_test_file(&self.path) {
            true => self.added.iter().filter(|name| is_test_name(name)).cloned().collect(),
            false => self.added.clone(),
        };
        let list = |names: &[String], most: usize| {
            let newest: Vec<&str> = names.iter().rev().take(most).map(String::as_str).collect();
            let more = names.len().saturating_sub(most);
            if more > 0 { format!("{} and {more} more", newest.join(", ")) } else { newest.join(", ") }
        };
        let text = |most: usize| match (added.is_empty(), self.removed.is_empty()) {
            (false, true) => format!("new in {name}: {}", list(&added, most)),
            (true, _) => format!("taken out of {name}: {}", list(&self.removed, most)),
            (false, false) => {
                format!("new in {name}: {}; taken out: {}", list(&added, most), list(&self.removed, most))
            }
        };
        if added.is_empty() && self.removed.is_empty() {
            return None;
        }
        let texts = [DEFINITION_NAMES, 2 * DEFINITION_NAMES].map(text).to_vec();
        Some(BriefLine { discount: MINOR, at: None, ..BriefLine::from_texts_by_length(texts, None, 0)? })
    }
}

const DEFINITION_NAMES: usize = 8;

/// `TestLoad`, `test_load`, `load_test`, `shows the login`
fn is_test_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    ["test", "benchmark", "fuzz"].iter().any(|begin| lower.starts_with(begin))
        || name.contains(' ')
        || lower.ends_with("test")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_change_adds_and_takes_away() {
        let change = "-func old(a int) {\n-func (s *Store) Keep() {\n+func (s *Store) Keep() {\n+func TestLoad_Empty(t *testing.T) {\n \
            func context() {\n+  it('shows the login', () => {\n+export const MAX_ROWS = 3;\n+const x = 1;\n+type Row struct {";
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let added = names(&["TestLoad_Empty", "shows the login", "MAX_ROWS", "Row"]);
        assert_eq!(changed_definitions(change, false), (added, names(&["old"])));
        let file = "pub(crate) async fn run_it() {}\nclass Shop:\n    def total(self):";
        assert_eq!(changed_definitions(file, false), (names(&["run_it", "Shop", "total"]), names(&[])));
    }
}
