//! Rules and exceptions of the user's own, from `[secrets]` in ctx.toml.

use regex::bytes::Regex;

use super::formats::compile_secret_pattern;

#[derive(Default)]
pub struct UserRules {
    pub(super) rules: Vec<(String, Regex)>,
    allow: Vec<Regex>,
}

impl UserRules {
    /// `rules` are names with patterns, `allow` patterns of values that are not secrets. Patterns that do not compile
    /// are reported and left out.
    pub fn new<'a>(
        rules: impl IntoIterator<Item = (&'a str, &'a str)>,
        allow: impl IntoIterator<Item = &'a str>,
    ) -> (UserRules, Vec<String>) {
        let mut own = UserRules::default();
        let mut problems = Vec::new();
        let mut compiled = |pattern: &str| {
            let made = compile_secret_pattern(pattern);
            if made.is_none() {
                problems.push(format!("secrets: invalid pattern '{pattern}'"));
            }
            made
        };
        for (name, pattern) in rules {
            // The name is printed in brackets, so nothing in it may close them.
            let name = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
            own.rules.extend(compiled(pattern).map(|pattern| (name, pattern)));
        }
        own.allow.extend(allow.into_iter().filter_map(compiled));
        (own, problems)
    }

    /// Hands over all that the rules and exceptions consist of.
    pub(super) fn for_each_name_and_pattern(&self, mut each: impl FnMut(&str)) {
        for (name, pattern) in &self.rules {
            each(name);
            each(pattern.as_str());
        }
        self.allow.iter().for_each(|pattern| each(pattern.as_str()));
    }

    pub(super) fn is_allowed_value(&self, value: &str) -> bool {
        self.allow.iter().any(|pattern| pattern.is_match(value.as_bytes()))
    }
}
