//! The query, the selection, and the effect of each key.

use super::keys::{PickerKey, RowAction};

#[derive(Debug, Default)]
pub struct PickerState {
    pub query: String,
    /// Rows that match, best first.
    pub matches: Vec<usize>,
    /// Which of `matches` is selected.
    pub selected: usize,
    /// The first of `matches` that is on the screen.
    pub top: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub enum KeyEffect {
    Stay,
    /// The query changed: call `set_matches_and_select_first`.
    Search,
    /// The user wants this of this row.
    Do(RowAction, usize),
    /// Other rows are wanted.
    OtherScope,
    Leave,
}

impl PickerState {
    pub fn selected_row(&self) -> Option<usize> {
        self.matches.get(self.selected).copied()
    }

    /// Sets new matches and selects the best.
    pub fn set_matches_and_select_first(&mut self, matches: Vec<usize>) {
        (self.matches, self.selected, self.top) = (matches, 0, 0);
    }

    /// `page` rows of matches are on the screen.
    pub fn press_key(&mut self, key: PickerKey, page: usize) -> KeyEffect {
        let last = self.matches.len().saturating_sub(1);
        match key {
            PickerKey::Up => self.selected = self.selected.saturating_sub(1),
            PickerKey::Down => self.selected = (self.selected + 1).min(last),
            PickerKey::PageUp => self.selected = self.selected.saturating_sub(page.max(1)),
            PickerKey::PageDown => self.selected = (self.selected + page.max(1)).min(last),
            PickerKey::First => self.selected = 0,
            PickerKey::Last => self.selected = last,
            PickerKey::Do(action) => {
                return self.selected_row().map_or(KeyEffect::Stay, |row| KeyEffect::Do(action, row));
            }
            PickerKey::Scope => return KeyEffect::OtherScope,
            PickerKey::Leave => return KeyEffect::Leave,
            PickerKey::Char(c) => {
                self.query.push(c);
                return KeyEffect::Search;
            }
            PickerKey::Backspace | PickerKey::DeleteWord | PickerKey::Clear => return self.shorten_query(key),
        }
        self.scroll_to_selection(page);
        KeyEffect::Stay
    }

    fn shorten_query(&mut self, key: PickerKey) -> KeyEffect {
        let before = self.query.len();
        match key {
            PickerKey::Backspace => drop(self.query.pop()),
            PickerKey::DeleteWord => {
                let words = self.query.trim_end();
                let end = words
                    .rfind(char::is_whitespace)
                    .map_or(0, |space| space + words[space..].chars().next().map_or(0, char::len_utf8));
                self.query.truncate(end);
            }
            _ => self.query.clear(),
        }
        if self.query.len() == before { KeyEffect::Stay } else { KeyEffect::Search }
    }

    /// Keeps the selected row on a screen of `page` rows, also after a resize.
    pub fn scroll_to_selection(&mut self, page: usize) {
        let page = page.max(1);
        if self.selected < self.top {
            self.top = self.selected;
        } else if self.selected >= self.top + page {
            self.top = self.selected + 1 - page;
        }
        self.top = self.top.min(self.matches.len().saturating_sub(page));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(matches: usize) -> PickerState {
        let mut state = PickerState::default();
        state.set_matches_and_select_first((100..100 + matches).collect());
        state
    }

    #[test]
    fn the_selected_row_stays_on_the_screen() {
        let mut state = with(10);
        let press = |state: &mut PickerState, key| {
            assert_eq!(state.press_key(key, 4), KeyEffect::Stay);
            (state.selected, state.top)
        };
        assert_eq!(press(&mut state, PickerKey::Up), (0, 0));
        assert_eq!(press(&mut state, PickerKey::PageDown), (4, 1));
        assert_eq!(press(&mut state, PickerKey::PageDown), (8, 5));
        assert_eq!(press(&mut state, PickerKey::PageDown), (9, 6));
        assert_eq!(press(&mut state, PickerKey::Down), (9, 6));
        assert_eq!(press(&mut state, PickerKey::PageUp), (5, 5));
        assert_eq!(press(&mut state, PickerKey::First), (0, 0));
        assert_eq!(press(&mut state, PickerKey::Last), (9, 6));
        state.scroll_to_selection(20);
        assert_eq!(state.top, 0);
        state.scroll_to_selection(1);
        assert_eq!((state.selected, state.top), (9, 9));
    }

    #[test]
    fn typing_edits_the_query() {
        let mut state = with(3);
        for c in "cargo tést".chars() {
            assert_eq!(state.press_key(PickerKey::Char(c), 4), KeyEffect::Search);
        }
        assert_eq!(state.press_key(PickerKey::Backspace, 4), KeyEffect::Search);
        assert_eq!(state.query, "cargo tés");
        state.press_key(PickerKey::DeleteWord, 4);
        assert_eq!(state.query, "cargo ");
        state.press_key(PickerKey::DeleteWord, 4);
        assert_eq!(state.query, "");
        assert_eq!(
            [PickerKey::Backspace, PickerKey::DeleteWord, PickerKey::Clear].map(|key| state.press_key(key, 4)),
            [KeyEffect::Stay, KeyEffect::Stay, KeyEffect::Stay]
        );
    }

    #[test]
    fn enter_picks_the_row_and_not_its_place_in_the_list() {
        let mut state = with(3);
        state.press_key(PickerKey::Down, 4);
        for action in [RowAction::Print, RowAction::Page, RowAction::RunAgain, RowAction::Copy, RowAction::Forget] {
            assert_eq!(state.press_key(PickerKey::Do(action), 4), KeyEffect::Do(action, 101));
        }
        assert_eq!(state.press_key(PickerKey::Scope, 4), KeyEffect::OtherScope);
        assert_eq!(state.press_key(PickerKey::Leave, 4), KeyEffect::Leave);
        state.set_matches_and_select_first(Vec::new());
        assert_eq!(state.press_key(PickerKey::Do(RowAction::Print), 4), KeyEffect::Stay);
        assert_eq!(state.press_key(PickerKey::Do(RowAction::Forget), 4), KeyEffect::Stay);
        assert_eq!(state.press_key(PickerKey::Down, 4), KeyEffect::Stay);
        assert_eq!(state.selected_row(), None);
    }
}
