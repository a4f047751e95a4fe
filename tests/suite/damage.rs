//! Every read notices bytes that changed in the store, and nothing else suffers.

use crate::harness::{Done, Home};

const LINES: u64 = 2200;

/// Two chunks that do not compress to nothing.
fn wanted() -> Vec<u8> {
    let mut state = 7u64;
    let mut word = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        format!("{:012x} ", state >> 16)
    };
    (1..=LINES)
        .flat_map(|number| format!("{number} {}\n", (0..50).map(|_| word()).collect::<String>()).into_bytes())
        .collect()
}

/// A large output, and one beside it; the id of the first.
fn stored(home: &Home) -> String {
    let id = home.pipe(["store"], &wanted()).id();
    home.sh("echo the neighbour is well");
    id
}

/// Changes the byte at `at` of the first chunk's value.
fn change_byte(home: &Home, at: usize) {
    let db = home.database();
    let (id, mut data): (i64, Vec<u8>) = db
        .query_row("SELECT id, data FROM chunk ORDER BY id LIMIT 1", [], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    data[at] ^= 0x5a;
    db.execute("UPDATE chunk SET data = ?2 WHERE id = ?1", (id, data)).unwrap();
}

fn assert_told(done: &Done, what: &str) {
    assert_eq!(done.code, 1, "{what}: {}", done.err);
    assert!(done.err.contains("damaged") && done.err.contains("bytes 0-"), "{what}: {}", done.err);
}

#[test]
fn a_changed_byte_is_told_wherever_it_stands() {
    let home = Home::new();
    let id = stored(&home);
    let whole = wanted();
    assert_eq!(home.ctx(["get", &id, "--raw"]).bytes, whole);
    for at in [2, 9, 30, 100, 500, 2000, 8000, 20_000, 50_000] {
        change_byte(&home, at);
        let raw = home.ctx(["get", &id, "--raw"]);
        assert_eq!(raw.code, 1, "{at}: {}", raw.err);
        assert!(raw.err.contains("damaged"), "{at}: {}", raw.err);
        assert!(raw.bytes.len() < whole.len(), "{at}");
        assert!(whole.ends_with(&raw.bytes[raw.bytes.len() - 300_000..]), "{at}: what is whole is there");
        change_byte(&home, at);
    }
    assert_eq!(home.ctx(["get", &id, "--raw"]).bytes, whole);
}

#[test]
fn damage_is_reported_and_the_rest_is_served() {
    for sql in [
        "DELETE FROM chunk WHERE id = (SELECT min(id) FROM chunk)",
        "UPDATE chunk SET data = x'' WHERE id = (SELECT min(id) FROM chunk)",
        "UPDATE chunk SET raw_len = 1 << 60 WHERE id = (SELECT min(id) FROM chunk)",
        "UPDATE chunk SET codec = 1 WHERE id = (SELECT min(id) FROM chunk)",
    ] {
        let home = Home::new();
        let id = stored(&home);
        assert!(home.database().execute(sql, []).unwrap() == 1, "{sql}");
        let raw = home.ctx(["get", &id, "--raw"]);
        assert_told(&raw, sql);
        assert!(!raw.bytes.is_empty() && wanted().ends_with(&raw.bytes), "{sql}");
        // The lines themselves are whole where only a length is wrong.
        if !sql.contains("raw_len") {
            assert_told(&home.ctx(["get", &id, "--lines", "1:2"]), sql);
        }
        let end = home.ctx(["get", &id, "--tail", "2"]);
        assert!(end.code == 0 && end.out.contains(&format!("\n{LINES} ")), "{sql}: {}", end.err);
        let beside = home.ctx(["get", "@", "--raw"]);
        assert_eq!((beside.code, beside.out.as_str()), (0, "the neighbour is well\n"), "{sql}");
        for search in [["search", "neighbour"].as_slice(), &["search", "--grep", "neighbour"]] {
            let found = home.ctx(search);
            assert!(found.code == 0 && found.out.contains("neighbour is well"), "{sql}: {} {}", found.out, found.err);
        }
    }
}

#[test]
fn a_missing_end_is_told() {
    let home = Home::new();
    let id = stored(&home);
    let sql = "DELETE FROM chunk WHERE id = (SELECT max(id) FROM chunk WHERE id < (SELECT max(id) FROM chunk))";
    assert_eq!(home.database().execute(sql, []).unwrap(), 1);
    let raw = home.ctx(["get", &id, "--raw"]);
    assert_eq!(raw.code, 1, "{}", raw.err);
    assert!(raw.err.contains(&format!("-{LINES}) are lost")), "{}", raw.err);
    assert!(wanted().starts_with(&raw.bytes));
    assert_eq!(home.ctx(["get", &id, "--tail", "2"]).code, 1);
}

#[test]
fn doctor_reads_every_byte() {
    let home = Home::new();
    let id = stored(&home);
    let well = home.ctx(["doctor", "--deep"]);
    assert!(well.out.contains("2 outputs read and compared: all as they were stored"), "{}", well.out);
    change_byte(&home, 2000);
    let damaged = home.ctx(["doctor", "--deep"]);
    assert_eq!(damaged.code, 1);
    assert!(damaged.out.contains(&format!("fail deep: [ctx:{id}]: bytes 0-32767 ")), "{}", damaged.out);
    // An export leaves it out, says so and holds everything else.
    let export = home.ctx(["store", "--export", "--raw"]);
    assert_eq!(export.code, 1, "{}", export.err);
    assert!(export.err.contains(&id) && export.out.contains("the neighbour is well"), "{}", export.err);
}

/// Chunks of older versions have no checksum of their own: the hash of the whole speaks for them.
#[test]
fn an_old_chunk_is_held_against_the_hash_of_the_whole() {
    let home = Home::new();
    let id = home.sh("echo one two three").id();
    let db = home.database();
    let was = "UPDATE chunk SET codec = 0, data = CAST('one two three' || char(10) AS BLOB) WHERE id = (SELECT min(id) FROM chunk)";
    db.execute(was, []).unwrap();
    let raw = home.ctx(["get", &id, "--raw"]);
    assert_eq!((raw.code, raw.out.as_str()), (0, "one two three\n"));
    db.execute(&was.replace("two", "too"), []).unwrap();
    let raw = home.ctx(["get", &id, "--raw"]);
    assert_eq!(raw.code, 1);
    assert!(raw.err.contains("not those that were stored"), "{}", raw.err);
}

/// Numbers that no clock ever showed are shown as something or refused, and nothing falls over them.
#[test]
fn hostile_times_are_read() {
    let home = Home::new();
    home.sh("echo one two three");
    for at in [i64::MIN, i64::MAX] {
        home.database().execute("UPDATE entry SET started_at = ?1", [at]).unwrap();
        for args in [
            &["history"][..],
            &["search", "two"],
            &["get", "@"],
            &["history", "--sessions"],
            &["stats"],
            &["context"],
            &["reflect", "--project"],
        ] {
            let done = home.ctx(args);
            assert!(done.code != 101 && !done.err.contains("panicked"), "{args:?} at {at}: {} {}", done.code, done.err);
        }
    }
}
