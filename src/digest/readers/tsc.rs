//! The TypeScript compiler, plain (`a.ts(1,2): error TS…`) and pretty (`a.ts:1:2 - error TS…` with a code frame).

use super::Reader;
use crate::digest::part::{Part, is_blank};
use crate::digest::place;
use crate::digest::reading::Reading;

pub const READER: Reader =
    Reader { name: "tsc", commands: &["tsc", "vue-tsc"], signs: &[": error TS", " - error TS"], read };

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        if line.starts_with("Found ") && line.contains(" error") {
            reading.total(at);
            continue;
        }
        let Some((_, said)) = line.split_once("error TS").filter(|_| !line.starts_with(' ')) else { continue };
        let code: String = said.bytes().take_while(u8::is_ascii_digit).map(char::from).collect();
        let message = said.split_once(": ").map_or(said, |(_, message)| message);
        let block = reading.error(at, message);
        block.rule(format!("TS{code}"));
        block.location = place::find(line).map(|place| place.name(line));
        // What the message leads to is indented below it; a frame stands after a blank line.
        let mut below = at + 1;
        while part.line(below).starts_with("  ") && !is_blank(part.line(below)) {
            block.mark(below, crate::digest::reading::Rank::Context);
            below += 1;
        }
    }
    reading
}

#[cfg(test)]
mod tests {
    use crate::digest::test::shown;

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
