//! Hits that are near to each other in one text, as one: the place is what a reader opens.

use super::SearchHit;
use super::window::MOST_LINES;

/// Lines between two hits that still are one place.
const BETWEEN: u64 = 12;
/// A longer place is two.
const LONGEST: u64 = 40;
/// So few lines between two parts are shown: a mark would take as much.
const BRIDGED: u64 = 2;

/// True if both hits are lines of one place of one text, and no more together than one hit may show.
pub fn are_near_enough_to_merge(hit: &SearchHit, other: &SearchHit) -> bool {
    let is_text = |hit: &SearchHit| !hit.is_head && !hit.stands_alone && hit.snippet.is_empty();
    let (first, last) = (hit.lines.0.min(other.lines.0), hit.lines.1.max(other.lines.1));
    let shown = |hit: &SearchHit| hit.parts.iter().map(|part| part.lines.1 + 1 - part.lines.0).sum::<u64>();
    let between = hit.lines.0.max(other.lines.0).saturating_sub(hit.lines.1.min(other.lines.1) + 1);
    hit.entry.row == other.entry.row
        && hit.entry.id == other.entry.id
        && is_text(hit)
        && is_text(other)
        && between <= BETWEEN
        && last - first < LONGEST
        && shown(hit) + shown(other) <= MOST_LINES as u64
}

/// Joins the hits of each place to its best one. They come best first.
pub fn merge_hits_by_place(hits: Vec<SearchHit>) -> Vec<SearchHit> {
    let mut places: Vec<SearchHit> = Vec::with_capacity(hits.len());
    for hit in hits {
        match places.iter_mut().find(|place| are_near_enough_to_merge(place, &hit)) {
            Some(place) => {
                place.lines = (place.lines.0.min(hit.lines.0), place.lines.1.max(hit.lines.1));
                place.parts.extend(hit.parts);
                place.parts.sort_unstable();
                place.parts.dedup_by(|next, part| {
                    let is_near = next.lines.0 <= part.lines.1 + 1 + BRIDGED;
                    if is_near {
                        part.lines.1 = part.lines.1.max(next.lines.1);
                    }
                    is_near
                });
            }
            None => places.push(hit),
        }
    }
    places
}
