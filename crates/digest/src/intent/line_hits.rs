//! The lines of an output that hold words of the question, the best first.

use std::collections::HashMap;

use super::terms::Query;
use crate::part::{indentation_width, is_blank};
use crate::shape;
use ctx_text::text::Text;

/// A hit is judged together with the lines around it.
const BEFORE: usize = 3;
const AFTER: usize = 6;
/// The weight of a word in the heading above a hit.
const UNDER: f32 = 0.3;

pub struct LineHit {
    pub line: usize,
    pub score: f32,
    /// Which words of the question stand in the line itself, a bit each.
    pub asked: u64,
}

/// Hits, the best first: BM25 over lines, each counted with its neighbours.
pub fn rank_lines(text: &Text, query: &Query) -> Vec<LineHit> {
    let mut found: Vec<(usize, Vec<(usize, f32)>)> = Vec::new();
    let mut frequency = vec![0usize; query.terms.len()];
    for (line, content) in text.lines().enumerate() {
        let matches = query.matching_terms(content);
        if !matches.is_empty() {
            for (term, _) in &matches {
                frequency[*term] += 1;
            }
            found.push((line, matches));
        }
    }
    let total = text.len() as f32;
    let idf: Vec<f32> =
        frequency.iter().map(|&df| (1.0 + (total - df as f32 + 0.5) / (df as f32 + 0.5)).ln()).collect();
    let own = |matches: &[(usize, f32)]| -> f32 { matches.iter().map(|(term, weight)| idf[*term] * weight).sum() };
    let mut hits = Vec::with_capacity(found.len());
    let headings = find_enclosing_hits(text, &found);
    for (nth, (line, matches)) in found.iter().enumerate() {
        let mut best = vec![0f32; query.groups];
        for (term, weight) in matches {
            let held = &mut best[query.terms[*term].group];
            *held = held.max(idf[*term] * weight);
        }
        let near = found[..nth].iter().rev().take_while(|(other, _)| other + BEFORE >= *line);
        let near = near.chain(found[nth + 1..].iter().take_while(|(other, _)| *other <= line + AFTER));
        for (other, matches) in near {
            let decay = if other.abs_diff(*line) == 1 { 0.55 } else { 0.4 };
            for (term, weight) in matches {
                let held = &mut best[query.terms[*term].group];
                *held = held.max(idf[*term] * weight * decay);
            }
        }
        if let Some(heading) = headings[nth] {
            for (term, weight) in &found[heading].1 {
                let held = &mut best[query.terms[*term].group];
                *held = held.max(idf[*term] * weight * UNDER);
            }
        }
        let covered = best.iter().filter(|score| **score > 0.0).count() as f32 / query.groups.max(1) as f32;
        let length = 1.0 + (text.line(*line).len() as f32 / 400.0).min(2.0);
        let close = query.adjacency_factor(text.line(*line));
        let score = (best.iter().sum::<f32>() + 0.3 * own(matches)) * (0.4 + 0.6 * covered) * close / length.sqrt();
        let asked = matches.iter().fold(0u64, |asked, (term, _)| asked | 1 << (query.terms[*term].group % 64));
        hits.push(LineHit { line: *line, score, asked });
    }
    hits.sort_by(|left, right| right.score.total_cmp(&left.score).then(left.line.cmp(&right.line)));
    hits
}

/// For each of the lines found, which other one it stands under: the nearest above it that is indented less.
fn find_enclosing_hits(text: &Text, found: &[(usize, Vec<(usize, f32)>)]) -> Vec<Option<usize>> {
    let mut above: Vec<(usize, Option<usize>)> = Vec::new();
    let mut out = Vec::with_capacity(found.len());
    for (line, content) in text.lines().enumerate() {
        if is_blank(content) {
            continue;
        }
        let depth = indentation_width(content);
        while above.last().is_some_and(|(held, _)| *held >= depth) {
            above.pop();
        }
        let is_found = found.get(out.len()).is_some_and(|(next, _)| *next == line);
        let here = is_found.then_some(out.len());
        if is_found {
            out.push(above.iter().rev().find_map(|(_, found)| *found));
        }
        above.push((depth, here));
    }
    out
}

/// Hits that differ in numbers only stand together, the best group first.
pub fn group_by_shape<'a>(text: &Text, hits: &'a [LineHit]) -> Vec<Vec<&'a LineHit>> {
    let mut groups: Vec<Vec<&LineHit>> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for hit in hits.iter().take(3000) {
        let next = groups.len();
        let group = *known.entry(shape::mask_variable_parts(text.line(hit.line))).or_insert(next);
        if group == next {
            groups.push(Vec::new());
        }
        groups[group].push(hit);
    }
    groups
}
