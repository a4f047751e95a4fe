//! Raw bytes on the hub: whole for whoever has the team's key, nothing for anybody else.

use super::cluster::{Cluster, PASSWORD, count, good, machine, shared, texts};
use super::{HTTPS, SSH, joined};
use crate::harness::{Done, Home, finish};

const SECRET: &str = "hunter2-Zx81-correct-horse";

fn key(digit: &str) -> String {
    digit.repeat(64)
}

fn with(home: &Home, key: Option<&str>, args: &[&str]) -> Done {
    let mut command = home.command(args);
    command.env("PGPASSWORD", PASSWORD);
    if let Some(key) = key {
        command.env("CTX_HUB_KEY", key);
    }
    finish(&mut command)
}

/// A machine that sends raw bytes, too.
fn sender(url: &str) -> Home {
    let home = joined(url, SSH, "a");
    let file = home.path().join(".config/ctx/ctx.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("[hub]"), "{text}");
    std::fs::write(&file, text.replace("[hub]", "[hub]\nraw = true")).unwrap();
    home
}

fn dump(cluster: &Cluster, database: &str) -> String {
    let port = cluster.port.to_string();
    let dump =
        cluster.tool("pg_dump").args(["-h", "127.0.0.1", "-p", &port, "-U", "owner", database]).output().unwrap();
    String::from_utf8_lossy(&dump.stdout).into_owned() + &texts(&mut cluster.connect(database))
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn whole_for_the_team_and_nothing_for_others() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("sealed");
    good(with(&machine(SSH), None, &["hub", "init", &url]));
    let (here, there, team) = (sender(&url), joined(&url, HTTPS, "b"), key("7"));
    // More than one piece, with bytes that are no text and a secret that is masked in what is read.
    let mut bytes = vec![0xff, 0x00, 0x1b];
    bytes.extend(format!("DB_PASSWORD={SECRET}\n").as_bytes());
    bytes.extend((0..2_500_000u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()));
    let file = here.path().join("bytes");
    std::fs::write(&file, &bytes).unwrap();
    let run = with(&here, Some(&team), &["run", "--", "cat", file.to_str().unwrap()]);
    let id = good(run).id();
    let refused = with(&here, None, &["hub", "sync"]);
    assert!(refused.code != 0 && refused.err.contains("needs the team's key"), "{}", refused.err);
    good(with(&here, Some(&team), &["hub", "sync"]));
    let mut hub = cluster.connect("sealed");
    assert_eq!(count(&mut hub, "ctx.sealed"), 10);

    let name = format!("a/{id}");
    let command = |key: &str| {
        let mut command = there.command(["get", &name, "--raw"]);
        command.env("PGPASSWORD", PASSWORD).env("CTX_HUB_KEY", key);
        command
    };
    assert!(command(&team).output().unwrap().stdout == bytes, "the very bytes");
    let without = with(&there, None, &["get", &name, "--raw"]);
    assert!(without.code == 1 && without.err.contains("are sealed") && without.out.is_empty(), "{}", without.err);
    let wrong = finish(&mut command(&key("8")));
    assert!(wrong.code == 1 && wrong.err.contains("do not open") && wrong.out.is_empty(), "{}", wrong.err);
    let typo = finish(&mut command("77"));
    assert!(typo.code == 2 && typo.err.contains("64 hexadecimal digits"), "{}", typo.err);
    let dump = dump(&cluster, "sealed").to_lowercase();
    for part in [SECRET.to_lowercase(), hex(SECRET)] {
        assert!(!dump.contains(&part), "{part}");
    }

    // A change of the entry sends nothing again; a changed piece is told; what is forgotten is gone.
    good(with(&here, Some(&team), &["note", "--pin", "x"]));
    here.database().execute("UPDATE entry SET pinned = 1 WHERE ref = ?1", [&id]).unwrap();
    good(with(&here, Some(&team), &["hub", "sync"]));
    assert_eq!(count(&mut hub, &format!("ctx.sealed WHERE ref = '{id}'")), 10);
    hub.batch_execute("UPDATE ctx.sealed SET bytes = set_byte(bytes, 40, get_byte(bytes, 40) # 1) WHERE n = 4")
        .unwrap();
    let damaged = command(&team).output().unwrap();
    assert!(!damaged.status.success() && bytes.starts_with(&damaged.stdout), "only what was checked is printed");
    hub.batch_execute("DELETE FROM ctx.sealed WHERE n = 4").unwrap();
    let short = command(&team).output().unwrap();
    assert!(String::from_utf8_lossy(&short.stderr).contains("piece 4 is missing"));
    good(with(&here, Some(&team), &["forget", &id, "--yes"]));
    good(with(&here, Some(&team), &["hub", "sync"]));
    assert_eq!(count(&mut hub, &format!("ctx.sealed WHERE ref = '{id}'")), 0);
}
