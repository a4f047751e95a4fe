//! Who may what: readers do not write, teams do not see each other, a stolen writer rewrites nobody, secrets stay here.

use super::cluster::{Cluster, count, ctx, ctx_as, good, machine, shared};
use super::{HTTPS, SSH};
use crate::harness::Home;

pub fn joined_as(cluster: &Cluster, database: &str, user: &str) -> Home {
    let home = machine(SSH);
    good(ctx_as(&home, user, &["hub", "join", &cluster.url(user, database), "--as", user]));
    good(ctx_as(&home, user, &["hub", "share"]));
    home
}

#[test]
fn a_reader_reads_and_does_not_write() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("reading");
    ["wanda", "rita"].iter().for_each(|name| cluster.user(name));
    good(ctx(&machine(SSH), &["hub", "init", &url, "--writer", "wanda", "--reader", "rita"]));
    let wanda = joined_as(&cluster, "reading", "wanda");
    good(ctx_as(&wanda, "wanda", &["note", "zebras are striped"]));
    good(ctx_as(&wanda, "wanda", &["hub", "sync"]));
    let rita = machine(HTTPS);
    let read = |args: &[&str]| {
        crate::harness::finish(
            rita.command(args).env("PGPASSWORD", "rita").env("CTX_HUB", cluster.url("rita", "reading")),
        )
    };
    assert!(good(read(&["search", "--hub", "zebras"])).out.contains("[ctx:wanda/"));
    good(read(&["hub", "share"]));
    good(read(&["note", "never sent"]));
    let refused = read(&["hub", "sync"]);
    assert!(
        refused.code == 1 && refused.err.contains("only reads") && refused.err.lines().count() == 2,
        "{}",
        refused.err
    );
    assert_eq!(count(&mut cluster.connect("reading"), "ctx.entry"), 1);
}

#[test]
fn another_team_is_not_seen_by_any_command() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("teams");
    ["red", "blue"].iter().for_each(|name| cluster.user(name));
    good(ctx(&machine(SSH), &["hub", "init", &url, "--team", "reds", "--writer", "red"]));
    good(ctx(&machine(SSH), &["hub", "init", &url, "--team", "blues", "--writer", "blue"]));
    let (red, blue) = (joined_as(&cluster, "teams", "red"), joined_as(&cluster, "teams", "blue"));
    let id = good(ctx_as(&red, "red", &["note", "--decision", "zebras are striped"])).id();
    good(ctx_as(&red, "red", &["hub", "sync"]));
    good(ctx_as(&blue, "blue", &["hub", "sync"]));
    let reference = format!("red/{id}");
    let commands: &[&[&str]] = &[
        &["search", "--hub", "zebras"],
        &["get", &reference],
        &["history", "--hub"],
        &["history", "--sessions", "--hub"],
        &["reflect", "--hub", "--project"],
        &["context"],
        &["hub", "status"],
        &["hub", "export"],
        &["diff", &reference, &reference],
    ];
    for command in commands {
        let done = ctx_as(&blue, "blue", command);
        let answer = done.out.replace("'zebras'", "");
        assert!(
            !answer.contains("zebra") && !answer.contains(&id) && !answer.contains("red ·"),
            "{command:?}: {answer}"
        );
    }
    good(ctx_as(&blue, "blue", &["hub", "prune", "--days", "0"]));
    let mut client =
        postgres::Client::connect(&cluster.url("blue", "teams").replace("blue@", "blue:blue@"), postgres::NoTls)
            .unwrap();
    for table in ["project", "total", "word", "blob", "section", "entry", "event", "origin WHERE name = 'red'"] {
        assert_eq!(count(&mut client, &format!("ctx.{table}")), 0, "{table}");
    }
    assert!(client.query("SELECT * FROM ctx.member", &[]).is_err());
    assert_eq!(count(&mut cluster.connect("teams"), "ctx.entry"), 1);
}

#[test]
fn a_guest_of_one_project_sees_that_one() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("guests");
    ["inside", "guest"].iter().for_each(|name| cluster.user(name));
    good(ctx(&machine(SSH), &["hub", "init", &url, "--writer", "inside"]));
    let shop = joined_as(&cluster, "guests", "inside");
    good(ctx_as(&shop, "inside", &["note", "zebras are striped"]));
    good(ctx_as(&shop, "inside", &["hub", "sync"]));
    let secret = machine("https://github.com/acme/secret");
    good(ctx_as(&secret, "inside", &["hub", "join", &cluster.url("inside", "guests"), "--as", "other"]));
    good(ctx_as(&secret, "inside", &["hub", "share"]));
    good(ctx_as(&secret, "inside", &["note", "lions are not"]));
    good(ctx_as(&secret, "inside", &["hub", "sync"]));
    let name: String = cluster
        .connect("guests")
        .query_one("SELECT name FROM ctx.project WHERE name LIKE '%shop'", &[])
        .unwrap()
        .get(0);
    good(ctx(&machine(SSH), &["hub", "init", &url, "--project", &name, "--writer", "guest"]));
    let guest = joined_as(&cluster, "guests", "guest");
    assert!(good(ctx_as(&guest, "guest", &["search", "--hub", "zebras"])).out.contains("[ctx:inside/"));
    good(ctx_as(&guest, "guest", &["note", "so are tigers"]));
    good(ctx_as(&guest, "guest", &["hub", "sync"]));
    let mut client =
        postgres::Client::connect(&cluster.url("guest", "guests").replace("guest@", "guest:guest@"), postgres::NoTls)
            .unwrap();
    assert_eq!((count(&mut client, "ctx.project"), count(&mut client, "ctx.entry")), (1, 2));
    std::fs::write(guest.work().join(".git/config"), "[remote \"origin\"]\n\turl = https://github.com/acme/secret\n")
        .unwrap();
    assert!(!ctx_as(&guest, "guest", &["search", "--hub", "lions"]).out.contains("lions are"));
    good(ctx_as(&guest, "guest", &["hub", "share"]));
    good(ctx_as(&guest, "guest", &["note", "an intruder"]));
    assert_eq!(ctx_as(&guest, "guest", &["hub", "sync"]).code, 1);
    assert_eq!(count(&mut cluster.connect("guests"), "ctx.entry WHERE title LIKE '%intruder%'"), 0);
}

