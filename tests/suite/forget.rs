//! Forgetting many documents: by folder, by kind, with everything else going on meanwhile.

use crate::harness::{Home, finish};

/// `count` documents in a folder, each with a word of its own.
fn documents(home: &Home, folder: &str, count: usize) {
    let dir = home.work().join(folder);
    std::fs::create_dir_all(&dir).unwrap();
    for n in 0..count {
        std::fs::write(dir.join(format!("{n}.md")), format!("# About {folder}\n\n{folder}word{n} stands here\n"))
            .unwrap();
    }
}

fn kept(home: &Home, kind: &str) -> i64 {
    home.database().query_row("SELECT count(*) FROM entry WHERE kind = ?1", [kind], |row| row.get(0)).unwrap()
}

#[test]
fn a_folder_goes_and_its_neighbour_stays() {
    let home = Home::new();
    documents(&home, "apple", 30);
    documents(&home, "apple2", 20);
    home.ctx(["note", "apple trees need sun"]);
    assert_eq!(home.ctx(["store", "."]).code, 0);
    assert_eq!(kept(&home, "doc"), 50);
    let asked = home.ctx(["forget", "apple"]);
    assert_eq!((asked.code, kept(&home, "doc")), (2, 50), "{}", asked.out);
    let done = home.ctx(["forget", "apple/", "--yes"]);
    assert!(done.out.contains("forgot 20 more, 30 entries in all"), "{} {}", done.out, done.err);
    assert_eq!((kept(&home, "doc"), kept(&home, "note")), (20, 1));
    assert_eq!(home.ctx(["search", "\"appleword3\""]).code, 1);
    assert_eq!(home.ctx(["search", "\"apple2word3\""]).code, 0);
    assert!(home.ctx(["forget", "apple", "--yes"]).err.contains("no indexed documents below apple"));
    // Nothing of it is left in any file of the store.
    for file in std::fs::read_dir(home.store()).unwrap().flatten().filter(|file| file.path().is_file()) {
        let bytes = std::fs::read(file.path()).unwrap();
        assert!(!bytes.windows(10).any(|part| part == b"appleword7"), "{:?}", file.path());
    }
    let rest = home.ctx(["forget", "--kind", "doc", "--yes", "--json"]);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&rest.out).unwrap()["forgotten"].as_array().unwrap().len(),
        20
    );
    assert_eq!((kept(&home, "doc"), kept(&home, "note")), (0, 1));
    assert_eq!(home.integrity(), "ok");
}

/// Documents that are forgotten while commands run and are searched for.
fn meanwhile(documents_: usize, runs: usize) {
    let home = Home::new();
    documents(&home, "pear", documents_);
    assert_eq!(home.ctx(["store", "pear"]).code, 0);
    let mut forget = home.command(["forget", "pear", "--yes"]);
    std::thread::scope(|scope| {
        let forgetting = scope.spawn(|| finish(&mut forget));
        for n in 0..runs {
            let run = home.sh(&format!("echo plum{n}"));
            assert_eq!((run.code, run.err.as_str()), (0, ""), "a run beside it is stored");
        }
        let found = home.ctx(["search", "plum0"]);
        assert_eq!((found.code, found.err.as_str()), (0, ""));
        assert_eq!(forgetting.join().unwrap().code, 0);
    });
    assert_eq!((kept(&home, "doc"), kept(&home, "run")), (0, runs as i64));
    assert_eq!(home.ctx(["search", "pearword1"]).code, 1);
    assert_eq!(home.integrity(), "ok");
}

#[test]
fn nothing_waits_while_documents_are_forgotten() {
    meanwhile(400, 10);
}

#[test]
#[ignore = "minutes: 15,000 documents"]
fn nothing_waits_while_15_000_documents_are_forgotten() {
    meanwhile(15_000, 40);
}

#[test]
fn old_bytes_of_many_entries_expire_at_once() {
    let home = Home::new();
    documents(&home, "old", 700);
    home.ctx(["store", "old"]);
    home.ctx(["note", "a note stays"]);
    home.database().execute_batch("UPDATE entry SET started_at = 1, stored_at = 1").unwrap();
    let pruned: serde_json::Value =
        serde_json::from_str(&home.ctx(["forget", "--prune", "--until", "7d", "--json"]).out).unwrap();
    assert_eq!(pruned["pruned_entries"], 700);
    let left: i64 = home.database().query_row("SELECT count(*) FROM blob", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 1, "the note's");
    assert_eq!(home.integrity(), "ok");
}
