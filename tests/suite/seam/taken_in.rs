//! Outputs that wait beside the store, and readers of the store that are killed while they take them in.

use std::time::Duration;

use super::Seam;
use crate::harness::Random;

/// A command may be over before ctx has come to look at it.
#[test]
fn a_command_took_as_long_as_it_took_however_late_ctx_looks() {
    let seam = Seam::new();
    let script = "kill -STOP $PPID; sleep 0.3; kill -CONT $PPID; echo done";
    assert_eq!(seam.bash(script).out, "done\n");
    assert_eq!(seam.home.ctx(["history"]).code, 0);
    let took: i64 = seam.home.database().query_row("SELECT duration_ms FROM entry", [], |row| row.get(0)).unwrap();
    assert!(took >= 300, "{took} ms");
}

#[test]
fn a_reader_that_is_killed_leaves_every_output_there_once() {
    let seam = Seam::new();
    let mut random = Random(0x7a6e_0117_5eed_4321);
    let commands: Vec<String> = (0..48).map(|n| format!("echo output {n}")).collect();
    for several in commands.chunks(4) {
        for command in several {
            assert!(seam.bash(command).out.starts_with("output "));
        }
        for _ in 0..3 {
            let mut reader = seam.home.command(["history"]);
            let mut reader = reader.stdout(std::process::Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_micros(random.below(30_000)));
            // It may be over already.
            let _ = reader.kill();
            reader.wait().unwrap();
        }
    }
    assert_eq!(seam.home.ctx(["history"]).code, 0);
    assert!(!seam.home.store().join("spool").exists());
    let db = seam.home.database();
    let mut rows = db.prepare("SELECT command FROM entry WHERE state = 'done' ORDER BY started_at, id").unwrap();
    let done: Vec<String> = rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(done, commands);
    let all: usize = db.query_row("SELECT count(*) FROM entry", [], |row| row.get(0)).unwrap();
    assert_eq!(all, commands.len(), "none without an end");
}
