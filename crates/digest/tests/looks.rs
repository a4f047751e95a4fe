//! First looks: outputs of tools that no reader and no fixture has met, each with what matters in it, written down
//! from the raw output before the digest was asked. The weights are never learnt from them.

use std::path::Path;

use ctx_digest::{Budgets, CommandAndStatus, CommandEndStatus, digest, render};
use ctx_text::Text;

#[derive(serde::Deserialize)]
struct Case {
    argv: Vec<String>,
    exit_code: i32,
    needles: Vec<String>,
}

/// Needles of a set, those that the digest shows, and those in as many bytes of the raw output's head and tail.
#[derive(Default)]
struct Kept {
    all: usize,
    shown: usize,
    ends: usize,
}

fn squash(text: &str) -> String {
    text.split([' ', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn look(set: &str) -> Kept {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/looks").join(set);
    let mut kept = Kept::default();
    for file in std::fs::read_dir(folder).expect("the set is in the repository").flatten().map(|file| file.path()) {
        if file.extension().is_none_or(|end| end != "json") {
            continue;
        }
        let case: Case = serde_json::from_slice(&std::fs::read(&file).expect("readable")).expect("a case");
        let text = Text::from_bytes(&std::fs::read(file.with_extension("raw")).expect("its output"));
        let call = CommandAndStatus { argv: case.argv, status: CommandEndStatus::Exit(case.exit_code) };
        let page = render(&digest(&text, &call), &text, &Budgets::default()).text;
        let ends = ends(&text, page.len());
        let (page, ends) = (squash(&page), squash(&ends));
        for needle in &case.needles {
            let needle = squash(needle);
            kept.all += 1;
            kept.shown += usize::from(page.contains(&needle));
            kept.ends += usize::from(ends.contains(&needle));
        }
    }
    kept
}

/// The first and the last characters of a text, as many bytes together as a page has.
fn ends(text: &Text, room: usize) -> String {
    let all: String = text.lines().flat_map(|line| [line, "\n"]).collect();
    if all.len() <= room {
        return all;
    }
    let (head, tail) = (ctx_text::floor_boundary(&all, room / 2), ctx_text::ceil_boundary(&all, all.len() - room / 2));
    format!("{}\n{}", &all[..head], &all[tail..])
}

#[test]
fn tools_that_nobody_met_are_shown_by_what_matters() {
    for (set, least, above) in [
        ("first", 90, 6),
        ("second", 95, 8),
        ("third", 92, 0),
        ("fourth", 95, 12),
        ("fifth", 95, 15),
        ("sixth", 93, 20),
    ] {
        let kept = look(set);
        let share = |count: usize| count * 100 / kept.all;
        let (shown, ends) = (share(kept.shown), share(kept.ends));
        assert!(kept.all > 90 && shown >= least && shown >= ends + above, "{set}: {shown} %, head and tail {ends} %");
    }
}
