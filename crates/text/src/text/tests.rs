//! Tests of the way from bytes to lines.

use super::builder::WHOLE;
use super::*;

fn lines(bytes: &[u8]) -> Vec<String> {
    Text::from_bytes(bytes).lines().map(str::to_owned).collect()
}

#[test]
fn line_ends_and_last_line() {
    assert_eq!(lines(b""), Vec::<String>::new());
    assert_eq!(lines(b"a\r\nb\n\nc"), ["a", "b", "", "c"]);
    let text = Text::from_bytes(b"a\nb\n");
    assert_eq!((text.raw_lines(), text.raw_len(), text.raw_line_number(1)), (2, 4, 2));
}

#[test]
fn colours_and_titles_go() {
    assert_eq!(lines(b"\x1b[1;31merror\x1b[0m: \x1b]0;title\x07no\n"), ["error: no"]);
    assert_eq!(lines("\u{202e}a\u{200b}\u{e0041}b\u{85}c\n".as_bytes()), ["abc"]);
    assert_eq!(lines(b"caf\xc3\xa9 \xff!\n"), ["caf\u{e9} ?!"]);
}

#[test]
fn a_jump_of_the_cursor_is_no_longer_than_its_bytes() {
    assert_eq!(lines(b"a\x1b[3Cx\n"), ["a   x"]);
    assert_eq!(lines(b"a\x1b[4000Cx\n"), ["a       x"]);
    assert_eq!(lines(b"one line\nanother\x1b[2A end\n"), ["one lin end", "another"]);
    let jumps = b"\x1b[9999Cx\x1b[1A".repeat(300);
    assert!(Text::from_bytes(&jumps).clean_len() <= jumps.len() + 1);
    for down in
        [&b"abcdefgh\x1b[Bij"[..], b"abcdefgh\x1b[0Bij\x1b[Bk", b"\x1b[0Eabcdefgh\x1b[0Bij", b"ab\x1b[Ecd\x1b[Eef"]
    {
        assert!(Text::from_bytes(down).clean_len() <= down.len() + 1, "{:?}", lines(down));
    }
}

#[test]
fn progress_collapses_to_its_last_state() {
    assert_eq!(lines(b"10%\r50%\r100%\n"), ["100%"]);
    assert_eq!(lines(b"downloading\rdone\x1b[K\n"), ["done"]);
    assert_eq!(lines(b"downloading\rdone\n"), ["doneloading"]);
    assert_eq!(lines(b"abc\x08\x08X\n"), ["aXc"]);
}

#[test]
fn cursor_up_redraws_the_lines_above() {
    let text = Text::from_bytes(b"head\na 1%\nb 1%\n\x1b[2A\x1b[2Ka 100%\n\x1b[2Kb 100%\nend\n");
    let got: Vec<_> = text.lines().collect();
    assert_eq!(got, ["head", "a 100%", "b 100%", "end"]);
    assert_eq!(text.raw_line_number(3), 6);
    assert_eq!(lines(b"one\ntwo\n\x1b[99A\x1b[Jnew\n"), ["new"]);
}

#[test]
fn the_next_and_the_previous_line_begin_at_their_start() {
    assert_eq!(lines(b"ab\x1b[Ecd\n"), ["ab", "cd"]);
    assert_eq!(lines(b"one\ntwo\x1b[Fx\n"), ["xne", "two"]);
    assert_eq!(lines(b"ab\x1b[0// Ecd\n"), ["abcd"], "with blanks and slashes in it, it is another sequence");
}

#[test]
fn one_raw_line_may_draw_several() {
    let text = Text::from_bytes(b"first\nab\x1b[Bcd\nlast\n");
    let numbered: Vec<_> = (0..text.len()).map(|at| (text.raw_line_number(at), text.line(at))).collect();
    assert_eq!(numbered, [(1, "first"), (2, "ab"), (2, "  cd"), (3, "last")]);
}

