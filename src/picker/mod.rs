//! A fuzzy picker for people: rows in, the chosen one out. Only `terminal` touches the terminal; keys and drawing are
//! plain data.

mod filter;
mod keys;
mod layout;
mod state;
mod terminal;
mod width;

use std::io;

use filter::Rows;
use layout::{Line, Screen};
use state::{State, Step};
use terminal::{Input, Terminal};

/// Time for the rest of a key's bytes; after it, a lone escape byte is the Escape key.
const KEY_MS: i32 = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The chosen row, as its index in the input.
    Picked(usize),
    Left,
}

/// Lets a person choose among `rows`. They must be free of control characters, and so must the lines that `preview`
/// returns for a row and a number of lines.
pub fn pick(rows: Vec<String>, mut preview: impl FnMut(usize, usize) -> Vec<String>) -> io::Result<Choice> {
    let mut rows = Rows::new(rows);
    let mut state = State::default();
    state.found(rows.matching(""));
    let mut terminal = Terminal::enter()?;
    let mut shown: Option<(usize, usize, Vec<String>)> = None;
    let mut typed = Vec::new();
    loop {
        let size = terminal.size();
        state.scroll(size.list_rows());
        let current = state.current().map(|row| (row, size.preview_rows()));
        if shown.as_ref().map(|(row, lines, _)| (*row, *lines)) != current {
            shown = current.map(|(row, lines)| (row, lines, preview(row, lines)));
        }
        let text = draw(&mut rows, &state, size, shown.as_ref().map_or(&[], |(_, _, lines)| lines));
        terminal.write(text.as_bytes())?;
        let patience = if typed.is_empty() { -1 } else { KEY_MS };
        let keys = match terminal.read(patience)? {
            Input::End => return Ok(Choice::Left),
            Input::Resized => continue,
            Input::Quiet => keys::decode(&mut typed, true),
            Input::Bytes(bytes) => {
                typed.extend_from_slice(&bytes);
                keys::decode(&mut typed, false)
            }
        };
        let mut changed = false;
        for key in keys {
            // Rows must match the query before one of them is picked.
            if changed && !matches!(key, keys::Key::Char(_)) {
                state.found(rows.matching(&state.query));
                changed = false;
            }
            match state.press(key, size.list_rows()) {
                Step::Stay => {}
                Step::Search => changed = true,
                Step::Pick(row) => return Ok(Choice::Picked(row)),
                Step::Leave => return Ok(Choice::Left),
            }
        }
        if changed {
            state.found(rows.matching(&state.query));
        }
    }
}

fn draw(rows: &mut Rows, state: &State, size: layout::Size, preview: &[String]) -> String {
    let visible = state.matches.iter().enumerate().skip(state.top).take(size.list_rows());
    let visible: Vec<(usize, usize)> = visible.map(|(at, row)| (at, *row)).collect();
    let places: Vec<Vec<u32>> = visible.iter().map(|(_, row)| rows.places(*row, &state.query)).collect();
    let line = |((at, row), places): (&(usize, usize), Vec<u32>)| Line {
        text: rows.text(*row),
        places,
        is_selected: *at == state.selected,
    };
    let lines = visible.iter().zip(places).map(line).collect();
    Screen { size, query: &state.query, matching: state.matches.len(), total: rows.len(), lines, preview }.draw()
}
