//! What every page keeps, whatever tool printed the output: one test for each principle.

use std::fmt::Write;

use ctx_digest::{Body, Budgets, CommandAndStatus, CommandEndStatus, digest, render};
use ctx_text::Text;

fn body(command: &str, exit: i32, raw: &str) -> Body {
    let text = Text::from_bytes(raw.as_bytes());
    let call = CommandAndStatus { argv: vec![command.to_owned()], status: CommandEndStatus::Exit(exit) };
    render(&digest(&text, &call), &text, &Budgets::default())
}

fn shown(command: &str, exit: i32, raw: &str) -> String {
    body(command, exit, raw).text
}

/// Lines of a long run that say little.
fn chatter(from: usize, to: usize) -> String {
    (from..to).fold(String::new(), |mut out, n| {
        let _ = writeln!(out, "frob: wrote shard {n} of the index in {} ms", n % 37);
        out
    })
}

fn assert_holds(page: &str, wanted: &[&str]) {
    let missing: Vec<_> = wanted.iter().filter(|part| !page.contains(**part)).collect();
    assert!(missing.is_empty(), "{missing:?} in:\n{page}");
}

#[test]
fn one_line_of_every_kind_comes_before_a_second_example() {
    let mut raw = chatter(0, 300);
    let rare = [
        "frob: disk quota of team blue is nearly used up",
        "frob: shard 17 has another checksum than its copy",
        "frob: clock of host b7 runs ahead",
        "frob: lock of reader r2 was taken over",
    ];
    for (nth, line) in rare.iter().enumerate() {
        raw.push_str(&chatter(300 + nth * 50, 350 + nth * 50));
        let _ = writeln!(raw, "{line}");
    }
    raw.push_str(&chatter(500, 700));
    raw.push_str("frob: index is not complete\n");
    assert_holds(&shown("frob --all", 1, &raw), &rare);
}

#[test]
fn the_block_under_the_last_verdict_heading_is_whole() {
    for heading in ["Summary", "Results:", "=== Warnings ===", "!!!! Problems"] {
        let rows: Vec<String> =
            ["blue", "green", "red", "white"].iter().map(|name| format!("  {name} shelf: left open by hand")).collect();
        let raw = format!("{}\n{heading}\n{}\n", chatter(0, 400), rows.join("\n"));
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_holds(&shown("frob --all", 1, &raw), &rows);
    }
}

#[test]
fn of_tables_that_are_printed_again_and_again_the_last_copy_is_shown() {
    let mut raw = String::new();
    for round in 0..60 {
        let _ = writeln!(raw, "round {round}\nqueue    waiting  failed\nmail     {}  {}", 900 - round, round);
        let _ = writeln!(raw, "orders   {}  0\nreports  {}  0\n", 500 - round, 70 - round);
    }
    raw.push_str("queues did not drain\n");
    assert_holds(&shown("frob --watch", 1, &raw), &["mail     841  59", "orders   441  0", "reports  11  0"]);
}

#[test]
fn rows_in_another_state_are_always_shown() {
    let pods = |n: usize| match n {
        57 | 171 => format!("web-{n}   0/1   CrashLoopBackOff   7   3d\n"),
        n => format!("web-{n}   1/1   Running   0   3d\n"),
    };
    let page = shown("kubectl get pods -A", 0, &(0..220).map(pods).collect::<String>());
    assert_holds(&page, &["web-57   0/1   CrashLoopBackOff", "web-171   0/1   CrashLoopBackOff"]);
    let containers = |n: usize| {
        let health = if n == 77 { "(unhealthy)" } else { "(healthy)" };
        format!("{n:012x}   shop/part-{n}:1.{n}   Up 3 days {health}   part-{n}\n")
    };
    let page = shown("docker ps", 0, &(0..160).map(containers).collect::<String>());
    assert_holds(&page, &["shop/part-77:1.77   Up 3 days (unhealthy)"]);
    let checks = |n: usize| format!("check {n:03} of volume vol-{n} {}\n", if n == 130 { "FAILED" } else { "OK" });
    assert_holds(
        &shown("frob --check", 1, &(0..300).map(checks).collect::<String>()),
        &["check 130 of volume vol-130 FAILED"],
    );
}

#[test]
fn a_finding_keeps_its_place_and_the_heading_of_its_file() {
    let mut raw = String::new();
    for file in 0..90 {
        let _ = writeln!(raw, "src/part_{file}.frob");
        if file == 41 {
            let _ = writeln!(raw, "  12:7  error  shelf is used before it is filled  shelf-order");
        } else {
            let _ = writeln!(raw, "  checked, nothing to say about part {file}");
        }
    }
    raw.push_str("\n1 problem\n");
    assert_holds(
        &shown("frob --lint", 1, &raw),
        &["src/part_41.frob", "12:7  error  shelf is used before it is filled"],
    );
}

