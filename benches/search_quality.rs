//! How good the answers are: `cargo bench --bench search_quality -- DIR`, where DIR holds the folders cranfield, cosqa,
//! loghub and misspell. Everything goes through the real binary: `ctx index`, then `ctx search --json` for each question.
//! With `--third` DIR holds collections in the format of SMART instead (CACM, CISI, MED), compared with FTS5's own ranking.

#[path = "smart/mod.rs"]
mod smart;

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

const CTX: &str = env!("CARGO_BIN_EXE_ctx");
const STOP: &str = " a an and are as at be by can do does for from had has have how if in into is it of on or than that the their there these this to was we were what when where which who will with you your not no must been ";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let Some(dir) = args.first().map(PathBuf::from) else {
        return say(
            "usage: cargo bench --bench search_quality -- DIR  (with cranfield, cosqa, loghub, misspell in it)",
        );
    };
    if args.iter().any(|arg| arg == "--third") {
        return third(&dir);
    }
    let misspellings = misspellings(&dir.join("misspell/codespell-dictionary.txt"));
    say(&format!("{:<34} {:>8} {:>8} {:>8} {:>8} {:>8}", "nDCG@10", "clean", "typo", "ratio", "missp.", "ratio"));
    let mut camel = String::new();
    for (name, set) in [("Cranfield", cranfield(&dir.join("cranfield"))), ("CoSQA", cosqa(&dir.join("cosqa")))] {
        let home = Home::with(&set.documents);
        let clean = home.ndcg(&set, |query, _| query.to_owned(), &[]);
        let typo = home.ndcg(&set, |query, at| with_typo(query, at as u64), &[]);
        let old = home.ndcg(&set, |query, _| query.to_owned(), &["--no-recency"]);
        let spelt: Vec<Option<String>> =
            set.queries.iter().enumerate().map(|(at, (query, _))| misspelt(query, &misspellings, at)).collect();
        let subset = Set {
            documents: Vec::new(),
            queries: set
                .queries
                .iter()
                .zip(&spelt)
                .filter(|(_, wrong)| wrong.is_some())
                .map(|(query, _)| query.clone())
                .collect(),
        };
        let wrong: Vec<&String> = spelt.iter().flatten().collect();
        let right = home.ndcg(&subset, |query, _| query.to_owned(), &[]);
        let misspelt = home.ndcg(&subset, |_, at| wrong[at].clone(), &[]);
        say(&format!(
            "{name:<34} {clean:>8.4} {typo:>8.4} {:>7.1}% {misspelt:>8.4} {:>7.1}%   ({} questions, {} with a real misspelling; without recency {old:.4}, {:+.2}%)",
            100.0 * typo / clean,
            100.0 * misspelt / right,
            set.queries.len(),
            subset.queries.len(),
            100.0 * (clean - old) / old,
        ));
        if name == "CoSQA" {
            camel = home.fragments(&set);
        }
    }
    say(&camel);
    logs(&dir.join("loghub"));
}

/// Collections that nobody tuned to, beside FTS5's own ranking.
fn third(dir: &Path) {
    for (name, set) in smart::collections(dir) {
        let plain = smart::Plain::over(&set.documents);
        let gains = set.queries.iter().map(|(query, right)| gain(plain.ask(query).into_iter(), right));
        let theirs = gains.sum::<f64>() / set.queries.len().max(1) as f64;
        let ours = Home::with(&set.documents).ndcg(&set, |query, _| query.to_owned(), &[]);
        let more = 100.0 * (ours / theirs - 1.0);
        say(&format!("{name:<12} {ours:.4}, FTS5 {theirs:.4} ({more:+.1} %, {} questions)", set.queries.len()));
    }
}

/// The nDCG@10 of one answer.
fn gain(names: impl Iterator<Item = String>, right: &HashSet<String>) -> f64 {
    let mut seen = HashSet::new();
    let mut gain = 0.0;
    for name in names {
        let place = seen.len();
        if seen.insert(name.clone()) && right.contains(&name) {
            gain += 1.0 / ((place + 2) as f64).log2();
        }
    }
    let ideal: f64 = (0..right.len().min(10)).map(|place| 1.0 / ((place + 2) as f64).log2()).sum();
    if ideal > 0.0 { gain / ideal } else { 0.0 }
}

fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

#[derive(Clone)]
struct Set {
    documents: Vec<(String, String)>,
    /// A question and the documents that answer it.
    queries: Vec<(String, HashSet<String>)>,
}

fn cranfield(dir: &Path) -> Set {
    let read = |name: &str| std::fs::read_to_string(dir.join(name)).expect(name);
    let inner = |text: &str, tag: &str| {
        let from = text.find(&format!("<{tag}>"))? + tag.len() + 2;
        Some(text[from..].split(&format!("</{tag}>")).next()?.trim().to_owned())
    };
    let all = read("cran.all.1400.xml");
    let documents = all
        .split("<doc>")
        .skip(1)
        .filter_map(|doc| Some((format!("{}.txt", inner(doc, "docno")?), inner(doc, "text").unwrap_or_default())));
    let questions = read("cran.qry.xml");
    let mut queries: Vec<(String, HashSet<String>)> = questions
        .split("<top>")
        .skip(1)
        .filter_map(|top| Some((inner(top, "title")?.replace('\n', " "), HashSet::new())))
        .collect();
    for line in read("cranqrel.trec.txt").lines() {
        let row: Vec<&str> = line.split_whitespace().collect();
        let number: usize = row[0].parse().expect("a query number");
        if row[3].parse::<i32>().is_ok_and(|grade| grade > 0) {
            queries[number - 1].1.insert(format!("{}.txt", row[2]));
        }
    }
    Set { documents: documents.collect(), queries }
}

