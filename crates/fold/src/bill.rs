//! What the requests of a conversation held and cost, with folding and without.

use serde::Serialize;

use crate::host::ToolAct;
use crate::model::ItemKind;
use crate::notes::{FoldState, ItemNotes};

/// What the bytes of a request are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteClass {
    /// Words of the user, the host and the model.
    Said,
    Thinking,
    Read,
    Run,
    /// Inputs and results of changes.
    Change,
    Other,
    /// Stubs and digests.
    Folded,
}

impl ByteClass {
    pub const ALL: [(ByteClass, &'static str); 7] = [
        (ByteClass::Said, "said"),
        (ByteClass::Thinking, "thinking"),
        (ByteClass::Read, "read"),
        (ByteClass::Run, "run"),
        (ByteClass::Change, "change"),
        (ByteClass::Other, "other"),
        (ByteClass::Folded, "folded"),
    ];
}

/// The bytes of one request, by class, without the system prompt and the tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SentBytes {
    pub classes: [usize; 7],
    /// What the request would have held without folding.
    pub plain: usize,
}

impl SentBytes {
    pub(crate) fn count_by_class(notes: &ItemNotes, start: usize, end: usize) -> SentBytes {
        let mut sent = SentBytes::default();
        for at in start..end {
            let note = &notes.items[at];
            let class = match (note.kind, note.state, notes.tool_act_of(at)) {
                (ItemKind::Text, ..) => ByteClass::Said,
                (ItemKind::Thinking, ..) => ByteClass::Thinking,
                (_, FoldState::Folded(_) | FoldState::Short | FoldState::Digested, _) => ByteClass::Folded,
                (_, _, ToolAct::Read { .. }) => ByteClass::Read,
                (_, _, ToolAct::Run { .. } | ToolAct::Watch) => ByteClass::Run,
                (_, _, ToolAct::Change { .. }) => ByteClass::Change,
                _ => ByteClass::Other,
            };
            sent.classes[class as usize] += note.now;
            sent.plain += note.size;
        }
        sent
    }
}

/// The sums over a conversation. Costs are in bytes that are neither read from a cache nor written to one.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ConversationBill {
    pub paid: f64,
    pub plain: f64,
    /// What folding saved by the prices that it is decided by.
    pub(crate) saved: f64,
    pub calls: Vec<SentBytes>,
    /// Hard words that the model gave to tools, and those of them that stood nowhere in sight any more.
    pub words: u64,
    pub lost: u64,
    /// Inputs with at least one such word: each may mean that something is fetched again.
    pub again: u64,
}
