//! A block of ctx's own in a file that belongs to somebody else, between two marks: added, renewed where it stands, and
//! removed so that the rest is as it was. The first mark has a version and a hash of the block, so that an edited block
//! can be distinguished from one that is only old.

use super::UneditableFileReason;

/// How marks are written in a kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkCommentSigns {
    before: &'static str,
    after: &'static str,
}

pub const MARKDOWN: MarkCommentSigns = MarkCommentSigns { before: "<!-- ", after: " -->" };
pub const SLASHES: MarkCommentSigns = MarkCommentSigns { before: "// ", after: "" };

impl MarkCommentSigns {
    /// Marks whose lines begin with this text.
    pub const fn with_prefix(before: &'static str) -> MarkCommentSigns {
        MarkCommentSigns { before, after: "" }
    }

    /// What a line says between the signs of a mark, if it is one.
    pub fn content_of_mark<'l>(&self, line: &'l str) -> Option<&'l str> {
        let mark = line.trim_end().strip_prefix(self.before)?.strip_suffix(self.after)?;
        Some(mark).filter(|mark| *mark == END || mark.starts_with(BEGIN))
    }
}

const BEGIN: &str = "ctx:begin ";
const END: &str = "ctx:end";
/// The version of the block's format, not of ctx.
const VERSION: &str = "v1";

/// A block in a text.
#[derive(Debug, PartialEq, Eq)]
pub struct MarkedBlock {
    /// From the first letter of the first mark to the last one of the second.
    pub start: usize,
    pub end: usize,
    /// Nobody has changed it since it was written.
    pub intact: bool,
}

/// The block of a text; an error if marks are missing or doubled.
pub fn find_block(text: &str, marks: MarkCommentSigns) -> Result<Option<MarkedBlock>, UneditableFileReason> {
    let mut found: Vec<(usize, std::ops::Range<usize>, &str)> = Vec::new();
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        // A byte order mark is not part of the first line.
        let bare = if index == 0 { line.trim_start_matches('\u{feff}') } else { line };
        let start = at + line.len() - bare.len();
        at += line.len();
        if let Some(mark) = marks.content_of_mark(bare) {
            found.push((index + 1, start..at, mark));
        }
    }
    let refused = |line: usize, why: &str| Err(UneditableFileReason::unexpected_shape(format!("line {line}: {why}")));
    match &found[..] {
        [] => Ok(None),
        [(_, first, begin), (_, last, END)] if *begin != END => {
            let hash = begin.split_whitespace().nth(2).unwrap_or_default();
            let intact = hash == hash_block_body(&text[first.end..last.start]);
            let end = last.start + text[last.clone()].trim_end().len();
            Ok(Some(MarkedBlock { start: first.start, end, intact }))
        }
        [(line, _, begin)] if *begin != END => {
            refused(*line, &format!("the block of ctx has no end mark \"{}{END}{}\"", marks.before, marks.after))
        }
        [(line, _, END), ..] => refused(*line, "this mark ends nothing"),
        [.., (line, _, _)] => refused(*line, "a second block of ctx"),
    }
}

/// Line ends are not hashed: editors and git change them.
fn hash_block_body(body: &str) -> String {
    let lines: Vec<&str> = body.lines().collect();
    blake3::hash(lines.join("\n").as_bytes()).to_hex()[..8].to_owned()
}

/// A block with its marks, without a line end after it.
pub fn render_block(marks: MarkCommentSigns, body: &str, eol: &str) -> String {
    let lines: Vec<&str> = body.lines().collect();
    let MarkCommentSigns { before, after } = marks;
    let hash = hash_block_body(body);
    format!("{before}{BEGIN}{VERSION} {hash}{after}{eol}{}{eol}{before}{END}{after}", lines.join(eol))
}

