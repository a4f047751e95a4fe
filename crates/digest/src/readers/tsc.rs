//! The TypeScript compiler, plain (`a.ts(1,2): error TS…`) and pretty (`a.ts:1:2 - error TS…` with a code frame).

use super::Reader;
use crate::part::{Part, is_blank, leading_number};
use crate::place;
use crate::reading::{Block, Rank, Reading};

pub const READER: Reader = Reader {
    name: "tsc",
    commands: &["tsc", "vue-tsc", "tsgo"],
    signs: &[": error TS", " - error TS", "^error TS"],
    read,
};

/// Up to this many errors, each is shown; more are grouped by their code.
const FEW: usize = 14;

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        if line.contains("Found ")
            && line.contains(" error")
            && (line.starts_with("Found ") || line.contains(" - Found "))
        {
            reading.total(at);
            continue;
        }
        let Some((place, said)) = line.split_once("error TS").filter(|_| !line.starts_with(' ')) else { continue };
        let code: String = said.bytes().take_while(u8::is_ascii_digit).map(char::from).collect();
        if code.is_empty() {
            continue;
        }
        let message = said.split_once(": ").map_or(said, |(_, message)| message);
        let block = reading.error(at, message);
        block.rule(format!("TS{code}"));
        block.location = place::find(line).map(|place| place.name(line));
        // The message's explanation is indented below it; a frame stands after a blank line.
        let mut below = at + 1;
        while below < at + 40 && part.line(below).starts_with("  ") && !is_blank(part.line(below)) {
            block.context(below);
            below += 1;
        }
        if place.ends_with(" - ") {
            pretty(part, block, below);
        }
    }
    if reading.blocks.len() <= FEW {
        reading.blocks.iter_mut().for_each(|block| block.rule = None);
    }
    files(part, &mut reading);
    reading
}

/// The code of a pretty error, and the related places below it.
fn pretty(part: &Part, block: &mut Block, from: usize) {
    let mut at = from;
    while at < part.len().min(from + 40) {
        let line = part.line(at);
        let code = leading_number(line).is_some() || line.contains('~');
        if !is_blank(line) && !line.starts_with(' ') && !code {
            break;
        }
        if leading_number(line).is_some() {
            block.mark(at, Rank::Frame);
        } else if !is_blank(line) {
            block.to(at);
        }
        at += 1;
    }
}

/// The table of files below the totals repeats the places.
fn files(part: &Part, reading: &mut Reading) {
    if let Some(header) = part.find(0, part.len(), |line| line.trim() == "Errors  Files") {
        reading.cover(header..part.until_blank(header, 5000) + 1);
    }
}

#[cfg(test)]
mod tests {
    use crate::test::shown;

    #[test]
    fn each_error_with_its_place() {
        let raw = "src/index.ts(1,28): error TS2305: Module '\"./api\"' has no exported member 'removeUser'.\n\
                   src/db.ts(9,3): error TS2322: Type 'string' is not assignable to type 'number'.\n  \
                   Types of property 'id' are incompatible.\n";
        insta::assert_snapshot!(shown("npx tsc -p .", 2, raw), @r#"
        tsc
        E src/index.ts:1:28 Module '"./api"' has no exported member 'removeUser'.
        E src/db.ts:9:3 Type 'string' is not assignable to type 'number'.
        ---
        src/index.ts(1,28): error TS2305: Module '"./api"' has no exported member 'removeUser'.
        src/db.ts(9,3): error TS2322: Type 'string' is not assignable to type 'number'.
          Types of property 'id' are incompatible.
        "#);
    }
}
