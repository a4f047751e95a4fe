//! BM25 outside of the full-text query: whole texts, and factors for sections of prose and of what was captured.

use super::rank::{B, K1};

/// What a whole text is worth: BM25 over all its sections as one, with a length that is compared with the average text.
pub fn whole_text_score(counts: &[f32], idf: &[f32], length: f64) -> f64 {
    bm25(counts, idf, (1.2, B), length)
}

/// The factor for a section of a document in prose, where long sections are not worse by as much as in code or output.
pub fn prose_score_factor(counts: &[f32], idf: &[f32], length: f64) -> f64 {
    const PROSE_B: f64 = 0.5;
    let own = bm25(counts, idf, (K1, B), length);
    if own > 0.0 { bm25(counts, idf, (K1, PROSE_B), length) / own } else { 1.0 }
}

/// The factor for a section of a message or an output: such a section gains nothing by being very short, and little by
/// saying a word again. One line is not better than ten.
pub fn message_or_output_score_factor(counts: &[f32], idf: &[f32], length: f64) -> f64 {
    const SHORT: f64 = 0.5;
    const CAPTURED_K1: f64 = 1.5;
    let own = bm25(counts, idf, (K1, B), length);
    if own > 0.0 { bm25(counts, idf, (CAPTURED_K1, B), length.max(SHORT)) / own } else { 1.0 }
}

fn bm25(counts: &[f32], idf: &[f32], (k1, b): (f64, f64), length: f64) -> f64 {
    let norm = k1 * (1.0 - b + b * length);
    let worth =
        |(&times, &idf): (&f32, &f32)| f64::from(idf) * f64::from(times) * (k1 + 1.0) / (f64::from(times) + norm);
    counts.iter().zip(idf).map(worth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_captured_section_gains_nothing_by_being_short() {
        let score = |length: f64| {
            bm25(&[1.0], &[2.0], (K1, B), length) * message_or_output_score_factor(&[1.0], &[2.0], length)
        };
        assert!((score(0.05) - score(0.5)).abs() < 1e-9);
        assert!(score(0.5) > score(1.0));
        assert_eq!(message_or_output_score_factor(&[0.0], &[2.0], 1.0), 1.0);
    }

    #[test]
    fn of_two_texts_with_the_same_words_the_shorter_is_worth_more() {
        let idf = [2.0, 3.0];
        assert!(whole_text_score(&[1.0, 1.0], &idf, 1.0) > whole_text_score(&[1.0, 1.0], &idf, 20.0));
        assert!(whole_text_score(&[1.0, 1.0], &idf, 1.0) > whole_text_score(&[2.0, 0.0], &idf, 1.0));
    }
}
