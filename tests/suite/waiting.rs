//! What waits to be indexed: found by its newest part, named where it is missing, done by a process in the background;
//! and `--grep`, which reads the same entries whether the index knows them or not.

use std::fs::File;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::harness::Home;

/// A transcript with this many commands.
fn transcript(home: &Home, count: usize) -> String {
    let lines: String = (0..count)
        .map(|n| {
            let head = format!("\"sessionId\":\"s\",\"timestamp\":\"2026-03-02T09:00:00.000Z\",\"cwd\":\"{}\"", home.work().display());
            format!(
                "{{\"type\":\"assistant\",\"uuid\":\"a{n}\",{head},\"message\":{{\"content\":[{{\"type\":\"tool_use\",\"id\":\"t{n}\",\"name\":\"Bash\",\"input\":{{\"command\":\"./part {n}\"}}}}]}}}}\n\
                 {{\"type\":\"user\",\"uuid\":\"u{n}\",{head},\"message\":{{\"content\":[{{\"type\":\"tool_result\",\"tool_use_id\":\"t{n}\",\"content\":\"gravel{n}x was weighed\"}}]}}}}\n"
            )
        })
        .collect();
    let path = home.path().join("transcript.jsonl");
    std::fs::write(&path, lines).unwrap();
    path.display().to_string()
}

fn index_lock(home: &Home) -> File {
    File::options().create(true).truncate(false).write(true).open(home.store().join("index.lock")).unwrap()
}

#[test]
fn a_search_answers_while_another_process_indexes_and_names_what_is_missing() {
    let home = Home::new();
    home.pipe(["store", "--cmd", "quarry"], b"granite from the quarry\n");
    assert!(home.ctx(["search", "granite"]).out.contains("granite"));
    let lock = index_lock(&home);
    lock.lock().unwrap();
    home.pipe(["store", "--cmd", "quarry"], b"basalt from the quarry\n");
    let found = home.ctx(["search", "granite", "--again"]);
    assert_eq!(found.code, 0);
    assert!(found.out.contains("granite") && found.out.contains("not searched: 1 entry ("), "{}", found.out);
    let absent = home.ctx(["search", "marble"]);
    assert_eq!(absent.code, 1);
    assert!(absent.out.contains("not searched: 1 entry ("), "{}", absent.out);
    let value: Value = serde_json::from_str(&home.ctx(["search", "granite", "--json"]).out).unwrap();
    assert_eq!(value["not_indexed"], 1);
    drop(lock);
    let value: Value = serde_json::from_str(&home.ctx(["search", "--complete", "basalt", "--json"]).out).unwrap();
    assert_eq!((&value["not_indexed"], value["hits"].as_array().unwrap().len()), (&Value::Null, 1));
}

#[test]
fn an_import_is_indexed_in_the_background() {
    let home = Home::new();
    let path = transcript(&home, 1_200);
    // The streams end with the import: nothing holds them.
    assert_eq!(home.ctx(["store", "--import", &path]).code, 0);
    let waiting = || {
        let db = home.database();
        let upto = "coalesce((SELECT value FROM meta WHERE key = 'indexed_upto'), 0)";
        let sql = format!("SELECT (SELECT count(*) FROM index_later) + (SELECT count(*) FROM entry WHERE id > {upto})");
        db.query_row(&sql, [], |row| row.get::<_, i64>(0)).unwrap()
    };
    let started = Instant::now();
    while waiting() > 0 {
        assert!(started.elapsed() < Duration::from_secs(120), "{} wait", waiting());
        std::thread::sleep(Duration::from_millis(50));
    }
    let value: Value = serde_json::from_str(&home.ctx(["search", "gravel0x", "--json"]).out).unwrap();
    assert_eq!(
        (&value["hits"][0]["source"], &value["not_indexed"]),
        (&Value::from("./part 0"), &Value::Null),
        "{value}"
    );
    index_lock(&home).lock().unwrap();
}

#[test]
fn a_store_that_was_deleted_is_not_made_again() {
    let home = Home::new();
    let path = transcript(&home, 1500);
    assert_eq!(home.ctx(["store", "--import", &path]).code, 0);
    while std::fs::remove_dir_all(home.store()).is_err() && home.store().exists() {}
    std::thread::sleep(Duration::from_secs(2));
    assert!(!home.store().exists());
    // Nor by the process itself, started when nothing is there.
    assert_eq!(home.ctx(["search", "--in-background"]).code, 0);
    assert!(!home.store().exists());
}

#[test]
fn grep_finds_the_same_before_and_after_entries_are_indexed() {
    let home = Home::new();
    let mut texts: Vec<Vec<u8>> = [
        "error: linker refused module_31\n",
        "the LINKER and the Linker, myLinkerOfThings\n",
        "0xlinker1234567 and 0xdeadbeef\n",
        "aGVsbG8glinkerV29ybGQhIQxYzAbCdEfGh1234\n",
        "naïvelinkerwordwordwordwordwordwordwordwordwordwordword\n",
        "lin\u{212a}er with a kelvin, lin\x1b[31mker\x1b[0m in two colours\n",
        "50%\rlinker 100%\n",
        "12:30:05Zlinker\n",
        "xlinkerAndMore12345Foo\n",
        "nothing of the kind\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec();
    texts.push([&b"x".repeat(8190)[..], b"linker", &b"y".repeat(12_000)[..], b"\n"].concat());
    texts.push(b"\x00\x01\x02linker\xff\xfe\x00\x03\n".to_vec());
    for text in &texts {
        home.pipe(["store", "--cmd", "make"], text);
    }
    let patterns = [
        "linker",
        "(?i)linker",
        "Linker",
        "inke",
        "(lin|len)ker",
        "l.nker",
        "^error: linker",
        "(?i)linker refused|nothing",
        "lin(ker)+",
        "marble",
        "dead",
        "[0-9]+",
    ];
    // The age of an entry behind its name is another one a few seconds later.
    let ageless = |line: &str| match line.strip_prefix("[ctx:").and_then(|rest| rest.split_once(']')) {
        Some((id, _)) => format!("[ctx:{id}]\n"),
        None => format!("{line}\n"),
    };
    let grep = |pattern| home.ctx(["search", "--grep", pattern, "--budget", "100000"]).out;
    let all = || patterns.map(|pattern| grep(pattern).lines().map(ageless).collect::<String>());
    let before = all();
    assert!(before[0].matches("[ctx:").count() >= 8, "{}", before[0]);
    assert_eq!(home.ctx(["search", "--complete", "nothing of the kind"]).code, 0);
    let after = all();
    for (pattern, (before, after)) in patterns.iter().zip(before.iter().zip(&after)) {
        assert_eq!(before, after, "{pattern}");
    }
}
