//! A fuzzy picker for people: rows in, the chosen one out. Only `terminal` touches the terminal; keys and drawing are
//! plain data.

mod filter;
mod keys;
mod layout;
mod state;
mod terminal;
mod width;

use std::io;
use std::os::fd::RawFd;

use filter::PickerRows;
pub use keys::RowAction;
pub use layout::RowStatus;
use layout::{ListRow, Screen};
use state::{KeyEffect, PickerState};
use terminal::{Terminal, TerminalInput};

/// Time for the rest of a key's bytes; after it, a lone escape byte is the Escape key.
const KEY_MS: i32 = 40;

/// What a person chose to do, and with which row of the input: to print it, show it in the pager or run it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickerChoice {
    Do(RowAction, usize),
    Left,
}

/// The rows' owner: what the picker asks and tells while it is open. Texts must be free of control characters.
pub trait PickerBackend {
    fn preview_lines(&mut self, row: usize, lines: usize) -> Vec<String>;
    /// Other rows in place of these.
    fn switch_to_next_scope(&mut self) -> Vec<String>;
    /// What the rows are: shown beside their number.
    fn scope_name(&self) -> &'static str;
    /// False where somebody wants none.
    fn uses_colours(&self) -> bool;
    /// None for a row without one.
    fn row_status(&self, row: usize) -> Option<RowStatus>;
    /// What ctrl-y copies.
    fn row_reference(&self, row: usize) -> String;
    /// Why this row cannot be run again, if it cannot.
    fn why_not_runnable(&self, row: usize) -> Option<&'static str>;
    /// Forgets the row for good; or says why not.
    fn forget_row(&mut self, row: usize) -> Result<(), String>;
}

/// Lets a person choose among `rows`, drawn on `screen`. The rows must be free of control characters.
pub fn run_picker(rows: Vec<String>, desk: &mut dyn PickerBackend, screen: RawFd) -> io::Result<PickerChoice> {
    let mut open = OpenPicker {
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
        let size = open.draw_screen(desk)?;
        let patience = if typed.is_empty() { -1 } else { KEY_MS };
        let keys = match open.terminal.read_input(patience)? {
            TerminalInput::End => return Ok(PickerChoice::Left),
            TerminalInput::Resized => continue,
            TerminalInput::Quiet => keys::decode_keys(&mut typed, true),
            TerminalInput::Bytes(bytes) => {
                typed.extend_from_slice(&bytes);
                keys::decode_keys(&mut typed, false)
            }
        };
        if let Some(choice) = open.press_keys(keys, size, desk)? {
            return Ok(choice);
        }
    }
}

/// A picker that is open.
struct OpenPicker {
    rows: PickerRows,
    state: PickerState,
    terminal: Terminal,
    notice: Option<String>,
    /// The row that goes if the next key is a yes.
    doomed: Option<usize>,
    /// The preview, and the row and the number of lines that it was made for.
    shown: Option<(usize, usize, Vec<String>)>,
}

impl OpenPicker {
    fn draw_screen(&mut self, desk: &mut dyn PickerBackend) -> io::Result<layout::ScreenSize> {
        let size = self.terminal.size();
        self.state.scroll_to_selection(size.list_row_count());
        let current = self.state.selected_row().map(|row| (row, size.preview_row_count()));
        if self.shown.as_ref().map(|(row, lines, _)| (*row, *lines)) != current {
            self.shown = current.map(|(row, lines)| (row, lines, desk.preview_lines(row, lines)));
        }
        let preview = self.shown.as_ref().map_or(&[][..], |(_, _, lines)| lines);
        let text = render_screen(&mut self.rows, &self.state, size, desk, (preview, self.notice.as_deref()));
        self.terminal.write(text.as_bytes())?;
        Ok(size)
    }

    fn press_keys(
        &mut self,
        keys: Vec<keys::PickerKey>,
        size: layout::ScreenSize,
        desk: &mut dyn PickerBackend,
    ) -> io::Result<Option<PickerChoice>> {
        let mut changed = false;
        for key in keys {
            if let Some(row) = self.doomed.take() {
                self.answer_forget_question(row, key, desk);
                continue;
            }
            self.notice = None;
            // Rows must match the query before one of them is picked.
            if changed && !matches!(key, keys::PickerKey::Char(_)) {
                self.state.set_matches_and_select_first(self.rows.matching_rows(&self.state.query));
                changed = false;
            }
            match self.state.press_key(key, size.list_row_count()) {
                KeyEffect::Stay => {}
                KeyEffect::Search => changed = true,
                KeyEffect::Do(RowAction::Copy, row) => {
                    let reference = desk.row_reference(row);
                    self.terminal.write(clipboard_sequence(&reference).as_bytes())?;
                    self.notice = Some(format!("copied {reference}"));
                }
                KeyEffect::Do(RowAction::Forget, row) => {
                    self.doomed = Some(row);
                    self.notice = Some(format!("forget {} for good? y/N", desk.row_reference(row)));
                }
                KeyEffect::Do(action, row) => {
                    match desk.why_not_runnable(row).filter(|_| action == RowAction::RunAgain) {
                        None => return Ok(Some(PickerChoice::Do(action, row))),
                        Some(why) => self.notice = Some(why.to_owned()),
                    }
                }
                KeyEffect::OtherScope => {
                    self.rows = PickerRows::new(desk.switch_to_next_scope());
                    (self.shown, changed) = (None, true);
                }
                KeyEffect::Leave => return Ok(Some(PickerChoice::Left)),
            }
        }
        if changed {
            self.state.set_matches_and_select_first(self.rows.matching_rows(&self.state.query));
        }
        Ok(None)
    }

    /// The key after ctrl-x: only a yes forgets.
    fn answer_forget_question(&mut self, row: usize, key: keys::PickerKey, desk: &mut dyn PickerBackend) {
        if !matches!(key, keys::PickerKey::Char('y' | 'Y')) {
            self.notice = Some("nothing was forgotten".to_owned());
            return;
        }
        let reference = desk.row_reference(row);
        self.notice = Some(match desk.forget_row(row) {
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

fn render_screen(
    rows: &mut PickerRows,
    state: &PickerState,
    size: layout::ScreenSize,
    desk: &dyn PickerBackend,
    (preview, notice): (&[String], Option<&str>),
) -> String {
    let visible = state.matches.iter().enumerate().skip(state.top).take(size.list_row_count());
    let visible: Vec<(usize, usize)> = visible.map(|(at, row)| (at, *row)).collect();
    let places: Vec<Vec<u32>> = visible.iter().map(|(_, row)| rows.matched_characters(*row, &state.query)).collect();
    let line = |((at, row), places): (&(usize, usize), Vec<u32>)| ListRow {
        text: rows.row_text(*row),
        places,
        status: desk.row_status(*row).filter(|_| desk.uses_colours()),
        is_selected: *at == state.selected,
    };
    let lines = visible.iter().zip(places).map(line).collect();
    let tally = format!("{}/{} {}", state.matches.len(), rows.len(), desk.scope_name());
    Screen { size, query: &state.query, tally: &tally, lines, preview, notice, colours: desk.uses_colours() }
        .render_to_text()
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
