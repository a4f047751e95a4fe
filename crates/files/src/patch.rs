//! A unified diff for one file: context and removed lines must be in the file as they are in the diff.
//! Line numbers may be wrong or missing where the lines themselves name one place only.

use super::edit::{AmbiguousPlaces, EditResult};

/// Why a patch was not applied. Hunks are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatchRefusal {
    Malformed(String),
    /// The lines that a hunk expects are nowhere.
    NotFound {
        hunk: usize,
        expected: Vec<u8>,
    },
    Ambiguous {
        hunk: usize,
        places: AmbiguousPlaces,
    },
    NoChange,
}

#[derive(Default)]
struct Hunk<'a> {
    /// Line of the old file, 1-based, as the header has it.
    start: Option<usize>,
    old: Vec<&'a [u8]>,
    new: Vec<NewLine<'a>>,
    old_ends_open: bool,
    new_ends_open: bool,
}

#[derive(Clone, Copy)]
enum NewLine<'a> {
    /// The old line with this number (within the hunk) stays, with its own bytes.
    Kept(usize),
    Added(&'a [u8]),
}

/// Lines of a hunk that its header announces; None where it announces nothing.
type AnnouncedCounts = Option<(usize, usize)>;

const BOM: &[u8] = b"\xef\xbb\xbf";

pub fn apply_patch(raw: &[u8], patch: &[u8]) -> Result<EditResult, PatchRefusal> {
    match (apply_hunks(raw, patch), raw.strip_prefix(BOM)) {
        // The author of the patch never saw the mark.
        (Err(PatchRefusal::NotFound { .. }), Some(text)) => {
            let edited = apply_hunks(text, patch)?;
            Ok(EditResult { bytes: [BOM, &edited.bytes].concat(), ..edited })
        }
        (answer, _) => answer,
    }
}

fn apply_hunks(raw: &[u8], patch: &[u8]) -> Result<EditResult, PatchRefusal> {
    let hunks = parse_hunks(patch)?;
    let lines: Vec<&[u8]> = raw.split_inclusive(|&byte| byte == b'\n').collect();
    let mut bytes = Vec::with_capacity(raw.len() + patch.len());
    let mut done = 0;
    let mut shift = 0isize;
    for (index, hunk) in hunks.iter().enumerate() {
        let at = find_hunk_place(hunk, index + 1, &lines, done, shift)?;
        if let Some(start) = hunk.hinted_line_index() {
            shift = at as isize - start as isize;
        }
        bytes.extend(lines[done..at].iter().flat_map(|line| line.iter()));
        done = at + hunk.old.len();
        hunk.write_new_lines(&lines, at, &mut bytes);
    }
    bytes.extend(lines[done..].iter().flat_map(|line| line.iter()));
    if bytes == raw {
        return Err(PatchRefusal::NoChange);
    }
    Ok(EditResult { bytes, places: hunks.len() })
}

/// The index of the line at which the hunk's old lines stand.
fn find_hunk_place(
    hunk: &Hunk<'_>,
    number: usize,
    lines: &[&[u8]],
    from: usize,
    shift: isize,
) -> Result<usize, PatchRefusal> {
    let hinted = hunk.hinted_line_index().and_then(|start| start.checked_add_signed(shift)).filter(|&at| at >= from);
    if hunk.old.is_empty() {
        // Nothing but the number says where new lines go.
        return match hinted {
            Some(at) if at <= lines.len() => Ok(at),
            _ => Err(PatchRefusal::Malformed(format!("hunk {number} adds lines and does not say where"))),
        };
    }
    if let Some(at) = hinted.filter(|&at| hunk.matches_at(lines, at)) {
        return Ok(at);
    }
    let last = lines.len().checked_sub(hunk.old.len());
    let found: Vec<usize> =
        last.map_or_else(Vec::new, |last| (from..=last.max(from)).filter(|&at| hunk.matches_at(lines, at)).collect());
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(PatchRefusal::NotFound { hunk: number, expected: hunk.old.join(&b'\n') }),
        several => {
            let lines = several.iter().take(12).map(|&at| at as u64 + 1).collect();
            Err(PatchRefusal::Ambiguous { hunk: number, places: AmbiguousPlaces { count: several.len(), lines } })
        }
    }
}

