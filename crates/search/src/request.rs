//! Types of a search: the request with its limits, the hits with their lines, and the answer.

use ctx_model::Scope;
use ctx_store::{Entry, SearchFilter};

pub struct SearchRequest<'a> {
    pub text: &'a str,
    pub within: &'a SearchFilter,
    pub scope: &'a Scope,
    pub now: i64,
    pub recency: bool,
    pub limit: usize,
    pub offset: usize,
    /// Bytes for the lines of one hit.
    pub room: usize,
}

#[derive(Clone, Debug)]
pub struct SearchHit {
    pub entry: Entry,
    /// The first line of the place and the last.
    pub lines: (u64, u64),
    /// What of it is shown, in order.
    pub parts: Vec<HitPart>,
    pub score: f64,
    pub layer: &'static str,
    pub snippet: Vec<String>,
    /// Older runs of the same command with the same answer.
    pub older: usize,
    /// The entry's own name was found, not a line of it.
    pub is_head: bool,
    /// A line of a log or a listing, which answers for itself.
    pub stands_alone: bool,
}

/// Lines of a hit that follow each other, and the heading that they stand under.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HitPart {
    pub lines: (u64, u64),
    pub title: Option<String>,
}

impl SearchHit {
    /// These lines of an entry, as one part; none of the rest is known.
    pub fn of_lines(entry: Entry, lines: (u64, u64), score: f64, layer: &'static str) -> SearchHit {
        SearchHit {
            entry,
            lines,
            parts: vec![HitPart { lines, title: None }],
            score,
            layer,
            snippet: Vec::new(),
            older: 0,
            is_head: false,
            stands_alone: false,
        }
    }

    /// The heading of its first lines.
    pub fn title(&self) -> Option<&str> {
        self.parts.first().and_then(|part| part.title.as_deref())
    }
}

#[derive(Default)]
pub struct SearchAnswer {
    pub hits: Vec<SearchHit>,
    pub corrected: Vec<(String, String)>,
    pub unknown: Vec<String>,
    /// Hits that are not among these, the entries they are in, and whether there may be still more.
    pub more: (usize, usize, bool),
    pub tried: Vec<&'static str>,
    /// Where nothing was found: words that are near to those asked for, and those of the question that are there.
    pub nearest: Vec<String>,
    pub present: Vec<String>,
}
