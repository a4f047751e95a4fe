//! Speed of the hub, push and search: `cargo bench --bench hub -- SECTIONS [CRANFIELD]`. It starts a Postgres of its
//! own, sends text made of the lines of `fixtures/`, asks from another machine, and tells speed, plans and quality.
#![allow(dead_code)]

#[path = "../tests/suite/hub/cluster.rs"]
mod cluster;
#[path = "../tests/suite/harness.rs"]
mod harness;

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use cluster::{Cluster, PASSWORD, count, ctx, good, machine};
use harness::{Home, Random, finish, say};

const REMOTE: &str = "git@github.com:acme/shop.git";
/// Text in one entry.
const ENTRY: usize = 100 << 10;
/// Entries imported and sent together.
const TOGETHER: usize = 200;
const QUESTIONS: usize = 200;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let wanted: i64 = args.first().and_then(|sections| sections.parse().ok()).unwrap_or(20_000);
    let Some(cluster) = Cluster::start() else { return };
    speed(&cluster, wanted);
    if let Some(dir) = args.get(1) {
        quality(&cluster, Path::new(dir));
    }
}

fn joined(url: &str, name: &str) -> Home {
    let home = machine(REMOTE);
    good(ctx(&home, &["hub", "join", url, "--as", name]));
    good(ctx(&home, &["hub", "share"]));
    home
}

fn speed(cluster: &Cluster, wanted: i64) {
    let url = cluster.database("speed");
    good(ctx(&machine(REMOTE), &["hub", "init", &url]));
    let (here, there) = (joined(&url, "here"), joined(&url, "there"));
    let lines = fixture_lines();
    let mut random = Random(5);
    let mut hub = cluster.connect("speed");
    let (mut bytes, mut seconds) = (0u64, 0.0);
    let sent = |hub: &mut postgres::Client| -> i64 {
        hub.query_one("SELECT coalesce(sum(sections), 0)::bigint FROM ctx.total", &[]).expect("a sum").get(0)
    };
    while sent(&mut hub) < wanted {
        cluster::import(&here, (0..TOGETHER).map(|_| mixed(&lines, &mut random)));
        let start = Instant::now();
        let done = good(ctx(&here, &["hub", "sync", "--json"]));
        seconds += start.elapsed().as_secs_f64();
        bytes += serde_json::from_str::<serde_json::Value>(&done.out).expect("JSON")["bytes"].as_u64().unwrap_or(0);
    }
    let (sections, pages) = (sent(&mut hub), count(&mut hub, "ctx.section"));
    let size: i64 = hub.query_one("SELECT pg_database_size('speed')", &[]).expect("a size").get(0);
    let index: i64 = hub.query_one("SELECT pg_relation_size('ctx.section_terms')", &[]).expect("a size").get(0);
    say(&format!(
        "push: {:.1} MB of text in {sections} sections and {pages} pages, {:.1} MB/s; the database has {} MB, its index of words {} MB",
        bytes as f64 / 1e6,
        bytes as f64 / 1e6 / seconds,
        size / 1_000_000,
        index / 1_000_000
    ));
    hub.batch_execute("VACUUM ANALYZE").expect("statistics");
    let questions: Vec<String> = (0..QUESTIONS).map(|_| question(&lines, &mut random)).collect();
    let ask = |question: &str| {
        let words = ["search", "--hub", "--again", "--json", "--", question];
        let done = finish(there.command(words).env("PGPASSWORD", PASSWORD));
        // A failure is quick, and no answer.
        assert!(done.code == 0 && !done.err.contains("hub"), "{question}: {} {}", done.code, done.err);
    };
    questions.iter().take(20).for_each(|question| ask(question));
    let mut times: Vec<f64> = questions
        .iter()
        .map(|question| {
            let start = Instant::now();
            ask(question);
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    say(&format!(
        "search --hub: p50 {:.0} ms, p99 {:.0} ms (whole process, {QUESTIONS} questions)",
        times[QUESTIONS / 2],
        times[QUESTIONS * 99 / 100]
    ));
    hub.batch_execute("ALTER DATABASE speed SET auto_explain.log_min_duration = 0").expect("a setting");
    let before = cluster.log().len();
    questions.iter().take(40).for_each(|question| ask(question));
    let log = cluster.log();
    let scans = ["section", "entry", "word", "blob"]
        .iter()
        .filter(|table| log[before..].contains(&format!("Seq Scan on {table} ")))
        .count();
    let used =
        ["section_terms", "entry_words", "word_term"].iter().filter(|index| log[before..].contains(*index)).count();
    say(&format!("plans: {scans} tables read whole, {used} of 3 indexes used"));
}

/// The lines of real outputs.
fn fixture_lines() -> Vec<String> {
    fn collect(dir: &Path, lines: &mut Vec<String>) {
        for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(&path, lines);
            } else if path.extension().is_some_and(|end| end == "raw") {
                let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
                lines.extend(text.lines().filter(|line| line.len() > 10 && line.len() < 400).map(str::to_owned));
            }
        }
    }
    let mut lines = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"), &mut lines);
    assert!(lines.len() > 1000, "fixtures are there");
    lines
}

