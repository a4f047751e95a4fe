//! The hub with a real Postgres: what is found elsewhere, what survives, who may. Skipped where none is installed.

pub mod cluster;
mod earlier;
mod faults;
mod rights;
mod sealed;
mod silent;
mod strangers;
mod tls;

use crate::harness::{Home, finish};
use cluster::{PASSWORD, count, ctx, good, import, machine, shared, texts};

pub const SSH: &str = "git@github.com:Acme/Shop.git";
const HTTPS: &str = "https://github.com/acme/shop";

/// A machine that has joined and shares its project.
pub fn joined(url: &str, remote: &str, name: &str) -> Home {
    let home = machine(remote);
    good(ctx(&home, &["hub", "join", url, "--as", name]));
    good(ctx(&home, &["hub", "share"]));
    home
}

fn sync(home: &Home) -> String {
    good(ctx(home, &["hub", "sync"])).out
}

#[test]
fn run_here_find_there_decide_there_see_it_here_forget_here_gone_there() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("two");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let (here, there) = (joined(&url, SSH, "laptop"), joined(&url, HTTPS, "ci"));
    let script = "for i in $(seq 1 200); do echo step $i of the build; done; echo 'error: connection refused by gateway'; exit 3";
    let run = finish(here.command(["run", "--", "sh", "-c", script]).env("PGPASSWORD", PASSWORD));
    assert_eq!(run.code, 3);
    let id = run.id();
    sync(&here);

    let found = good(ctx(&there, &["search", "--hub", "conection refused"])).out;
    assert!(found.contains(&format!("[ctx:laptop/{id}]:201")) && found.contains("corrected: conection"), "{found}");
    assert_eq!(ctx(&there, &["search", "connection refused"]).code, 1, "nothing of it is local");
    let text = good(ctx(&there, &["get", &format!("laptop/{id}"), "--lines", "200:201"])).out;
    assert_eq!(text, "step 200 of the build\nerror: connection refused by gateway\n");
    let listed = good(ctx(&there, &["history", "--hub", "--failed"])).out;
    assert!(listed.contains(&format!("[ctx:laptop/{id}]")) && listed.contains("exit 3"), "{listed}");
    assert!(good(ctx(&there, &["history", "--sessions", "--hub"])).out.contains("1 entry"));
    assert!(sync(&there).contains("not trusted yet: laptop;"));
    assert!(!good(ctx(&there, &["context"])).out.contains("laptop"), "nobody has trusted it yet");
    good(ctx(&there, &["hub", "trust", "laptop"]));
    good(ctx(&here, &["hub", "trust", "ci"]));
    let brief = good(ctx(&there, &["context"])).out;
    assert!(
        brief.contains("\"laptop\" fails on main") && brief.contains("\"laptop\" works on main (1 entry)"),
        "{brief}"
    );
    let told = good(ctx(&there, &["reflect", "--hub", "--branch", "main"])).out;
    assert!(told.contains("(1 command), 1 failed") && told.contains(&format!("laptop/{id}")), "{told}");
    let same = good(ctx(&there, &["diff", &format!("laptop/{id}"), &format!("laptop/{id}")])).out;
    assert!(same.contains("0 fixed, 0 new"), "{same}");

    good(ctx(&there, &["note", "--decision", "retries are capped at three"]));
    sync(&there);
    sync(&here);
    let brief = good(ctx(&here, &["context"])).out;
    let line = brief.lines().find(|line| line.contains("retries are capped")).unwrap_or_else(|| panic!("{brief}"));
    assert!(
        line.contains("\"ci\" decided on main: \"retries are capped at three\"") && line.contains("[ctx:ci/"),
        "{line}"
    );
    let elsewhere: usize = brief.lines().filter(|line| line.contains("- \"ci\" ")).map(|line| line.len() + 1).sum();
    assert!(elsewhere <= 400, "{elsewhere} bytes:\n{brief}");

    good(ctx(&here, &["forget", &id, "--yes"]));
    sync(&here);
    assert_eq!(ctx(&there, &["search", "--hub", "connection refused"]).code, 1);
    assert_eq!(ctx(&there, &["get", &format!("laptop/{id}")]).code, 1);
    assert!(!ctx(&there, &["history", "--hub"]).out.contains(&id));
    let mut hub = cluster.connect("two");
    assert!(!texts(&mut hub).contains("gateway"));
    assert_eq!(count(&mut hub, "ctx.word WHERE word = 'gateway'"), 0, "a word that only it had is gone, too");
    sync(&there);
    assert!(!good(ctx(&there, &["context"])).out.contains("gateway"));
}

