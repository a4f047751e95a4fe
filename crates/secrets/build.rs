//! Turns the tables in `data` into constants of the crate: reading them takes longer than most commands run.

// Cargo reads what a build script prints.
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::{env, fs};

/// One word of a command line, with or without quotes.
const WORD: &str = r#"(?:'((?:'\\''|[^'\n]){3,})'|"([^"\n]{3,})"|([^\s'"]{4,}))"#;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=data");
    // Each keyword, and the code that makes it.
    let mut keywords: Vec<(String, String)> = Vec::new();
    let mut add = |word: &str, usual: &str, owner: String| {
        let (bare, mark) = word.strip_suffix('}').and_then(|word| word.rsplit_once('{')).unwrap_or((word, ""));
        let (word, behind) = match (mark, mark.strip_prefix('+')) {
            ("A", _) => (bare, "RequiredFollower::Run".to_owned()),
            ("T", _) => (bare, "RequiredFollower::Token".to_owned()),
            ("L", _) => (bare, "RequiredFollower::Login".to_owned()),
            (_, Some(with)) => (bare, format!("RequiredFollower::Word({with:?})")),
            _ => (word, usual.to_owned()),
        };
        let word = word.replace("\\t", "\t");
        let code = format!("Keyword::new({word:?}, {behind}, {owner})");
        keywords.push((word, code));
    };
    let (mut rules, mut stems, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for row in read_rows("rules.tsv") {
        for word in &row[3..] {
            add(word, "RequiredFollower::Anything", format!("KeywordOwner::Rule({})", rules.len()));
        }
        let pattern = row[2].replace("{WORD}", WORD);
        rules.push(format!("SecretFormatRule::new({:?}, {:?}, {pattern:?})", row[0], row[1]));
    }
    for row in read_rows("stems.tsv") {
        let letters = row[0].trim_start_matches('^');
        let title = letters[..1].to_ascii_uppercase() + &letters[1..];
        for form in [letters, &title, &letters.to_ascii_uppercase()] {
            add(form, "RequiredFollower::Name", format!("KeywordOwner::Name(&STEMS[{}])", stems.len()));
        }
        let (begins, rests) = (letters.len() < row[0].len(), &row[1..]);
        stems.push(format!("NameStem {{ letters: {letters:?}, begins: {begins}, rests: &{rests:?} }}"));
    }
    for row in read_rows("keywords.tsv") {
        row[1..]
            .iter()
            .for_each(|word| add(word, "RequiredFollower::Anything", format!("KeywordOwner::Other({:?})", row[0])));
    }
    let mut tables = read_rows("words.tsv");
    tables.sort_by_key(|row| (row[0].len(), row[0].clone()));
    for row in tables {
        let mut of_table: Vec<&str> = row[1].split(' ').collect();
        of_table.sort_unstable_by_key(|word| (word.len(), *word));
        words.push(format!("({:?}, &{of_table:?})", row[0]));
    }
    // The short ones are looked for in another way.
    keywords.sort_by_key(|(word, _)| word.len());
    let keywords: Vec<String> = keywords.into_iter().map(|(_, code)| code).collect();
    write_constant("rules", "pub static RULES", "SecretFormatRule", &rules);
    write_constant("stems", "pub static STEMS", "NameStem", &stems);
    write_constant("keywords", "static KEYWORDS", "Keyword", &keywords);
    write_constant("words", "static TABLES", "(&str, &[&str])", &words);
}

/// The fields of each row of a table in `data`.
fn read_rows(name: &str) -> Vec<Vec<String>> {
    let table = fs::read_to_string(Path::new("data").join(name)).expect("the table is a part of the package");
    let rows = table.lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

fn write_constant(file: &str, name: &str, of: &str, rows: &[String]) {
    let path = Path::new(&env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join(file).with_extension("rs");
    let code = format!("{name}: [{of}; {}] = [\n{},\n];\n", rows.len(), rows.join(",\n"));
    fs::write(path, code).expect("cargo made the folder");
}
