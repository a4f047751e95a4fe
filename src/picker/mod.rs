//! A fuzzy picker for people: rows in, the chosen one out. Only `terminal` touches the terminal; keys and drawing are
//! plain data.

mod entries;
mod filter;
mod keys;
mod layout;
mod state;
mod terminal;
mod width;

use std::io;
use std::os::fd::RawFd;

pub use entries::PickerEntries;
use filter::PickerRows;
use keys::PickerKey;
pub use keys::RowAction;
use layout::{ListRow, Screen};
use state::{KeyEffect, PickerState};
use terminal::{Terminal, TerminalInput};

/// Time for the rest of a key's bytes; after it, a lone escape byte is the Escape key.
const KEY_MS: i32 = 40;

/// What a person chose to do, and with which row of the input: to print it, show it in the pager or run it again. None
/// where he left.
pub type PickerChoice = Option<(RowAction, usize)>;

/// Lets a person choose among `rows`, drawn on `screen`. The rows must be free of control characters.
pub fn run_picker(rows: Vec<String>, source: &mut PickerEntries<'_>, screen: RawFd) -> io::Result<PickerChoice> {
    let mut open = OpenPicker {
        source,
        rows: PickerRows::new(rows),
        state: PickerState::default(),
        terminal: Terminal::enter_raw_mode(screen)?,
        notice: None,
        doomed: None,
        shown: None,
    };
    open.state.set_matches_and_select_first(open.rows.matching_rows(""));
    let mut typed = Vec::new();
    loop {
        let size = open.draw_screen()?;
        let patience = if typed.is_empty() { -1 } else { KEY_MS };
        let keys = match open.terminal.read_input(patience)? {
            TerminalInput::End => return Ok(None),
            TerminalInput::Resized => continue,
            TerminalInput::Quiet => keys::decode_keys(&mut typed, true),
            TerminalInput::Bytes(bytes) => {
                typed.extend_from_slice(&bytes);
                keys::decode_keys(&mut typed, false)
            }
        };
        if let Some(choice) = open.press_keys(keys, size)? {
            return Ok(choice);
        }
    }
}

/// A picker that is open.
struct OpenPicker<'d, 'c> {
    source: &'d mut PickerEntries<'c>,
    rows: PickerRows,
    state: PickerState,
    terminal: Terminal,
    notice: Option<String>,
    /// The row that goes if the next key is a yes.
    doomed: Option<usize>,
    /// The preview, and the row and the number of lines that it was made for.
    shown: Option<(usize, usize, Vec<String>)>,
}

impl OpenPicker<'_, '_> {
    fn draw_screen(&mut self) -> io::Result<layout::ScreenSize> {
        let size = self.terminal.size();
        self.state.scroll_to_selection(size.list_row_count());
        let current = self.state.selected_row().map(|row| (row, size.preview_row_count()));
        if self.shown.as_ref().map(|(row, lines, _)| (*row, *lines)) != current {
            self.shown = current.map(|(row, lines)| (row, lines, self.source.preview_lines(row, lines)));
        }
        let (state, rows, source) = (&self.state, &mut self.rows, &*self.source);
        let visible = state.matches.iter().enumerate().skip(state.top).take(size.list_row_count());
        let visible: Vec<(usize, usize)> = visible.map(|(at, row)| (at, *row)).collect();
        let matched = |(_, row): &(usize, usize)| rows.matched_characters(*row, &state.query);
        let places: Vec<Vec<u32>> = visible.iter().map(matched).collect();
        let line = |((at, row), places): (&(usize, usize), Vec<u32>)| ListRow {
            text: rows.row_text(*row),
            places,
            status: source.row_status(*row).filter(|_| source.colours),
            is_selected: *at == state.selected,
        };
        let screen = Screen {
            size,
            query: &state.query,
            tally: &format!("{}/{} {}", state.matches.len(), rows.len(), source.scope_name()),
            lines: visible.iter().zip(places).map(line).collect(),
            preview: self.shown.as_ref().map_or(&[], |(_, _, lines)| lines),
            notice: self.notice.as_deref(),
            colours: source.colours,
        };
        self.terminal.write(screen.render_to_text().as_bytes())?;
        Ok(size)
    }

    fn press_keys(&mut self, keys: Vec<PickerKey>, size: layout::ScreenSize) -> io::Result<Option<PickerChoice>> {
        let mut changed = false;
        for key in keys {
            if let Some(row) = self.doomed.take() {
                self.answer_forget_question(row, key);
                continue;
            }
            self.notice = None;
            // Rows must match the query before one of them is picked.
            if changed && !matches!(key, PickerKey::Char(_)) {
                self.state.set_matches_and_select_first(self.rows.matching_rows(&self.state.query));
                changed = false;
            }
            match self.state.press_key(key, size.list_row_count()) {
                KeyEffect::Stay => {}
                KeyEffect::Search => changed = true,
                KeyEffect::Do(RowAction::Copy, row) => {
                    let reference = self.source.row_reference(row);
                    self.terminal.write(clipboard_sequence(&reference).as_bytes())?;
                    self.notice = Some(format!("copied {reference}"));
                }
                KeyEffect::Do(RowAction::Forget, row) => {
                    self.doomed = Some(row);
                    self.notice = Some(format!("forget {} for good? y/N", self.source.row_reference(row)));
                }
                KeyEffect::Do(action, row) => {
                    match self.source.why_not_runnable(row).filter(|_| action == RowAction::RunAgain) {
                        None => return Ok(Some(Some((action, row)))),
                        Some(why) => self.notice = Some(why.to_owned()),
                    }
                }
                KeyEffect::OtherScope => {
                    self.rows = PickerRows::new(self.source.switch_to_next_scope());
                    (self.shown, changed) = (None, true);
                }
                KeyEffect::Leave => return Ok(Some(None)),
            }
        }
        if changed {
            self.state.set_matches_and_select_first(self.rows.matching_rows(&self.state.query));
        }
        Ok(None)
    }

    /// The key after ctrl-x: only a yes forgets.
    fn answer_forget_question(&mut self, row: usize, key: PickerKey) {
        if !matches!(key, PickerKey::Char('y' | 'Y')) {
            self.notice = Some("nothing was forgotten".to_owned());
            return;
        }
        let reference = self.source.row_reference(row);
        self.notice = Some(match self.source.forget_row(row) {
            Ok(()) => {
                self.rows.remove_row(row);
                let selected = self.state.selected;
                self.state.set_matches_and_select_first(self.rows.matching_rows(&self.state.query));
                self.state.selected = selected.min(self.state.matches.len().saturating_sub(1));
                format!("forgot {reference}")
            }
            Err(why) => why,
        });
    }
}

/// The sequence that puts a text on the clipboard of the terminal (OSC 52).
fn clipboard_sequence(text: &str) -> String {
    let encoded = ctx_text::encode_base64(text.as_bytes());
    format!("\x1b]52;c;{encoded}\x07")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_reference_is_copied_in_base_64() {
        for (text, encoded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("[ctx:k7f2qa]", "W2N0eDprN2YycWFd")]
        {
            assert_eq!(super::clipboard_sequence(text), format!("\x1b]52;c;{encoded}\x07"));
        }
    }
}