fn cosqa(dir: &Path) -> Set {
    let json = |name: &str| -> Value {
        serde_json::from_str(&std::fs::read_to_string(dir.join(name)).expect(name)).expect("JSON")
    };
    let codes = json("code_idx_map.txt");
    let documents =
        codes.as_object().expect("a map").iter().map(|(code, at)| (format!("{at}.py"), code.clone())).collect();
    let mut queries = Vec::new();
    for name in ["cosqa-retrieval-dev-500.json", "cosqa-retrieval-test-500.json"] {
        for row in json(name).as_array().expect("rows") {
            let answer = format!("{}.py", row["retrieval_idx"]);
            queries.push((row["doc"].as_str().unwrap_or_default().to_owned(), HashSet::from([answer])));
        }
    }
    Set { documents, queries }
}

struct Home(tempfile::TempDir);

impl Home {
    fn with(documents: &[(String, String)]) -> Home {
        let home = Home(tempfile::tempdir().expect("a temp dir"));
        let folder = home.0.path().join("docs");
        std::fs::create_dir(&folder).expect("a folder");
        for (name, text) in documents {
            std::fs::write(folder.join(name), text).expect("a file");
        }
        home.run(&["store", &folder.to_string_lossy()]);
        home
    }

    fn run(&self, args: &[&str]) -> Vec<u8> {
        let output = Command::new(CTX)
            .args(args)
            .env("CTX_HOME", self.0.path().join("store"))
            .env("CTX_SESSION", "bench")
            .env("CTX_CONFIG", self.0.path().join("ctx.toml"))
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .expect("ctx starts");
        output.stdout
    }

    fn search(&self, query: &str, limit: &str, more: &[&str]) -> Vec<Value> {
        let mut args = vec!["search", "--json", "--limit", limit];
        args.extend(more);
        args.extend(["--", query]);
        let answer: Value = serde_json::from_slice(&self.run(&args)).unwrap_or_default();
        answer["hits"].as_array().cloned().unwrap_or_default()
    }

    fn ndcg(&self, set: &Set, ask: impl Fn(&str, usize) -> String, more: &[&str]) -> f64 {
        let mut sum = 0.0;
        for (at, (query, right)) in set.queries.iter().enumerate() {
            let name = |hit: Value| {
                let source = hit["source"].as_str().unwrap_or_default().to_owned();
                Path::new(&source).file_name().unwrap_or_default().to_string_lossy().into_owned()
            };
            sum += gain(self.search(&ask(query, at), "10", more).into_iter().map(name), right);
        }
        sum / set.queries.len().max(1) as f64
    }

    /// Pieces of camelCase names: is a document with the name among the first fifty?
    fn fragments(&self, set: &Set) -> String {
        let mut random = Random(11);
        let mut names: Vec<(&str, &str)> = Vec::new();
        for (file, text) in &set.documents {
            for name in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|name| is_camel(name)) {
                names.push((name, file));
            }
        }
        let mut asked = 0;
        let mut found = 0;
        for _ in 0..400 {
            let (name, _) = names[random.below(names.len())];
            let len = 5 + random.below(name.len() - 6);
            let start = random.below(name.len() - len + 1);
            let fragment = &name[start..start + len];
            let holders: HashSet<&str> = set
                .documents
                .iter()
                .filter(|(_, text)| text.contains(fragment))
                .map(|(file, _)| file.as_str())
                .collect();
            asked += 1;
            let hits = self.search(fragment, "50", &[]);
            found += usize::from(hits.iter().any(|hit| {
                holders.iter().any(|file| hit["source"].as_str().unwrap_or_default().ends_with(&format!("/{file}")))
            }));
        }
        format!(
            "{:<34} {:>8.3}   ({asked} pieces of names, five letters or more)",
            "camelCase fragments, hit@50",
            f64::from(found as u32) / f64::from(asked)
        )
    }
}