#[test]
fn a_stolen_writer_rewrites_nobody() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("stolen");
    cluster.user("shared_role");
    good(ctx(&machine(SSH), &["hub", "init", &url, "--writer", "shared_role"]));
    let home = joined_as(&cluster, "stolen", "shared_role");
    good(ctx_as(&home, "shared_role", &["note", "the truth"]));
    good(ctx_as(&home, "shared_role", &["hub", "sync"]));
    // The thief has the password of the role, and not the key of the origin.
    let mut thief =
        postgres::Client::connect(&cluster.url("shared_role", "stolen").replace('@', ":shared_role@"), postgres::NoTls)
            .unwrap();
    for sql in [
        "UPDATE ctx.entry SET title = 'a lie'",
        "DELETE FROM ctx.entry",
        "UPDATE ctx.event SET text = 'a lie'",
        "DELETE FROM ctx.event",
        "UPDATE ctx.origin SET name = 'thief'",
        "DELETE FROM ctx.origin",
    ] {
        assert_eq!(thief.execute(sql, &[]).unwrap_or(0), 0, "{sql}");
    }
    for sql in [
        "UPDATE ctx.section SET body = 'a lie'",
        "DELETE FROM ctx.section",
        "DELETE FROM ctx.blob",
        "DELETE FROM ctx.word",
    ] {
        assert!(thief.execute(sql, &[]).is_err(), "{sql}");
    }
    let copy = "INSERT INTO ctx.entry (project, team, origin, ref, stamp, kind, timed_out, started_at, expired, pinned, words) \
                SELECT project, team, origin, 'forged', 1, 'note', false, 1, false, false, '' FROM ctx.entry";
    assert!(thief.execute(copy, &[]).is_err(), "rows of another origin cannot be added");
    thief
        .execute("SELECT ctx.sweep((SELECT project FROM ctx.project), (SELECT array_agg(hash) FROM ctx.blob))", &[])
        .unwrap();
    let mut hub = cluster.connect("stolen");
    assert_eq!(count(&mut hub, "ctx.entry WHERE title = 'the truth'"), 1);
    assert_eq!(count(&mut hub, "ctx.section"), 1, "a text that is in use is not swept");
}

#[test]
fn a_secret_is_not_in_the_dump() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("dumped");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let home = super::joined(&url, SSH, "m");
    // In the text, in the command, and in what is said of it.
    let secret = "hunter2-Zx81-correct-horse";
    let script = format!("echo export DB_PASSWORD={secret}; echo visible words; exit 1");
    ctx(&home, &["run", "--", "sh", "-c", &script]);
    good(ctx(&home, &["note", "--decision", &format!("password={secret} is what we use")]));
    good(ctx(&home, &["hub", "sync"]));
    let dump = cluster
        .tool("pg_dump")
        .args(["-h", "127.0.0.1", "-p", &cluster.port.to_string(), "-U", "owner", "dumped"])
        .output()
        .unwrap();
    // Pages are packed: they are opened for it.
    let opened = super::cluster::texts(&mut cluster.connect("dumped"));
    let dump = String::from_utf8_lossy(&dump.stdout).into_owned() + &opened;
    assert!(dump.contains("visible words") && dump.contains("[masked:"), "{} bytes", dump.len());
    for part in [secret, "hunter2", "Zx81"] {
        assert!(!dump.to_lowercase().contains(&part.to_lowercase()), "{part}");
    }
}

/// Managed services give nobody a superuser.
#[test]
fn the_owner_of_a_database_is_enough() {
    let Some(cluster) = shared() else { return };
    cluster.user("plain");
    let mut owner = cluster.connect("postgres");
    owner.batch_execute("CREATE DATABASE managed OWNER plain").unwrap();
    let url = cluster.url("plain", "managed");
    good(ctx_as(&machine(SSH), "plain", &["hub", "init", &url]));
    good(ctx_as(&machine(SSH), "plain", &["hub", "init", &url]));
    let home = joined_as(&cluster, "managed", "plain");
    good(ctx_as(&home, "plain", &["note", "zebras are striped"]));
    good(ctx_as(&home, "plain", &["hub", "sync"]));
    let other = machine(HTTPS);
    good(ctx_as(&other, "plain", &["hub", "join", &url, "--as", "other"]));
    assert!(good(ctx_as(&other, "plain", &["search", "--hub", "zebra"])).out.contains("[ctx:plain/"));
}