#[test]
fn changes_travel() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("changes");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let (here, there) = (joined(&url, SSH, "a"), joined(&url, HTTPS, "b"));
    let old = good(ctx(&here, &["note", "the limit is three"])).id();
    sync(&here);
    let new = good(ctx(&here, &["note", "--pin", "--supersedes", &old, "the limit is four"])).id();
    assert!(sync(&here).starts_with("sent "));
    let found = good(ctx(&there, &["search", "--hub", "limit"])).out;
    let (first, second) = (found.find(&format!("a/{new}")), found.find(&format!("a/{old}")));
    assert!(first < second && found.contains("superseded by"), "{found}");
    assert_eq!(sync(&here), "sent 0 entries, 0 events, 0 B of new text\n");
    good(ctx(&here, &["hub", "leave", "--forget"]));
    let mut hub = cluster.connect("changes");
    for table in ["entry", "event", "blob", "section"] {
        assert_eq!(count(&mut hub, &format!("ctx.{table}")), 0, "{table}");
    }
}

#[test]
fn nothing_leaves_before_it_is_shared_and_nothing_after() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("shared");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let home = machine(SSH);
    good(ctx(&home, &["hub", "join", &url, "--as", "m"]));
    good(ctx(&home, &["note", "a private thought"]));
    sync(&home);
    let mut hub = cluster.connect("shared");
    assert_eq!(count(&mut hub, "ctx.entry"), 0);
    let waiting = |home: &Home| {
        home.database()
            .query_row("SELECT count(*) FROM outbox WHERE kind <> 'sent'", [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(waiting(&home), 0);
    good(ctx(&home, &["hub", "share"]));
    sync(&home);
    assert_eq!(count(&mut hub, "ctx.entry"), 1);
    good(ctx(&home, &["hub", "unshare"]));
    good(ctx(&home, &["note", "another one"]));
    assert_eq!(waiting(&home), 0);
    sync(&home);
    assert_eq!(count(&mut hub, "ctx.entry"), 1);
    let exported = good(ctx(&home, &["hub", "export"])).out;
    assert!(exported.contains("a private thought") && !exported.contains("another one"), "{exported}");
    let other = machine(SSH);
    std::fs::write(other.path().join("hub.jsonl"), &exported).unwrap();
    good(ctx(&other, &["store", "--import", other.path().join("hub.jsonl").to_str().unwrap()]));
    assert!(good(ctx(&other, &["search", "private thought"])).out.contains("a private thought"));
    good(ctx(&home, &["hub", "prune", "--days", "0"]));
    assert_eq!(count(&mut hub, "ctx.entry"), 1, "notes stay");
}

/// Changes of an agent's session are sent when it ends, by a process that the agent does not wait for.
#[test]
fn the_end_of_a_session_sends() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("ending");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let home = joined(&url, SSH, "m");
    good(ctx(&home, &["note", "zebras are striped"]));
    let mut hub = cluster.connect("ending");
    assert_eq!(count(&mut hub, "ctx.entry"), 0);
    let payload = serde_json::json!({ "session_id": "s1", "cwd": home.work(), "hook_event_name": "SessionEnd", "reason": "exit" });
    let file = home.path().join("payload");
    std::fs::write(&file, payload.to_string()).unwrap();
    let mut hook = home.command(["hook", "claude-code", "session-end"]);
    good(finish(hook.env("PGPASSWORD", PASSWORD).stdin(std::fs::File::open(&file).unwrap())));
    crate::harness::eventually("it was sent", || count(&mut cluster.connect("ending"), "ctx.entry") == 1);
}

/// So many machines send so many entries each at the same moment, twice.
fn many_at_once(name: &str, machines: usize, entries: usize) {
    let Some(cluster) = shared() else { return };
    let url = cluster.database(name);
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let homes: Vec<Home> = (0..machines).map(|at| joined(&url, if at % 2 == 0 { SSH } else { HTTPS }, "m")).collect();
    for (at, home) in homes.iter().enumerate() {
        // A third of the texts is the same everywhere.
        let text = |n: usize| match n % 3 {
            0 => format!("the same output number {n}\nfor everybody\n"),
            _ => format!("machine {at} printed {n}\nand ended\n"),
        };
        import(home, (0..entries).map(text));
    }
    for round in 0..2 {
        if round > 0 {
            homes.iter().for_each(|home| drop(good(ctx(home, &["hub", "share"]))));
        }
        std::thread::scope(|scope| {
            for home in &homes {
                scope.spawn(|| sync(home));
            }
        });
        let mut hub = cluster.connect(name);
        assert_eq!(count(&mut hub, "ctx.entry"), (machines * entries) as i64, "round {round}");
        // A text is of whoever sent it, and stands there once of each.
        assert_eq!(count(&mut hub, "ctx.blob"), (machines * entries) as i64, "round {round}");
        assert_eq!(count(&mut hub, "(SELECT DISTINCT name FROM ctx.origin) o"), machines as i64);
        consistent(&mut hub);
    }
}

/// Counts agree with what they count, and every entry has its text.
pub fn consistent(hub: &mut postgres::Client) {
    let sections: i64 = hub.query_one("SELECT coalesce(sum(parts), 0) FROM ctx.section", &[]).unwrap().get(0);
    let counted: i64 = hub.query_one("SELECT sum(sections)::bigint FROM ctx.total", &[]).unwrap().get(0);
    assert_eq!(counted, sections);
    assert_eq!(
        count(
            hub,
            "ctx.entry e LEFT JOIN ctx.section s ON s.project = e.project AND s.hash = e.hash AND s.origin = e.origin AND s.n = 0 WHERE e.hash IS NOT NULL AND s.hash IS NULL"
        ),
        0
    );
}

#[test]
fn four_machines_at_once() {
    many_at_once("four", 4, 30);
}

#[test]
#[ignore = "16 machines with 500 entries each"]
fn sixteen_machines_at_once() {
    many_at_once("sixteen", 16, 500);
}

fn inits_at_once(name: &str, times: usize) {
    let Some(cluster) = shared() else { return };
    let url = cluster.database(name);
    let home = machine(SSH);
    std::thread::scope(|scope| {
        for _ in 0..times {
            scope.spawn(|| good(ctx(&home, &["hub", "init", &url])));
        }
    });
    let mut hub = cluster.connect(name);
    assert_eq!((count(&mut hub, "ctx.ledger"), count(&mut hub, "ctx.member")), (4, 1));
}

#[test]
fn eight_inits_at_once() {
    inits_at_once("inits", 8);
}

#[test]
#[ignore = "64 at once"]
fn sixty_four_inits_at_once() {
    inits_at_once("inits64", 64);
}

#[test]
fn two_versions_on_one_hub() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("versions");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let home = joined(&url, SSH, "old");
    good(ctx(&home, &["note", "before"]));
    let mut hub = cluster.connect("versions");
    // A newer ctx has added something that this one need not know.
    hub.batch_execute("ALTER TABLE ctx.entry ADD COLUMN later text; INSERT INTO ctx.ledger VALUES (5, 'later', false)")
        .unwrap();
    sync(&home);
    assert_eq!(count(&mut hub, "ctx.entry"), 1);
    // And now something that it would do wrong.
    hub.batch_execute("INSERT INTO ctx.ledger VALUES (6, 'breaking', true)").unwrap();
    good(ctx(&home, &["note", "after"]));
    let refused = ctx(&home, &["hub", "sync"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("changed by a newer ctx") && refused.err.lines().count() == 2, "{}", refused.err);
    assert!(good(ctx(&home, &["hub", "status"])).out.contains("newer ctx"));
    hub.batch_execute("DELETE FROM ctx.ledger WHERE number = 6").unwrap();
    sync(&home);
    assert_eq!(count(&mut hub, "ctx.entry"), 2);
}

#[test]
fn a_hub_in_parts_answers_as_one() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("parts");
    good(ctx(&machine(SSH), &["hub", "init", &url, "--partitions", "4"]));
    let (here, there) = (joined(&url, SSH, "a"), joined(&url, HTTPS, "b"));
    import(&here, (0..20).map(|n| format!("unusual zebra number {n}\n")));
    sync(&here);
    assert!(good(ctx(&there, &["search", "--hub", "zebra"])).out.contains("[ctx:a/"));
    let mut hub = cluster.connect("parts");
    consistent(&mut hub);
    assert_eq!(
        count(&mut hub, "pg_class WHERE relispartition AND relkind = 'r' AND relnamespace = 'ctx'::regnamespace"),
        24
    );
    good(ctx(&here, &["hub", "prune", "--days", "0"]));
    assert_eq!((count(&mut hub, "ctx.entry"), count(&mut hub, "ctx.section")), (0, 0));
}