#[test]
fn blocks_may_split_anywhere() {
    let bytes = "x\x1b[31mred\x1b[0m caf\u{e9}\r\n10%\r20%\nend".as_bytes();
    let whole = lines(bytes);
    for cut in 0..bytes.len() {
        let mut builder = TextBuilder::default();
        builder.push(&bytes[..cut]);
        builder.push(&bytes[cut..]);
        assert_eq!(builder.finish().lines().collect::<Vec<_>>(), whole, "cut at {cut}");
    }
}

#[test]
fn a_long_output_keeps_head_tail_and_the_severe_middle() {
    let mut builder = TextBuilder::default();
    for n in 0..400_000u32 {
        if n == 200_000 {
            builder.push(b"ERROR order 200000 failed\n  caused by: KeyError\n");
        }
        builder.push(format!("2026-01-01 INFO request {n} served in 12 ms\n").as_bytes());
    }
    let text = builder.finish();
    assert_eq!(text.raw_lines(), 400_002);
    assert_eq!(text.total_lines(), 400_002);
    assert!(text.memory_cost() < WHOLE);
    assert!(text.line(0).ends_with("request 0 served in 12 ms"));
    assert!(text.lines().next_back().is_some_and(|line| line.contains("request 399999 ")));
    let at = text.lines().position(|line| line.starts_with("ERROR order")).expect("the severe line");
    assert_eq!(text.raw_line_number(at), 200_001);
    assert_eq!(text.line(at + 1), "  caused by: KeyError");
}

/// Large blocks wait as bytes: the held lines in the end are the same as if read line by line.
#[test]
fn blocks_that_wait_lose_nothing_that_counts() {
    let mut bytes = Vec::new();
    for n in 0..900_000u32 {
        match n {
            400_000 | 600_001 => {
                bytes.extend_from_slice(format!("ERROR order {n} failed\n  at one\n  at two\nplain\n").as_bytes());
            }
            500_000 => bytes.extend_from_slice("caf\u{e9} \x1b[31mfatal: red\x1b[0m\n".as_bytes()),
            _ => bytes.extend_from_slice(format!("request {n} served\n").as_bytes()),
        }
    }
    let built = |size: usize| {
        let mut builder = TextBuilder::default();
        bytes.chunks(size).for_each(|block| builder.push(block));
        builder.finish()
    };
    let (by_line, by_block) = (built(4 << 10), built((1 << 20) + 7));
    assert_eq!(by_block.raw_lines(), by_line.raw_lines());
    assert_eq!(by_block.total_lines(), by_line.total_lines());
    let severe = |text: &Text| -> Vec<(u64, String)> {
        let marked = |at: &usize| ["ERROR", "  at", "fatal"].iter().any(|word| text.line(*at).contains(word));
        (0..text.len()).filter(marked).map(|at| (text.raw_line_number(at), text.line(at).to_owned())).collect()
    };
    assert_eq!(severe(&by_block), severe(&by_line));
    assert_eq!(severe(&by_block).len(), 7);
    assert_eq!(by_block.lines().next_back(), by_line.lines().next_back());
    assert_eq!(by_block.raw_line_number(by_block.len() - 1), by_line.raw_lines());
    assert!((1..by_block.len()).all(|at| by_block.raw_line_number(at - 1) < by_block.raw_line_number(at)));
    assert!(by_block.memory_cost() < WHOLE);
}

#[test]
fn empty_lines_are_bounded_too() {
    let mut builder = TextBuilder::default();
    for _ in 0..8 {
        builder.push(&[b'\n'; 1 << 20]);
    }
    let text = builder.finish();
    assert_eq!(text.raw_lines(), 8 << 20);
    assert!(text.memory_cost() < 2 * WHOLE);
}

#[test]
fn one_endless_line_is_cut_in_its_middle() {
    let mut builder = TextBuilder::default();
    builder.push(b"start ");
    for _ in 0..64 {
        builder.push(&[b'x'; 1 << 16]);
    }
    builder.push(b" end");
    let text = builder.finish();
    assert_eq!(text.len(), 1);
    assert!(text.line(0).starts_with("start x"));
    assert!(text.line(0).ends_with("x end"));
    assert!(text.line(0).len() < 600 << 10);
}
