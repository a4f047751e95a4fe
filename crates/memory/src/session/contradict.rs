//! Which of two statements still holds: one about the same thing as a later one has been overtaken by it.

use super::phrase_list::PhraseList;
use std::collections::HashSet;

/// Words that say how something is meant, not what it is about.
static FORM: PhraseList = PhraseList::new("contradict.form");

fn subject_words(text: &str) -> HashSet<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty() && !FORM.contains(word) && !word.bytes().all(|byte| byte.is_ascii_digit()))
        .map(|word| word.trim_end_matches('s').to_owned())
        .collect()
}

/// Keeps, of statements newest first, up to `most` that no newer one is about; how many were overtaken on the way.
pub fn drop_superseded_statements<T>(statements: Vec<T>, most: usize, text: impl Fn(&T) -> &str) -> (Vec<T>, usize) {
    let mut kept: Vec<(T, HashSet<String>)> = Vec::new();
    let mut overtaken = 0;
    for statement in statements {
        if kept.len() == most {
            break;
        }
        let words = subject_words(text(&statement));
        if kept.iter().any(|(_, newer)| have_same_subject(newer, &words)) {
            overtaken += 1;
        } else {
            kept.push((statement, words));
        }
    }
    (kept.into_iter().map(|(statement, _)| statement).collect(), overtaken)
}

/// Words with which a request changes what was decided before.
static CHANGING: PhraseList = PhraseList::new("contradict.changing");
/// Letters by which words are taken for forms of one word.
const STEM: usize = 4;

/// A later request changes something that a statement is about.
pub fn is_changed_by_request(statement: &str, request: &str) -> bool {
    let lower = request.to_lowercase();
    if !CHANGING.iter().any(|word| lower.contains(word)) {
        return false;
    }
    let stems = |text: &str| -> HashSet<String> {
        subject_words(text).iter().filter_map(|word| Some(word.get(..STEM)?.to_owned())).collect()
    };
    stems(statement).intersection(&stems(request)).count() > 1
}

fn have_same_subject(newer: &HashSet<String>, older: &HashSet<String>) -> bool {
    if newer.is_empty() || older.is_empty() {
        return false;
    }
    let shared = newer.intersection(older).count();
    let either = newer.len() + older.len() - shared;
    // Half of all words, or everything that the shorter one is about.
    2 * shared >= either && shared >= 1 && (shared >= 2 || newer.len().min(older.len()) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(newest_first: &[&'static str]) -> Vec<&'static str> {
        drop_superseded_statements(newest_first.to_vec(), 9, |text| text).0
    }

    #[test]
    fn a_request_changes_what_was_decided_about_the_same_thing() {
        let decided = "Shading algorithm: how should the single color spread? → Symmetric lighten/darken";
        let change = "can we change it to use light-gradient for a light shade of a single color?";
        assert!(is_changed_by_request(decided, change));
        assert!(!is_changed_by_request(decided, "can we change the name of the theme?"));
        assert!(!is_changed_by_request(decided, "the light shade of a single color looks great"));
    }

    #[test]
    fn the_later_one_holds() {
        assert_eq!(kept(&["retries are capped at 4 now", "retries are capped at 3"]).len(), 1);
        assert_eq!(kept(&["Don't use tabs", "Use tabs"]), ["Don't use tabs"]);
        assert_eq!(kept(&["use sqlite instead of postgres", "use postgres"]), ["use sqlite instead of postgres"]);
        assert_eq!(kept(&["use tabs in the makefile", "hash passwords with argon2"]).len(), 2);
        assert_eq!(kept(&["note 17: item about module seventeen", "cache the tokens"]).len(), 2);
    }
}
