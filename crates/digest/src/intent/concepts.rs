//! A thesaurus: the words that people use, and the words that tools print for them.

/// Words that outputs use for a stem of the question.
pub fn related_words(stem: &str) -> impl Iterator<Item = &'static str> {
    let rows = include_str!("concepts.txt").lines().filter(|row| !row.starts_with('#'));
    let mut split = rows.filter_map(|row| row.split_once(": "));
    let row = split.find(|(asked, _)| ctx_shell::is_word_in_list(asked, stem));
    row.into_iter().flat_map(|(_, told)| told.split(", "))
}