fn is_camel(name: &str) -> bool {
    name.len() >= 8
        && name.bytes().all(|byte| byte.is_ascii_alphabetic())
        && name.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

/// Lines of real logs, asked for by the constant words of their templates.
fn logs(dir: &Path) {
    let mut documents = Vec::new();
    let mut lines: HashMap<String, Vec<String>> = HashMap::new();
    let mut templates: Vec<(String, String, String, usize)> = Vec::new();
    let mut systems: Vec<PathBuf> = std::fs::read_dir(dir)
        .expect("loghub")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    systems.sort();
    for system in systems {
        let name = system.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let read = |end: &str| {
            std::fs::read(system.join(format!("{name}_2k.log{end}")))
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        };
        let (Ok(log), Ok(structured)) = (read(""), read("_structured.csv")) else { continue };
        let file = format!("{name}.log");
        let mut rows = csv(&structured).into_iter();
        let head = rows.next().unwrap_or_default();
        let column = |name: &str| head.iter().position(|field| field == name).expect("a column");
        let (id, template) = (column("EventId"), column("EventTemplate"));
        let mut counts: HashMap<String, (String, usize)> = HashMap::new();
        let mut events = Vec::new();
        for row in rows {
            events.push(row[id].clone());
            counts.entry(row[id].clone()).or_insert((row[template].clone(), 0)).1 += 1;
        }
        for (event, (template, count)) in counts {
            let words = template.replace("<*>", " ");
            if count >= 10 && words.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2).count() >= 3 {
                templates.push((file.clone(), event, words, count));
            }
        }
        lines.insert(file.clone(), events);
        documents.push((file, log));
    }
    templates.sort();
    let home = Home::with(&documents);
    let judge = |ask: &dyn Fn(&str, usize) -> String| {
        let (mut any, mut all) = (0.0, 0.0);
        for (at, (file, event, words, count)) in templates.iter().enumerate() {
            let hits = home.search(&ask(words, at), "10", &[]);
            let right = |hit: &Value, whole: bool| {
                let source = hit["source"].as_str().unwrap_or_default();
                let own = source.ends_with(&format!("/{file}"));
                let range = hit["start"].as_u64().unwrap_or(1) as usize..=hit["end"].as_u64().unwrap_or(1) as usize;
                let mut events = range.map(|line| lines[file].get(line - 1) == Some(event));
                own && if whole { events.all(|same| same) } else { events.any(|same| same) }
            };
            let most = 10.min(*count) as f64;
            any += hits.iter().take(10).filter(|hit| right(hit, false)).count() as f64 / most;
            all += hits.iter().take(10).filter(|hit| right(hit, true)).count() as f64 / most;
        }
        (any / templates.len() as f64, all / templates.len() as f64)
    };
    let clean = judge(&|words, _| words.to_owned());
    let typo = judge(&|words, at| with_typo(words, at as u64));
    say(&format!(
        "{:<34} {:>8.4}   (with a typo {:.4}; counting only hits of which every line is right: {:.4}, {:.4}; {} templates of ten lines or more)",
        "log templates, P@10",
        clean.0,
        typo.0,
        clean.1,
        typo.1,
        templates.len()
    ));
}

/// Rows of a CSV file with quotes.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            '\r' => {}
            c => field.push(c),
        }
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// One random edit in one random word of four letters or more that says something.
fn with_typo(query: &str, seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(7919).wrapping_add(17));
    random.below(2);
    let words: Vec<&str> = query.split(' ').collect();
    let fit: Vec<usize> = (0..words.len())
        .filter(|&at| {
            words[at].len() >= 4
                && words[at].bytes().all(|byte| byte.is_ascii_alphabetic())
                && !STOP.contains(&format!(" {} ", words[at].to_lowercase()))
        })
        .collect();
    if fit.is_empty() {
        return query.to_owned();
    }
    let at = fit[random.below(fit.len())];
    let mut letters: Vec<u8> = words[at].bytes().collect();
    let place = 1 + random.below(letters.len() - 1);
    let letter = b'a' + random.below(26) as u8;
    match random.below(4) {
        0 => drop(letters.remove(place)),
        1 => letters.insert(place, letter),
        2 => letters[place] = letter,
        _ => letters.swap(place, place - 1),
    }
    let wrong = String::from_utf8_lossy(&letters).into_owned();
    words
        .iter()
        .enumerate()
        .map(|(index, word)| if index == at { wrong.as_str() } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Right spellings, each with the wrong ones that people really wrote.
fn misspellings(path: &Path) -> HashMap<String, Vec<String>> {
    let mut wrong: HashMap<String, Vec<String>> = HashMap::new();
    for line in std::fs::read_to_string(path).expect("the list of misspellings").lines() {
        if let Some((typo, fixes)) = line.split_once("->") {
            let fix = fixes.split(',').next().unwrap_or_default().trim();
            if !fixes.contains(',') && typo.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                wrong.entry(fix.to_owned()).or_default().push(typo.to_owned());
            }
        }
    }
    wrong
}

fn misspelt(query: &str, misspellings: &HashMap<String, Vec<String>>, seed: usize) -> Option<String> {
    let mut random = Random(seed as u64 + 99);
    random.below(2);
    let words: Vec<&str> = query.split(' ').collect();
    let fit: Vec<usize> = (0..words.len()).filter(|&at| misspellings.contains_key(words[at])).collect();
    if fit.is_empty() {
        return None;
    }
    let at = fit[random.below(fit.len())];
    let choices = &misspellings[words[at]];
    let wrong = &choices[random.below(choices.len())];
    Some(
        words
            .iter()
            .enumerate()
            .map(|(index, word)| if index == at { wrong.as_str() } else { word })
            .collect::<Vec<_>>()
            .join(" "),
    )
}