/// The text with the block: renewed where it stands, else at the end.
pub fn install_block(text: &str, marks: MarkCommentSigns, body: &str) -> Result<String, UneditableFileReason> {
    let old = find_block(text, marks)?;
    let eol = detect_line_ending(old.as_ref().map_or(text, |old| &text[old.start..old.end]));
    let block = render_block(marks, body, eol);
    Ok(match old {
        Some(old) => format!("{}{block}{}", &text[..old.start], &text[old.end..]),
        None if text.trim_start_matches('\u{feff}').is_empty() => format!("{text}{block}{eol}"),
        // A text without a last line end gets none, so that removing the block restores it.
        None if text.ends_with('\n') => format!("{text}{eol}{block}{eol}"),
        None => format!("{text}{eol}{eol}{block}"),
    })
}

fn detect_line_ending(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

pub fn is_block_current(text: &str, marks: MarkCommentSigns, body: &str) -> Result<bool, UneditableFileReason> {
    let is_one = |found: MarkedBlock| {
        ["\n", "\r\n"].iter().any(|eol| text[found.start..found.end] == render_block(marks, body, eol))
    };
    Ok(find_block(text, marks)?.is_some_and(is_one))
}

/// The text without the block and the line ends that were added around it.
pub fn remove_block(text: &str, marks: MarkCommentSigns) -> Result<String, UneditableFileReason> {
    let Some(block) = find_block(text, marks)? else { return Ok(text.to_owned()) };
    let (before, after) = (&text[..block.start], &text[block.end..]);
    let eol = detect_line_ending(&text[block.start..block.end]);
    let chop = |text: &'_ str| text.strip_suffix(eol).map_or(text.len(), str::len);
    Ok(if after.is_empty() {
        let once = &before[..chop(before)];
        once[..chop(once)].to_owned()
    } else {
        format!("{}{}", &before[..chop(before)], after.strip_prefix(eol).unwrap_or(after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "one\ntwo";

    #[test]
    fn the_rest_is_as_it_was() {
        for text in [
            "",
            "a",
            "a\n",
            "a\n\n",
            "# Title\r\n\r\ntext\r\n",
            "text\r\nno end",
            "\n",
            "\u{feff}",
            "\u{feff}a\n",
            "a\r",
            "\r",
        ] {
            for marks in [MARKDOWN, MarkCommentSigns::with_prefix("# "), SLASHES] {
                let with = install_block(text, marks, BODY).unwrap();
                assert!(with.starts_with(text), "{with:?}");
                assert!(find_block(&with, marks).unwrap().unwrap().intact, "{with:?}");
                assert!(is_block_current(&with, marks, BODY).unwrap());
                assert_eq!(install_block(&with, marks, BODY).unwrap(), with);
                assert_eq!(remove_block(&with, marks).unwrap(), text, "{with:?}");
                let renewed = install_block(&with, marks, "other").unwrap();
                assert_eq!(remove_block(&renewed, marks).unwrap(), text, "{renewed:?}");
            }
        }
    }

    #[test]
    fn text_around_the_block_stays() {
        let with = install_block("a\n", MARKDOWN, BODY).unwrap();
        let more = format!("{with}\nafterwards\n");
        assert_eq!(remove_block(&more, MARKDOWN).unwrap(), "a\n\nafterwards\n");
        let edited = with.replace("two", "2");
        assert!(!find_block(&edited, MARKDOWN).unwrap().unwrap().intact);
        assert!(find_block(&with.replace('\n', "\r\n"), MARKDOWN).unwrap().unwrap().intact);
        assert_eq!(install_block(&edited, MARKDOWN, BODY).unwrap(), with);
    }

    #[test]
    fn marks_that_do_not_fit_are_refused() {
        let with = install_block("a\n", MARKDOWN, BODY).unwrap();
        let no_end = with.replace("<!-- ctx:end -->", "");
        assert!(
            find_block(&no_end, MARKDOWN)
                .unwrap_err()
                .to_string()
                .starts_with("line 3: the block of ctx has no end mark")
        );
        let no_begin = with.replace("<!-- ctx:begin", "<!-- begin");
        assert!(find_block(&no_begin, MARKDOWN).unwrap_err().to_string().contains("ends nothing"));
        for twice in [format!("{with}{with}"), format!("{no_end}{with}"), format!("{with}<!-- ctx:end -->\n")] {
            assert!(find_block(&twice, MARKDOWN).is_err(), "{twice}");
        }
    }
}
