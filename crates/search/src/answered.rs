//! Whether a text that has some of the words of a question answers it.

use super::query::{Query, QueryTermAlternatives, idf};

/// What an answer has to meet of a question some of whose words are nowhere: the more sections there are, the more words
/// meet in one by chance. It grows from `AMONG_FEW` to `MISSING` between so many sections.
const AMONG_FEW: f64 = 0.15;
const MISSING: f64 = 0.6;
const FEW: f64 = 1_000.0;
const MANY: f64 = 20_000.0;

impl Query {
    /// How much of the question a text answers that has these words so often; 1 is all of it.
    pub(super) fn answered_share(&self, counts: &[f32], total: u64) -> f64 {
        let worth = |slot: &QueryTermAlternatives| f64::from(slot.idf * slot.weight);
        let asked: f64 = self.slots.iter().map(worth).sum();
        // A word that is nowhere weighs as much as one that is in a single section.
        let each = f64::from(idf(1, total));
        let missing = self.absent as f64 * each;
        let met: f64 =
            self.slots.iter().zip(counts).filter(|(_, count)| **count > 0.0).map(|(slot, _)| worth(slot)).sum();
        if asked + missing > 0.0 { met / (asked + missing) } else { 1.0 }
    }

    /// The least share of the question that an answer has to meet.
    pub(super) fn min_answered_share(&self, total: u64) -> f64 {
        // Of two words, one is enough.
        let words = self.slots.len() + self.absent;
        if self.absent == 0 || words < 3 || self.question_names_exact_target() {
            return 0.0;
        }
        let chance = match self.absent < 2 || 3 * self.absent < words {
            true => ((total.max(1) as f64 / FEW).ln() / (MANY / FEW).ln()).clamp(0.0, 1.0),
            false => 1.0,
        };
        AMONG_FEW + (MISSING - AMONG_FEW) * chance
    }

    /// What no index holds may still stand in a text: a quote, a code, a name, or a part of one. Several plain words may not.
    pub(super) fn may_occur_literally(&self) -> bool {
        self.question_names_exact_target() || self.slots.len() + self.unknown.len() < 2
    }

    /// A text that has only the corrections of a question with further words is not an answer.
    pub(super) fn text_has_more_than_corrections(&self, counts: &[f32]) -> bool {
        let others = || self.slots.iter().zip(counts).filter(|(slot, _)| !slot.corrected);
        self.corrected.is_empty() || others().next().is_none() || others().any(|(_, count)| *count > 0.0)
    }

    /// A question of three words or more is not answered by a text that has only one of them.
    pub(super) fn text_has_two_words_if_needed(&self, counts: &[f32]) -> bool {
        let telling = || self.slots.iter().zip(counts).filter(|(slot, _)| slot.weight >= 1.0);
        self.question_names_exact_target()
            || telling().count() + self.absent < 3
            || telling().filter(|(_, count)| **count > 0.0).count() > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_third_of_the_words_is_nowhere_most_of_the_others_must_be_there() {
        let slot = QueryTermAlternatives {
            ways: Vec::new(),
            others: Vec::new(),
            idf: 1.0,
            sections: 1,
            weight: 1.0,
            required: false,
            corrected: false,
        };
        let least = |slots: usize, absent: usize| {
            Query { slots: vec![slot.clone(); slots], absent, ..Query::default() }.min_answered_share(1)
        };
        assert_eq!((least(4, 2), least(1, 2)), (MISSING, MISSING));
        assert_eq!((least(2, 1), least(5, 2)), (AMONG_FEW, AMONG_FEW));
        assert_eq!((least(3, 0), least(1, 1)), (0.0, 0.0));
    }
}