/// Every statement of a search has an index that it can use: nothing is read from its beginning to its end.
#[test]
fn searches_use_their_indexes() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("plans");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let (here, there) = (joined(&url, SSH, "a"), joined(&url, HTTPS, "b"));
    // Thousands of sections, of which a few have the rare word.
    let line = |n: usize| format!("plain words and number {n}, code E0{n:03}: connection refused by host{n}\n");
    let text = |n: usize| (0..3000).map(|m| line(n * 3000 + m)).collect::<String>();
    import(&here, (0..30).map(|n| text(n) + if n % 9 == 7 { "a zebra\n" } else { "" }));
    sync(&here);
    let mut hub = cluster.connect("plans");
    // Until then, new rows wait in the pending list of the index.
    hub.batch_execute("VACUUM ANALYZE").unwrap();
    hub.batch_execute("ALTER DATABASE plans SET auto_explain.log_min_duration = 0").unwrap();
    let before = cluster.log().len();
    for question in ["zebra", "connection refused", "conection", "E01234", "zebr", "plain words"] {
        good(ctx(&there, &["search", "--hub", question]));
    }
    let log = cluster.log()[before..].to_owned();
    for index in ["section_terms", "section_at", "section_pkey", "entry_hash", "entry_words", "word_term", "word_grams"]
    {
        assert!(log.contains(index), "{index}:\n{log}");
    }
    for table in ["section", "entry", "word", "blob", "total", "origin"] {
        let whole = format!("Seq Scan on {table} ");
        assert!(!log.contains(&whole) && !log.contains(&format!("Seq Scan on ctx.{table}")), "{whole}:\n{log}");
    }
}

