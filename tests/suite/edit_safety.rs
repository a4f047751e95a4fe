//! Whatever the text, the file and the machine do: the exact change or the exact original, nothing between.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use proptest::prelude::*;

use crate::faults::full_disk_library;
use crate::harness::skip;
use crate::harness::{Home, Random, finish};

/// Few different words, so that texts repeat themselves; bytes that are no UTF-8; every kind of line end.
fn text(most: usize) -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        &b"let a"[..],
        b"ab",
        b" ",
        b"caf\xc3\xa9",
        b"\xff\xfe",
        b"\xf0\x9f\xa6\x80",
        b"",
        b"-x",
    ]);
    let end = prop::sample::select(vec![&b"\n"[..], b"\n", b"\r\n", b"\r\n", b""]);
    prop::collection::vec((word.clone(), word, end), 0..most)
        .prop_map(|lines| lines.into_iter().flat_map(|(a, b, end)| [a, b, end].concat()).collect())
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Plain,
    Symlink,
    ReadOnly,
}

/// The text with CRLF read as LF, and for each of its bytes where it stands in the raw text.
fn unified(raw: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let mut text = Vec::new();
    let mut offsets = Vec::new();
    let mut at = 0;
    while at < raw.len() {
        offsets.push(at);
        at += usize::from(raw[at..].starts_with(b"\r\n"));
        text.push(raw[at]);
        at += 1;
    }
    offsets.push(raw.len());
    (text, offsets)
}