impl Hunk<'_> {
    /// Index of the first old line. A hunk without old lines names the line after which it adds.
    fn hinted_line_index(&self) -> Option<usize> {
        self.start.map(|start| if self.old.is_empty() { start } else { start.saturating_sub(1) })
    }

    fn matches_at(&self, lines: &[&[u8]], at: usize) -> bool {
        let Some(there) = lines.get(at..at + self.old.len()) else { return false };
        let open = |line: &[u8]| !line.ends_with(b"\n");
        there.iter().zip(&self.old).all(|(line, old)| without_line_end(line) == *old)
            && (!self.old_ends_open || there.last().is_some_and(|line| open(line)))
    }

    /// The new lines: kept ones with their own bytes, added ones ending as the line before them does.
    fn write_new_lines(&self, lines: &[&[u8]], at: usize, out: &mut Vec<u8>) {
        let end_near = |index: usize| lines.get(index).map_or(&b""[..], |line| line_end_of(line));
        let mut end = Some(end_near(at)).filter(|end| !end.is_empty()).unwrap_or_else(|| end_near(0));
        if end.is_empty() {
            end = b"\n";
        }
        if !self.new.is_empty() && out.last().is_some_and(|&last| last != b'\n') {
            // Lines are added after a last line that had no line end.
            out.extend_from_slice(end);
        }
        let was_open = lines.last().is_some_and(|line| !line.ends_with(b"\n"));
        let is_at_the_end = at + self.old.len() == lines.len();
        let stays_open = is_at_the_end && (self.new_ends_open || (was_open && !self.old_ends_open));
        for (index, line) in self.new.iter().enumerate() {
            let text = match line {
                NewLine::Kept(old) => {
                    let line = lines[at + old];
                    end = Some(line_end_of(line)).filter(|end| !end.is_empty()).unwrap_or(end);
                    without_line_end(line)
                }
                NewLine::Added(text) => text,
            };
            out.extend_from_slice(text);
            if !stays_open || index + 1 < self.new.len() {
                out.extend_from_slice(end);
            }
        }
    }
}

/// A line without its line end.
fn without_line_end(line: &[u8]) -> &[u8] {
    &line[..line.len() - line_end_of(line).len()]
}

fn line_end_of(line: &[u8]) -> &'static [u8] {
    match line {
        _ if line.ends_with(b"\r\n") => b"\r\n",
        _ if line.ends_with(b"\n") => b"\n",
        _ => b"",
    }
}

fn parse_hunks(patch: &[u8]) -> Result<Vec<Hunk<'_>>, PatchRefusal> {
    let malformed = |why: String| Err(PatchRefusal::Malformed(why));
    let lines: Vec<&[u8]> = patch
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\n").unwrap_or(line))
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .collect();
    let mut hunks: Vec<Hunk<'_>> = Vec::new();
    let mut files = 0;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        if line.starts_with(b"--- ") && lines.get(at).is_some_and(|next| next.starts_with(b"+++ ")) {
            files += 1;
            if files > 1 {
                return malformed("the patch is for several files; give each file its own".into());
            }
            at += 1;
        } else if line.starts_with(b"@@") {
            let (start, announced) = parse_hunk_header(line);
            let (hunk, next) = parse_hunk_body(&lines, at, announced)
                .map_err(|(bad, why)| PatchRefusal::Malformed(format!("line {} of the patch {why}", bad + 1)))?;
            if hunk.old.is_empty() && hunk.new.is_empty() {
                return malformed(format!("hunk {} is empty", hunks.len() + 1));
            }
            hunks.push(Hunk { start, ..hunk });
            at = next;
        }
    }
    if hunks.is_empty() {
        return malformed("the patch has no hunk: a line that begins with @@ and the changed lines after it".into());
    }
    Ok(hunks)
}

/// `@@ -12,7 +12,9 @@ …`, or `@@` alone as people write it by hand.
fn parse_hunk_header(line: &[u8]) -> (Option<usize>, AnnouncedCounts) {
    let text = String::from_utf8_lossy(line);
    let mut words = text.trim_start_matches('@').split_ascii_whitespace();
    let range = |word: Option<&str>, sign: char| {
        let (start, len) = word?.strip_prefix(sign)?.split_once(',').unwrap_or((word?.strip_prefix(sign)?, "1"));
        // No file has more lines than that, and sums of such numbers stay small.
        Some((start.parse::<u32>().ok()? as usize, len.parse::<u32>().ok()? as usize))
    };
    match (range(words.next(), '-'), range(words.next(), '+')) {
        (Some((start, old)), Some((_, new))) => (Some(start), Some((old, new))),
        _ => (None, None),
    }
}

