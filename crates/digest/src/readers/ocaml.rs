//! OCaml, also under dune: the place comes first, then the code, then the message.

use super::Reader;
use crate::part::{Part, is_blank};
use crate::place;
use crate::reading::Reading;

pub const READER: Reader =
    Reader { name: "ocaml", commands: &["ocaml", "ocamlc", "ocamlopt", "dune"], signs: &[", characters "], read };

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        if !(line.starts_with("File \"") && line.contains(", characters ") && line.ends_with(':')) {
            continue;
        }
        let says = |line: &str| line.starts_with("Error") || line.starts_with("Warning") || line.starts_with("Alert");
        let Some(said) = part.find(at + 1, 12, says) else { continue };
        let text = part.line(said);
        let message = text.split_once(": ").map_or(text, |(_, message)| message);
        let block =
            if text.starts_with("Error") { reading.error(said, message) } else { reading.warning(said, message) };
        block.place(at);
        block.location = place::find(line).map(|place| place.name(line));
        for below in at + 1..said {
            block.frame(below);
        }
        let mut end = said;
        while end < said + 6 && part.line(end + 1).starts_with("  ") && !is_blank(part.line(end + 1)) {
            end += 1;
            block.detail(end);
        }
    }
    reading
}