fn places(text: &[u8], wanted: &[u8]) -> Vec<usize> {
    (0..text.len()).filter(|&at| text[at..].starts_with(wanted)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_exact_change_or_the_exact_original(
        before in text(6), old in text(3), after in text(6), new in text(3), bom: bool,
        place in prop::sample::select(vec![Place::Plain, Place::Plain, Place::Symlink, Place::ReadOnly]),
    ) {
        let bom: &[u8] = if bom { b"\xef\xbb\xbf" } else { b"" };
        let raw = [bom, &before, &old, &after].concat();
        let home = Home::new();
        let file = home.work().join("file");
        fs::write(&file, &raw).unwrap();
        let mode = if matches!(place, Place::ReadOnly) { 0o440 } else { 0o640 };
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let mut given = "file";
        if matches!(place, Place::Symlink) {
            symlink("file", home.work().join("link")).unwrap();
            given = "link";
        }
        let (old, new) = (unified(&old).0, unified(&new).0);
        let args = ["file", "edit", given, "--old"].map(OsString::from).into_iter()
            .chain([OsString::from_vec(old.clone()), "--new".into(), OsString::from_vec(new.clone())]);
        let done = home.ctx(args);
        let now = fs::read(&file).unwrap();
        let (text, offsets) = unified(&raw);
        let found = places(&text, &old);
        if done.code == 0 {
            prop_assert!(!old.is_empty() && found.len() == 1, "{}", done.out);
            let (start, end) = (offsets[found[0]], offsets[found[0] + old.len()]);
            // Outside of the place every byte is as it was.
            prop_assert!(now.starts_with(&raw[..start]) && now.ends_with(&raw[end..]), "{:?}", now);
            prop_assert_eq!(unified(&now[start..now.len() - (raw.len() - end)]).0, new);
            prop_assert!(!matches!(place, Place::ReadOnly));
        } else {
            prop_assert_eq!(&now, &raw);
            let refusable = old.is_empty() || found.len() != 1 || old == new || matches!(place, Place::ReadOnly);
            prop_assert!(refusable, "{}", done.err);
        }
        prop_assert_eq!(fs::metadata(&file).unwrap().mode() & 0o7777, mode);
        prop_assert_eq!(fs::read_dir(home.work()).unwrap().count(), if given == "link" { 2 } else { 1 });
    }
}

/// Whether the file is as it should be for the way ctx ended.
fn assert_whole(file: &Path, code: i32, before: Option<&[u8]>, after: Option<&[u8]>, what: &str) {
    let now = fs::read(file).ok();
    let expected = if code == 0 { after } else { before };
    assert!(now.as_deref() == expected, "{what}: exit {code}, {:?} bytes", now.map(|now| now.len()));
}

#[test]
fn a_disk_that_is_full_from_the_nth_write_on() {
    let tools = tempfile::tempdir().unwrap();
    let Some(library) = full_disk_library(tools.path()) else { return skip("no C compiler") };
    let old: Vec<u8> = b"a line of the file\n".repeat(5000);
    let new = [&old[..], b"and one more\n"].concat();
    fs::write(tools.path().join("new"), &new).unwrap();
    let from = tools.path().join("new").display().to_string();
    type Case<'a> = (&'a [&'a str], bool, &'a [u8], Option<&'a [u8]>);
    let cases: [Case<'_>; 3] = [
        (&["file", "write", "file", "--force", "--from", &from], true, &old, Some(&new)),
        (&["file", "write", "file", "--from", &from], false, &old, Some(&new)),
        (&["file", "undo"], true, &new, Some(&old)),
    ];
    for (args, exists, before, after) in cases {
        let mut clean = false;
        let mut n = 0;
        while !clean {
            // Each of the first writes, then wider steps.
            n += 1 + n / 8;
            assert!(n < 2000, "{args:?}: the fault was still hit after {n} writes");
            let home = Home::new();
            let file = home.work().join("file");
            if exists {
                fs::write(&file, &old).unwrap();
            }
            if args == ["file", "undo"] {
                assert_eq!(home.ctx(["file", "write", "file", "--force", "--from", &from]).code, 0);
            }
            let done = finish(
                home.command(args)
                    .env("LD_PRELOAD", &library)
                    .env("FULL_DISK_BELOW", home.path())
                    .env("FULL_DISK_AT", n.to_string())
                    .env("FULL_DISK_HIT", tools.path().join("hit")),
            );
            let what = format!("{args:?} write {n} {}", done.err);
            assert!(!done.err.contains("panicked"), "{what}");
            assert_whole(&file, done.code, exists.then_some(before), after, &what);
            let names: Vec<_> = fs::read_dir(home.work()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            assert!(names.iter().all(|name| name == "file"), "{what}: {names:?}");
            if home.store().join("ctx.db").exists() {
                assert_eq!(home.integrity(), "ok", "{what}");
            }
            clean = fs::remove_file(tools.path().join("hit")).is_err();
        }
        assert!(n > 3, "{args:?}: the fault was hit");
    }
}

#[test]
fn an_editor_that_is_killed_leaves_one_text_or_the_other() {
    let home = Home::new();
    let file = home.work().join("file");
    let old: Vec<u8> = (0..20_000).flat_map(|n| format!("line {n} of the file\n").into_bytes()).collect();
    let new = String::from_utf8(old.clone()).unwrap().replace("line 7000 of", "line seven thousand of").into_bytes();
    home.sh("true");
    let mut random = Random(42);
    let (mut made, mut not_made) = (0, 0);
    for _ in 0..40 {
        fs::write(&file, &old).unwrap();
        let mut child = home
            .command(["file", "edit", "file", "--force", "--old", "line 7000 of", "--new", "line seven thousand of"])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_micros(random.below(60_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        match fs::read(&file).unwrap() {
            now if now == new => made += 1,
            now if now == old => not_made += 1,
            now => panic!("{} bytes are neither the old nor the new text", now.len()),
        }
        assert_eq!(home.integrity(), "ok");
    }
    assert_eq!(made + not_made, 40);
}

#[test]
fn editors_at_the_same_time_lose_nothing() {
    for read_before in [false, true] {
        let home = Home::new();
        let file = home.work().join("file");
        let text: String = (0..12).map(|n| format!("place {n} is free\n")).collect();
        fs::write(&file, &text).unwrap();
        if read_before {
            home.ctx(["file", "read", "file"]);
        }
        let children: Vec<_> = (0..12)
            .map(|n| {
                let (old, new) = (format!("place {n} is free"), format!("place {n} is taken"));
                home.command(["file", "edit", "file", "--old", &old, "--new", &new])
                    .stdout(std::process::Stdio::null())
                    .spawn()
                    .unwrap()
            })
            .collect();
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text.replace("free", "taken"));
        for _ in 0..12 {
            assert_eq!(home.ctx(["file", "undo"]).code, 0);
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}