/// Passages of several outputs, one after the other.
fn mixed(lines: &[String], random: &mut Random) -> String {
    let mut text = String::new();
    while text.len() < ENTRY {
        let from = random.below(lines.len() as u64 - 30) as usize;
        for line in &lines[from..from + 5 + random.below(25) as usize] {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str(&format!("\nrun {} took {} ms\n", random.below(1 << 30), random.below(9_000)));
    }
    text
}

/// Two words of one line.
fn question(lines: &[String], random: &mut Random) -> String {
    loop {
        let line = &lines[random.below(lines.len() as u64) as usize];
        let words: Vec<&str> = line.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 3).collect();
        if words.len() > 2 {
            let at = random.below(words.len() as u64 - 1) as usize;
            return format!("{} {}", words[at], words[at + 1]);
        }
    }
}

/// Cranfield's questions, answered by the same entries here and through the hub.
fn quality(cluster: &Cluster, dir: &Path) {
    let url = cluster.database("quality");
    good(ctx(&machine(REMOTE), &["hub", "init", &url]));
    let (here, there) = (joined(&url, "here"), joined(&url, "there"));
    let read = |name: &str| std::fs::read_to_string(dir.join(name)).expect(name);
    let inner = |text: &str, tag: &str| {
        let from = text.find(&format!("<{tag}>"))? + tag.len() + 2;
        Some(text[from..].split(&format!("</{tag}>")).next()?.trim().to_owned())
    };
    let all = read("cran.all.1400.xml");
    let numbers: Vec<String> = all.split("<doc>").skip(1).filter_map(|doc| inner(doc, "docno")).collect();
    // The nth entry is `make partN`.
    cluster::import(&here, all.split("<doc>").skip(1).map(|doc| inner(doc, "text").unwrap_or_default() + "\n"));
    good(ctx(&here, &["hub", "sync"]));
    let asked = read("cran.qry.xml");
    let mut queries: Vec<(String, HashSet<String>)> = asked
        .split("<top>")
        .skip(1)
        .filter_map(|top| Some((inner(top, "title")?.replace('\n', " "), HashSet::new())))
        .collect();
    for line in read("cranqrel.trec.txt").lines() {
        let row: Vec<&str> = line.split_whitespace().collect();
        if row[3].parse::<i32>().is_ok_and(|grade| grade > 0) {
            queries[row[0].parse::<usize>().expect("a number") - 1].1.insert(row[2].to_owned());
        }
    }
    let ndcg = |home: &Home, flags: &[&str]| {
        let mut sum = 0.0;
        for (query, right) in &queries {
            let done = finish(
                home.command(["search", "--no-recency", "--json", "--again", "--limit", "10"])
                    .args(flags)
                    .args(["--", query])
                    .env("PGPASSWORD", PASSWORD),
            );
            let answer: serde_json::Value = serde_json::from_str(&done.out).unwrap_or_default();
            let (mut seen, mut gain) = (HashSet::new(), 0.0);
            for hit in answer["hits"].as_array().into_iter().flatten() {
                let part =
                    hit["source"].as_str().and_then(|source| source.strip_prefix("make part")?.parse::<usize>().ok());
                let Some(number) = part.and_then(|part| numbers.get(part)) else { continue };
                let place = seen.len();
                if seen.insert(number.clone()) && right.contains(number) {
                    gain += 1.0 / ((place + 2) as f64).log2();
                }
            }
            let ideal: f64 = (0..right.len().min(10)).map(|place| 1.0 / ((place + 2) as f64).log2()).sum();
            sum += if ideal > 0.0 { gain / ideal } else { 0.0 };
        }
        sum / queries.len().max(1) as f64
    };
    let (local, through) = (ndcg(&here, &[]), ndcg(&there, &["--hub"]));
    say(&format!(
        "Cranfield nDCG@10: here {local:.4}, through the hub {through:.4} ({:.1} %)",
        100.0 * through / local
    ));
}
