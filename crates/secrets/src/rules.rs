//! The table of shapes, `data/rules.tsv`: name, check, pattern, keywords. A pattern is only tried on texts with one of its rule's
//! keywords; patterns are compiled on first need.

use std::sync::{LazyLock, OnceLock};

use regex::bytes::Regex;

use super::words::table_rows;

pub struct Rule {
    pub name: &'static str,
    /// What must hold for a match, by a word that `shape` knows.
    pub check: &'static str,
    pub keywords: Vec<String>,
    pub pattern: String,
    compiled: OnceLock<Option<Regex>>,
}

/// One word of a command line, with or without quotes.
const WORD: &str = r#"(?:'((?:'\\''|[^'\n]){3,})'|"([^"\n]{3,})"|([^\s'"]{4,}))"#;

/// ASCII classes only: Unicode ones cost fifty times as much to compile. A prefix that nothing else begins with may stand
/// anywhere, also after a letter or an escape (`%3Dghp_…`).
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rule = |mut fields: std::str::Split<'static, char>| {
        let (name, check, pattern) = (fields.next()?, fields.next()?, fields.next()?.replace("{WORD}", WORD));
        let keywords = fields.map(|keyword| keyword.replace("\\t", "\t")).collect();
        Some(Rule { name, check, keywords, pattern, compiled: OnceLock::new() })
    };
    table_rows(include_str!("../data/rules.tsv")).filter_map(rule).collect()
});

impl Rule {
    pub fn compiled(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| compile(&self.pattern)).as_ref()
    }
}

pub fn compile(pattern: &str) -> Option<Regex> {
    regex::bytes::RegexBuilder::new(pattern).unicode(false).build().ok()
}
