//! Recorded outputs and what must survive of them, from fixtures, cases and steps.

use std::path::Path;

use ctx_digest::{Call, Status};
use serde_json::Value;

pub type Failure = Box<dyn std::error::Error>;

/// One output, what must survive of it, and which phrases say the same.
pub struct Case {
    pub name: String,
    pub family: String,
    pub call: Call,
    pub raw: Vec<u8>,
    pub needles: Vec<String>,
    pub intent: Option<String>,
    pub intent_needles: Vec<String>,
    pub accept: Vec<(String, Vec<String>)>,
}

fn words(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
}

fn status(code: Option<i64>) -> Status {
    code.map_or(Status::Unknown, |code| Status::Exit(code as i32))
}

pub fn fixtures(root: &Path) -> Result<Vec<Case>, Failure> {
    let mut found = Vec::new();
    for family in std::fs::read_dir(root)?.flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(family.path())?.flatten().map(|file| file.path()) {
            let raw = file.with_extension("raw");
            if file.extension().is_none_or(|end| end != "toml") || !raw.exists() {
                continue;
            }
            let table: Value = match toml::from_str(&std::fs::read_to_string(&file)?) {
                Ok(table) => table,
                Err(_) => continue,
            };
            let Some(command) = table["command"].as_str() else { continue };
            found.push(Case {
                name: file.strip_prefix(root)?.with_extension("").display().to_string(),
                family: family.file_name().to_string_lossy().into_owned(),
                call: Call { argv: vec![command.to_owned()], status: status(table["exit"].as_i64()) },
                raw: std::fs::read(raw)?,
                needles: words(table.get("needles")),
                intent: table["intent"].as_str().map(str::to_owned),
                intent_needles: words(table.get("intent_needles")),
                accept: Vec::new(),
            });
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

pub fn cases(root: &Path) -> Result<Vec<Case>, Failure> {
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root)?.flatten().map(|entry| entry.path()) {
        let facts = folder.join("case.json");
        if !facts.exists() {
            continue;
        }
        let facts: Value = serde_json::from_slice(&std::fs::read(facts)?)?;
        let accept = facts["accept"].as_object().into_iter().flatten();
        found.push(Case {
            name: facts["id"].as_str().unwrap_or_default().to_owned(),
            family: facts["tool"].as_str().unwrap_or_default().to_owned(),
            call: Call { argv: words(facts.get("argv")), status: status(facts["exit_code"].as_i64()) },
            raw: std::fs::read(folder.join("raw"))?,
            needles: words(facts.get("needles")),
            intent: facts["intent"].as_str().map(str::to_owned),
            intent_needles: words(facts.get("intent_needles")),
            accept: accept.map(|(needle, phrases)| (needle.clone(), words(Some(phrases)))).collect(),
        });
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

pub fn steps(file: &Path) -> Result<Vec<Case>, Failure> {
    let text = std::fs::read_to_string(file)?;
    let mut found = Vec::new();
    for line in text.lines() {
        let step: Value = serde_json::from_str(line)?;
        found.push(Case {
            name: step["id"].to_string(),
            family: step["repo"].as_str().unwrap_or_default().to_owned(),
            call: Call {
                argv: vec![step["command"].as_str().unwrap_or_default().to_owned()],
                status: status(step["exit"].as_i64()),
            },
            raw: step["output"].as_str().unwrap_or_default().as_bytes().to_vec(),
            needles: words(step.get("hard")),
            intent: None,
            intent_needles: Vec::new(),
            accept: Vec::new(),
        });
    }
    Ok(found)
}

impl Case {
    pub fn accepted(&self, needle: &str) -> &[String] {
        self.accept.iter().find(|(held, _)| held == needle).map_or(&[], |(_, phrases)| phrases)
    }
}

pub fn squash(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !matches!(c, ' ' | '\t') {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}

/// True where a page holds the needle, or says the same count in other words, or one of the accepted phrases.
pub fn has(needle: &str, page: &str, accepted: &[String]) -> bool {
    page.contains(&squash(needle))
        || recounted(needle, page)
        || accepted.iter().any(|phrase| page.to_lowercase().contains(&phrase.to_lowercase()))
        || replaced(needle, page)
}

/// `2 failed` is the same as `failed: 2`.
fn recounted(needle: &str, page: &str) -> bool {
    let mut parts = needle.trim_start_matches(['#', ' ']).split([' ', '=', ':']).filter(|part| !part.is_empty());
    let (Some(one), Some(other), None) = (parts.next(), parts.next(), parts.next()) else { return false };
    let (number, word) = if one.bytes().all(|byte| byte.is_ascii_digit()) { (one, other) } else { (other, one) };
    let word = word.to_ascii_lowercase();
    let stem = ["fail", "pass", "err", "warn"].into_iter().find(|stem| word.starts_with(stem));
    let Some(stem) = stem.filter(|_| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())) else {
        return false;
    };
    let pattern = format!(
        r"(?i)(^|[^\d.,]){number} (previous |tests? |compile |type )?{stem}\w*|\b{stem}\w*\W{{1,3}}{number}($|[^\d.])"
    );
    regex::Regex::new(&pattern).is_ok_and(|pattern| pattern.is_match(page))
}

/// `a/b.py:7:3` is also said by a heading `b.py` with `line 7` below it.
fn replaced(needle: &str, page: &str) -> bool {
    let mut parts = needle.split([':', '(']);
    let (Some(path), Some(line)) = (parts.next(), parts.next()) else { return false };
    let line: String = line.chars().take_while(char::is_ascii_digit).collect();
    let base = path.rsplit('/').next().unwrap_or(path);
    if line.is_empty() || !base.contains('.') || base.contains(' ') || needle.contains(' ') {
        return false;
    }
    let Ok(number) = regex::Regex::new(&format!(r"(?m)(\bL|\bline |:|\(|^ *){line}($|\D)")) else { return false };
    page.match_indices(base).any(|(at, _)| {
        let from = at + base.len();
        let to = (from..=(from + 3000).min(page.len())).rev().find(|&to| page.is_char_boundary(to)).unwrap_or(from);
        number.is_match(&page[from..to])
    })
}