/// The lines of a hunk from `at` on, and where it ends. The counts in the header only decide about lines that could
/// be either: counts written by hand are often wrong, the lines seldom.
fn parse_hunk_body<'a>(
    lines: &[&'a [u8]],
    mut at: usize,
    announced: AnnouncedCounts,
) -> Result<(Hunk<'a>, usize), (usize, &'static str)> {
    let mut hunk = Hunk::default();
    // Empty lines whose blank was lost on the way; they count once a line follows them.
    let mut blank = 0;
    while let Some(&line) = lines.get(at) {
        let complete = announced.is_none_or(|(old, new)| hunk.old.len() >= old && hunk.new.len() >= new);
        let next_file = line.starts_with(b"--- ") && lines.get(at + 1).is_some_and(|next| next.starts_with(b"+++ "));
        if line.starts_with(b"@@") || line.starts_with(b"diff ") || (complete && next_file) {
            break;
        }
        let Some((&mark, text)) = line.split_first() else {
            blank += 1;
            at += 1;
            continue;
        };
        if !b" -+\\".contains(&mark) {
            // Mail signatures and prose after the last hunk.
            if complete && announced.is_some() {
                break;
            }
            return Err((at, "begins with none of blank, +, - and @@"));
        }
        if complete && announced.is_some() && line == b"-- " {
            break;
        }
        for _ in 0..std::mem::take(&mut blank) {
            hunk.add_context_line(b"");
        }
        match mark {
            b' ' => hunk.add_context_line(text),
            b'-' => hunk.old.push(text),
            b'+' => hunk.new.push(NewLine::Added(text)),
            _ => match lines[at - 1].first() {
                Some(b'-') => hunk.old_ends_open = true,
                Some(b'+') => hunk.new_ends_open = true,
                _ => (hunk.old_ends_open, hunk.new_ends_open) = (true, true),
            },
        }
        at += 1;
    }
    if let Some((old, _)) = announced {
        for _ in 0..blank.min(old.saturating_sub(hunk.old.len())) {
            hunk.add_context_line(b"");
        }
    }
    Ok((hunk, at))
}

