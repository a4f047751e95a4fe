//! A query as the full-text index takes it: an expression, and what each phrase of it weighs.

use super::query::{OTHER_WORD, Query, QueryTermAlternatives};
use ctx_store::PhraseSpec;

/// Sections that a question may touch before only its rarer words choose them.
const TOUCHED: u64 = 5_000;

impl Query {
    /// The words as an FTS5 expression with what each phrase of it weighs, and whether only the newest are to be seen.
    pub fn fts_expression(&self) -> Option<(String, Vec<PhraseSpec>, bool)> {
        if self.slots.is_empty() {
            return None;
        }
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        order.sort_by_key(|&slot| self.slots[slot].sections);
        let mut touched = 0;
        let choosing: Vec<usize> = order
            .iter()
            .copied()
            .enumerate()
            .take_while(|&(place, slot)| {
                touched += self.slots[slot].sections;
                place == 0 || touched <= TOUCHED
            })
            .map(|(_, slot)| slot)
            .collect();
        let too_common = self.slots[order[0]].sections > TOUCHED;
        let mut phrases = Vec::new();
        let mut groups = Vec::new();
        for slot in (0..self.slots.len()).filter(|&slot| self.slots[slot].required) {
            groups.push(self.fts_alternatives(&[slot], 0.0, &mut phrases));
        }
        let helped = self.slots.iter().any(|slot| !slot.others.is_empty());
        if groups.is_empty() && (choosing.len() < self.slots.len() || helped) {
            groups.push(self.fts_alternatives(&choosing, 0.0, &mut phrases));
        }
        let all: Vec<usize> = (0..self.slots.len()).collect();
        if !self.lent.is_empty() {
            // A section with none of the question's own words is not an answer.
            if groups.is_empty() {
                groups.push(self.fts_alternatives(&all, 0.0, &mut phrases));
            }
            let mut asked = self.fts_alternatives(&all, 1.0, &mut phrases);
            asked.pop();
            for (at, (stem, weight)) in self.lent.iter().enumerate() {
                asked.push_str(&format!(" OR {}", fts_phrase(std::slice::from_ref(stem))));
                phrases.push(PhraseSpec { slot: (self.slots.len() + at) as u32, weight: 1.0, idf: *weight });
            }
            groups.push(format!("{asked})"));
        } else {
            groups.push(self.fts_alternatives(&all, 1.0, &mut phrases));
        }
        let mut expression = groups.join(" AND ");
        if !self.excluded.is_empty() {
            let out: Vec<String> = self.excluded.iter().map(|stems| fts_phrase(stems)).collect();
            phrases.extend(out.iter().map(|_| PhraseSpec { slot: 0, weight: 0.0, idf: 0.0 }));
            expression = format!("({expression}) NOT ({})", out.join(" OR "));
        }
        Some((expression, phrases, too_common))
    }

    fn fts_alternatives(&self, slots: &[usize], weight: f32, phrases: &mut Vec<PhraseSpec>) -> String {
        let mut ways = Vec::new();
        for &slot in slots {
            let QueryTermAlternatives { ways: own, others, idf, weight: said, .. } = &self.slots[slot];
            let idf = idf * said;
            for (stems, own) in own {
                ways.push(fts_phrase(stems));
                phrases.push(PhraseSpec { slot: slot as u32, weight: weight * own, idf });
            }
            // Without a weight, the words only choose.
            for other in others.iter().filter(|_| weight > 0.0) {
                ways.push(fts_phrase(std::slice::from_ref(other)));
                phrases.push(PhraseSpec { slot: slot as u32, weight: weight * OTHER_WORD, idf });
            }
        }
        format!("({})", ways.join(" OR "))
    }
}

/// Stems hold no quote: they are letters, digits and characters beyond ASCII.
fn fts_phrase(stems: &[String]) -> String {
    format!("\"{}\"", stems.join(" "))
}
