//! Collections in the format of the SMART system (CACM, CISI, MED): documents and questions as `.I` records, judgements as
//! pairs of numbers; and FTS5's own ranking of the same documents, to compare with.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use super::Set;

/// The collections below this folder: each is a folder with a file of documents, of questions and of judgements.
pub fn collections(dir: &Path) -> Vec<(String, Set)> {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    folders.sort();
    let name = |folder: &Path| folder.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
    folders.iter().filter_map(|folder| Some((name(folder), read(folder)?))).collect()
}

fn read(folder: &Path) -> Option<Set> {
    let files: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    let text = |ends: &[&str]| {
        let ends_so = |path: &&PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            ends.iter().any(|end| name.ends_with(end))
        };
        let bytes = std::fs::read(files.iter().find(ends_so)?).ok()?;
        Some(bytes.into_iter().map(char::from).collect::<String>())
    };
    let (documents, questions) = (records(&text(&[".all"])?), records(&text(&[".qry", "query.text"])?));
    let mut right: BTreeMap<u32, HashSet<String>> = BTreeMap::new();
    for line in text(&[".rel", "qrels.text"])?.lines() {
        let row: Vec<u32> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        // Four whole numbers are a question, 0, a document and a grade; else the document is the second.
        let document = match row[..] {
            [_, 0, document, _] if !line.contains('.') && document > 0 => document,
            [_, document, ..] => document,
            _ => continue,
        };
        right.entry(row[0]).or_default().insert(format!("{document}.txt"));
    }
    let text = |record: &BTreeMap<char, String>| {
        let field = |name| record.get(&name).map_or("", |text| text.trim());
        format!("{}\n{}", field('T'), field('W')).trim().to_owned()
    };
    let documents = documents.iter().map(|(number, record)| (format!("{number}.txt"), text(record))).collect();
    let asked = |(number, record): (&u32, &BTreeMap<char, String>)| {
        let words = record.get(&'W')?.split_whitespace().collect::<Vec<_>>().join(" ");
        Some((words, right.get(number)?.clone()))
    };
    Some(Set { documents, queries: questions.iter().filter_map(asked).collect() })
}

/// Records by their numbers, each with its fields.
fn records(text: &str) -> BTreeMap<u32, BTreeMap<char, String>> {
    let mut records: BTreeMap<u32, BTreeMap<char, String>> = BTreeMap::new();
    let (mut number, mut field) = (0, None);
    for line in text.lines() {
        let mark = line.strip_prefix('.').and_then(|rest| rest.chars().next()).filter(char::is_ascii_uppercase);
        match (mark, line.get(2..).unwrap_or_default().trim()) {
            (Some('I'), rest) if rest.parse::<u32>().is_ok() => {
                (number, field) = (rest.parse().unwrap_or(0), None);
                records.entry(number).or_default();
            }
            (Some(name), "") => field = Some(name),
            _ => {
                if let (Some(field), Some(record)) = (field, records.get_mut(&number)) {
                    let words = record.entry(field).or_default();
                    words.push_str(line);
                    words.push('\n');
                }
            }
        }
    }
    records
}

/// FTS5 with its Porter stemmer and its own ranking.
pub struct Plain(rusqlite::Connection);

impl Plain {
    pub fn over(documents: &[(String, String)]) -> Plain {
        let db = rusqlite::Connection::open_in_memory().expect("a database");
        db.execute_batch("CREATE VIRTUAL TABLE f USING fts5(name UNINDEXED, body, tokenize = 'porter unicode61')")
            .expect("a table");
        for (name, text) in documents {
            db.execute("INSERT INTO f VALUES (?1, ?2)", [name, text]).expect("a row");
        }
        Plain(db)
    }

    pub fn ask(&self, question: &str) -> Vec<String> {
        let words = question.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        let any = words.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" OR ");
        let mut select = self.0.prepare("SELECT name FROM f WHERE f MATCH ?1 ORDER BY rank LIMIT 10").expect("a query");
        select.query_map([any], |row| row.get(0)).expect("rows").flatten().collect()
    }
}