#[test]
fn only_findings_that_are_equal_but_for_their_place_are_counted_together() {
    let names = ["Cart", "Order", "Price", "Stock", "Parcel"];
    let row =
        |(nth, name): (usize, &&str)| format!("src/a.ts({},5): error TS2304: Cannot find name '{name}'.\n", nth + 3);
    let mut raw: String = names.iter().enumerate().map(row).collect();
    raw.push_str(&(0..200).map(|n| format!("src/b.ts({n},1): error TS1005: ';' expected.\n")).collect::<String>());
    let page = shown("tsc --noEmit", 2, &raw);
    assert_holds(&page, &["'Cart'", "'Order'", "'Price'", "'Stock'", "'Parcel'"]);
    assert!(page.matches("';' expected").count() < 100, "{page}");
}

#[test]
fn a_short_output_is_cut_only_where_a_third_is_saved() {
    for words in ["took", "found nothing in", "left alone"] {
        for lines in [30, 60, 75, 90] {
            let raw: String =
                (0..lines).map(|n| format!("part {n} {words} shelf_{} of room {}\n", n * 7, n % 5)).collect();
            let raw = format!("{raw}error: room 3 is locked\n");
            let page = shown("frob --tidy", 1, &raw);
            let cut = page.len() < raw.len();
            assert!(
                raw.len() > 6000 || !cut || page.len() * 3 <= raw.len() * 2 + 30,
                "{} of {}",
                page.len(),
                raw.len()
            );
        }
    }
}

#[test]
fn prose_keeps_its_first_paragraph() {
    let first = "This letter says how the shelves of the new store are to be filled, and by whom.\nIt replaces the one of last May.";
    let more: String = (0..120)
        .map(|n| {
            format!(
                "\nRoom {n} is filled from the left. What does not fit goes to room {}, where it waits for a cart.\n",
                n + 1
            )
        })
        .collect();
    assert_holds(&shown("cat letter.txt", 0, &format!("{first}\n{more}")), &first.lines().collect::<Vec<_>>());
}

/// The workspace's own lock file, as Cargo wrote it.
#[test]
fn a_lock_file_keeps_its_names() {
    let raw = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock")).expect("a lock file");
    let names: Vec<&str> = raw.lines().filter_map(|line| line.strip_prefix("name = ")).collect();
    let page = shown("cat Cargo.lock", 0, &raw);
    let kept = names.iter().filter(|name| page.contains(**name)).count();
    assert!(kept == names.len(), "{kept} names of {}:\n{page}", names.len());
}

#[test]
fn paragraphs_of_named_values_keep_the_first_value_of_each() {
    let paragraph = |n: usize| {
        format!(
            "Package: tool-{n}\nStatus: install ok installed\nArchitecture: amd64\nVersion: {n}.2-1\nDescription: a tool of many\n It does {n} things,\n {}\n\n",
            "one after the other, ".repeat(12)
        )
    };
    let page = shown("cat /var/lib/dpkg/status", 0, &(0..200).map(paragraph).collect::<String>());
    let kept = (0..200).filter(|n| page.contains(&format!("\"tool-{n}\""))).count();
    assert!(kept == 200, "{kept} names of 200:\n{page}");
}

#[test]
fn a_json_array_is_shown_by_its_keys_and_the_rows_that_differ() {
    let row = |n: usize| {
        let state = if n == 203 { "failed" } else { "done" };
        format!(
            "{{\"id\":{n},\"name\":\"job-{n}\",\"state\":\"{state}\",\"note\":\"{}\"}}",
            "copied from the old shelf ".repeat(6)
        )
    };
    let raw = format!("[{}]", (0..400).map(row).collect::<Vec<_>>().join(","));
    let page = shown("curl -s http://shop.test/jobs", 0, &raw);
    assert_holds(&page, &["id", "name", "state", "job-203", "failed"]);
    assert!(page.len() < raw.len() / 4, "{} bytes", page.len());
}

#[test]
fn gaps_are_written_in_one_form() {
    let raw: String = (0..400).fold(String::new(), |mut out, n| {
        let _ = writeln!(out, "fn part_{n}() {{\n    let shelf_{n} = fill({n});\n    shelf_{n}.close();\n}}\n");
        out
    });
    let (page, report) =
        (shown("cat src/parts.rs", 0, &raw), shown("frob --all", 1, &format!("{}frob: no\n", chatter(0, 500))));
    for page in [page, report] {
        let marks: Vec<&str> = page.lines().filter(|line| line.trim_start().starts_with('…')).collect();
        assert!(!marks.is_empty(), "{page}");
        for mark in marks {
            let range = mark.rsplit([' ', '(']).next().unwrap_or_default().trim_end_matches(')');
            let alone = range.split_once('-').is_some_and(|(from, to)| from == to);
            assert!(!alone, "{mark:?} marks one line as a range");
        }
    }
}

#[test]
fn bytes_that_are_no_text_say_so() {
    let bytes: Vec<u8> = (0..4000u32).map(|n| (n * 7 % 256) as u8).collect();
    let text = Text::from_bytes(&bytes);
    let call = CommandAndStatus { argv: vec!["cat blob".into()], status: CommandEndStatus::Exit(0) };
    let page = render(&digest(&text, &call), &text, &Budgets::default()).text;
    assert!(page.contains("4000 bytes") && page.len() < 100, "{page}");
}