#[test]
fn a_word_that_only_names_have_finds_their_entries() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("named");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let (here, there) = (joined(&url, SSH, "laptop"), joined(&url, HTTPS, "ci"));
    here.script("xylophone-check.sh", "#!/bin/sh\necho all is well\n");
    let run = finish(here.command(["run", "--", "./xylophone-check.sh"]).env("PGPASSWORD", PASSWORD));
    let label = ["run", "--label", "quagga", "--", "echo", "something else"];
    let labelled = finish(here.command(label).env("PGPASSWORD", PASSWORD));
    sync(&here);
    for (word, id) in [("xylophone", run.id()), ("quagga", labelled.id()), ("quagga well", labelled.id())] {
        let found = good(ctx(&there, &["search", "--hub", word])).out;
        assert!(found.contains(&format!("[ctx:laptop/{id}]")), "{word}: {found}");
    }
    good(ctx(&here, &["forget", &labelled.id()]));
    sync(&here);
    assert_eq!(ctx(&there, &["search", "--hub", "quagga"]).code, 1, "gone with its entry");
}

#[test]
fn words_that_stand_everywhere_are_found() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("everywhere");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let (here, there) = (joined(&url, SSH, "laptop"), joined(&url, HTTPS, "ci"));
    // Many sections, each with both words: neither chooses.
    let paragraph = |n: usize| format!("gateway refused call {n}\n{}\n", "the next attempt came later\n".repeat(14));
    let text = |from: usize| (from..from + 600).map(paragraph).collect::<String>();
    import(&here, (0..12).map(|entry| text(entry * 600)));
    sync(&here);
    let mut hub = cluster.connect("everywhere");
    let n: i64 = hub.query_one("SELECT n FROM ctx.word WHERE word = 'gateway'", &[]).unwrap().get(0);
    assert!(n > 4_000, "{n}");
    for question in ["gateway", "gateway refused", "gateway refused attempt"] {
        let found = good(ctx(&there, &["search", "--hub", question])).out;
        assert!(found.contains("[ctx:laptop/") && found.contains("gateway refused"), "{question}: {found}");
    }
}

/// What left under the rules of an earlier ctx is masked anew by the next sync, and the old text goes.
#[test]
fn a_text_that_was_sent_under_older_rules_is_replaced() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("older_rules");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let (here, there) = (joined(&url, SSH, "laptop"), joined(&url, SSH, "ci"));
    let secret = "kJ8sLq2vZx9RtYb4Wn7P";
    let run = finish(here.command(["run", "--", "echo", &format!("DB_PASSWORD={secret}")]).env("PGPASSWORD", PASSWORD));
    let id = run.id();
    // As if the rules had not known it: no span is kept, and its own command shows it.
    here.database().execute("UPDATE mask SET spans = x''", []).unwrap();
    sync(&here);
    let text = || good(ctx(&there, &["get", &format!("laptop/{id}"), "--all"])).out;
    let mut hub = cluster.connect("older_rules");
    let sent = count(&mut hub, "ctx.blob");
    // A ctx with other rules finds other spans, and knows that it has sent under others.
    here.database().execute("UPDATE mask SET rules = rules + 1", []).unwrap();
    here.database().execute("UPDATE meta SET value = 0 WHERE key = 'hub_masks'", []).unwrap();
    sync(&here);
    assert!(text().contains("DB_PASSWORD=[masked:named]") && !text().contains(secret), "{}", text());
    assert_eq!(count(&mut hub, "ctx.blob"), sent, "the old text is gone");
    assert_eq!(
        here.database().query_row("SELECT value FROM meta WHERE key = 'hub_masks'", [], |row| row.get::<_, i64>(0)),
        Ok(ctx_secrets::VERSION as i64)
    );
}
