//! A hub that an earlier ctx made is brought up to date by `init`; texts without sums are not read any more.

use super::cluster::{count, ctx, good, machine, shared};
use super::{SSH, consistent, joined};

const TEXT: &str = "a zebra crossed\nan error at 10.0.0.17\n";

/// How volatile tokens were written.
fn code(token: &str) -> String {
    let hash = token.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3)
    });
    format!("#{:05x}", (hash ^ (hash >> 29)) % (1 << 18))
}

/// The tables as the first ctx made them, with one entry of its.
fn fill(hub: &mut postgres::Client, parts: u32) {
    let partition = if parts > 0 { "PARTITION BY HASH (project)" } else { "" };
    let core = include_str!("../../../crates/hub/src/migrations/0001_core.sql").replace("{partition}", partition);
    hub.batch_execute(&format!(
        "CREATE SCHEMA ctx; CREATE TABLE ctx.ledger (number integer PRIMARY KEY, name text NOT NULL, breaks boolean NOT NULL, \
         applied_at timestamptz NOT NULL DEFAULT now()); INSERT INTO ctx.ledger VALUES (1, 'core', false); {core}"
    ))
    .unwrap();
    for table in ["word", "blob", "section", "entry", "event"] {
        for part in 0..parts {
            let of = format!("ctx.{table}_{part} PARTITION OF ctx.{table}");
            let values = format!("FOR VALUES WITH (MODULUS {parts}, REMAINDER {part})");
            hub.batch_execute(&format!("CREATE TABLE {of} {values}")).unwrap();
        }
    }
    // The key of a project is of its team and its name, the mark before its words the beginning of the key.
    let key = blake3::hash(b"main\0github.com/acme/shop").to_hex();
    let (key, mark) = (&key[..32], format!("{}.", &key[..5]));
    let words = ["zebra", "cross", "error", &code("10.0.0.17")].map(|word| format!("{mark}{word}"));
    let words = words.join(" ");
    let hash = blake3::hash(TEXT.as_bytes()).to_hex();
    let origin = "11111111-1111-1111-1111-111111111111";
    hub.batch_execute(&format!(
        "INSERT INTO ctx.member VALUES ('owner', 'main', NULL, true); \
         INSERT INTO ctx.origin VALUES ('{origin}', 'main', 'old', sha256('x'), '0.1.0', 1); \
         INSERT INTO ctx.project VALUES ('{key}', 'main', 'github.com/acme/shop'); \
         INSERT INTO ctx.total VALUES ('{key}', 'main', 1, 5); \
         INSERT INTO ctx.word VALUES ('{key}', 'main', 'zebra', 'zebra', true, 1), ('{key}', 'main', 'crossed', 'cross', true, 1), \
           ('{key}', 'main', 'error', 'error', true, 1); \
         INSERT INTO ctx.blob VALUES ('{key}', 'main', '\\x{hash}', {}, 2); \
         INSERT INTO ctx.section VALUES ('{key}', 'main', '\\x{hash}', 0, 1, 2, 5, 7, NULL, '{TEXT}', '{words}'); \
         INSERT INTO ctx.entry (project, team, origin, ref, stamp, kind, command, timed_out, started_at, exit_code, hash, lines, expired, pinned, words) \
         VALUES ('{key}', 'main', '{origin}', 'abc234', 1, 'run', 'make', false, 7, 0, '\\x{hash}', 2, false, false, '{mark}make')",
        TEXT.len(),
    ))
    .unwrap();
}

#[test]
fn an_earlier_hub_is_brought_up_to_date() {
    let Some(cluster) = shared() else { return };
    for (name, parts) in [("earlier", 0), ("earlier_parts", 3)] {
        let url = cluster.database(name);
        let mut hub = cluster.connect(name);
        fill(&mut hub, parts);
        let refused = ctx(&machine(SSH), &["hub", "join", &url, "--as", "new"]);
        assert!(refused.code != 0 && refused.err.contains("ctx hub init URL brings it up"), "{}", refused.err);
        good(ctx(&machine(SSH), &["hub", "init", &url]));
        // Tables that came later are in as many parts as the first ones.
        assert_eq!(count(&mut hub, "pg_inherits WHERE inhparent = 'ctx.sealed'::regclass"), i64::from(parts));
        let set = "pg_class WHERE relnamespace = 'ctx'::regnamespace AND reloptions::text ~ 'fillfactor=70|toast_tuple_target=4080'";
        assert_eq!(count(&mut hub, set), i64::from(2 * parts.max(1)), "of each table that holds rows");
        let home = joined(&url, SSH, "new");
        let listed = good(ctx(&home, &["history", "--hub"])).out;
        assert!(listed.contains("[ctx:old/abc234]"), "{listed}");
        // Its text has no sums, so nobody vouches for it: its machine sends it again.
        let got = ctx(&home, &["get", "old/abc234", "--lines", "1:2"]);
        assert!(got.code == 1 && got.err.contains("ctx hub share there"), "{}: {}", got.code, got.err);
        consistent(&mut hub);
        good(ctx(&home, &["hub", "prune", "--days", "1"]));
        assert_eq!((count(&mut hub, "ctx.section"), count(&mut hub, "ctx.word WHERE word = 'zebra'")), (0, 0));
    }
}