impl<'a> Hunk<'a> {
    fn add_context_line(&mut self, text: &'a [u8]) {
        self.new.push(NewLine::Kept(self.old.len()));
        self.old.push(text);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn patched(raw: &str, patch: &str) -> Result<String, PatchRefusal> {
        apply_patch(raw.as_bytes(), patch.as_bytes()).map(|edited| String::from_utf8(edited.bytes).unwrap())
    }

    const TEXT: &str = "one\ntwo\nthree\nfour\nfive\nsix\n";

    #[test]
    fn a_hunk_where_it_says_and_where_it_does_not() {
        let hunk = " two\n-three\n+3\n+3.5\n four\n";
        let expected = "one\ntwo\n3\n3.5\nfour\nfive\nsix\n";
        for header in ["@@ -2,3 +2,4 @@", "@@ -4,3 +4,4 @@ fn x()", "@@ -2,9 +2,1 @@", "@@", "@@ ... @@"] {
            assert_eq!(
                patched(TEXT, &format!("--- a/x\n+++ b/x\n{header}\n{hunk}")).as_deref(),
                Ok(expected),
                "{header}"
            );
        }
    }

    #[test]
    fn several_hunks_that_all_moved() {
        let patch = "@@ -1,2 +1,3 @@\n two\n+2.5\n three\n@@ -4,1 +5,1 @@\n-five\n+5\n";
        assert_eq!(patched(TEXT, patch).unwrap(), "one\ntwo\n2.5\nthree\nfour\n5\nsix\n");
    }

    #[test]
    fn a_hunk_that_does_not_match_is_refused() {
        assert_eq!(
            patched(TEXT, "@@ -2,2 +2,2 @@\n two\n-drei\n+3\n"),
            Err(PatchRefusal::NotFound { hunk: 1, expected: b"two\ndrei".to_vec() })
        );
        assert_eq!(
            patched("a\nb\na\nb\n", "@@ -9,1 +9,1 @@\n-b\n+c\n"),
            Err(PatchRefusal::Ambiguous { hunk: 1, places: AmbiguousPlaces { count: 2, lines: vec![2, 4] } })
        );
        assert_eq!(patched("a\nb\na\nb\n", "@@ -4,1 +4,1 @@\n-b\n+c\n").unwrap(), "a\nb\na\nc\n");
        assert_eq!(patched(TEXT, "@@ -1,1 +1,1 @@\n one\n"), Err(PatchRefusal::NoChange));
        for bad in
            ["", "hello\n", "@@ -1 +1 @@\n", "@@ -1,2 +1,2 @@\nxone\n", "@@\n+new\n", "@@ -99,0 +99,1 @@\n+new\n"]
        {
            assert!(matches!(patched(TEXT, bad), Err(PatchRefusal::Malformed(_))), "{bad:?}");
        }
        let two = "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-one\n+1\n--- a/y\n+++ b/y\n@@ -1,1 +1,1 @@\n-one\n+1\n";
        assert!(matches!(patched(TEXT, two), Err(PatchRefusal::Malformed(why)) if why.contains("several files")));
    }

    #[test]
    fn line_ends_and_the_end_of_the_file_are_kept() {
        assert_eq!(patched("a\r\nb\r\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n").unwrap(), "a\r\nx\r\nb\r\n");
        assert_eq!(patched("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n").unwrap(), "a\nc");
        let closes = "@@ -2,1 +2,1 @@\n-b\n\\ No newline at end of file\n+b\n";
        assert_eq!(patched("a\nb", closes).unwrap(), "a\nb\n");
        let opens = "@@ -2,1 +2,1 @@\n-b\n+b\n\\ No newline at end of file\n";
        assert_eq!(patched("a\nb\n", opens).unwrap(), "a\nb");
        assert_eq!(patched("", "@@ -0,0 +1,2 @@\n+a\n+b\n").unwrap(), "a\nb\n");
        assert_eq!(patched("a", "@@ -1,0 +2,1 @@\n+b\n").unwrap(), "a\nb");
        assert_eq!(patched("a\n\nb\n", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n\n").unwrap(), "a\n\nc\n");
        assert_eq!(patched("\u{feff}a\nb\n", "@@ -1,1 +1,1 @@\n-a\n+c\n").unwrap(), "\u{feff}c\nb\n");
        let huge = format!("@@ -{},1 +1,1 @@\n-a\n+c\n", u64::MAX);
        assert_eq!(patched("a\n", &huge).unwrap(), "c\n");
        assert_eq!(patched("-- x\ny\n", "@@ -1,2 +1,2 @@\n--- x\n+++ x\n y\n").unwrap(), "++ x\ny\n");
    }

    fn lines() -> impl Strategy<Value = String> {
        let word = prop::sample::select(vec!["a", "b", "", "fn x() {", "}", "-- a", "++ b", "@@ c", "é🦀"]);
        (prop::collection::vec(word, 0..25), any::<bool>()).prop_map(|(lines, closed)| {
            let text = lines.join("\n");
            if closed && !text.is_empty() { text + "\n" } else { text }
        })
    }

    proptest! {
        /// Diffs of another implementation turn one text into the other; so do ours.
        #[test]
        fn a_diff_of_two_texts_makes_one_of_the_other(old in lines(), new in lines(), radius in 0usize..4) {
            let diff = similar::TextDiff::from_lines(&old, &new).unified_diff().context_radius(radius).header("a", "b").to_string();
            prop_assume!(old != new);
            prop_assert_eq!(patched(&old, &diff), Ok(new.clone()), "{}", diff);
            let own = format!("--- a\n+++ b\n{}", crate::difference::unified_diff(&old, &new));
            prop_assert_eq!(patched(&old, &own), Ok(new.clone()), "{}", own);
            let crlf = |text: &str| text.replace('\n', "\r\n");
            prop_assume!(old.contains('\n'));
            prop_assert_eq!(patched(&crlf(&old), &diff), Ok(crlf(&new)), "{}", diff);
        }

        /// Any bytes at all: an answer, never a panic, and a refusal leaves nothing half done.
        #[test]
        fn any_patch_has_an_answer(raw in lines(), patch in "(@@ -[0-9]{1,2}(,[0-9])? \\+[0-9](,[0-9])? @@\n|[-+ \\\\]?[ab]?\n){0,9}") {
            let _ = patched(&raw, &patch);
        }
    }
}
