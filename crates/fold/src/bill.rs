//! What the requests of a conversation held and cost, with folding and without.

use serde::Serialize;

use crate::host::ToolAct;
use crate::model::ItemKind;
use crate::notes::{ConversationNotes, FoldState};

/// The bytes of one request by what they are, without the system prompt and the tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RequestBytesByClass {
    /// Words of the user, the host and the model.
    pub said: usize,
    pub thinking: usize,
    pub read: usize,
    pub run: usize,
    /// Inputs and results of changes.
    pub change: usize,
    pub other: usize,
    /// Stubs and digests.
    pub folded: usize,
    /// What the request would have held without folding.
    pub plain: usize,
}

impl RequestBytesByClass {
    pub(crate) fn count_by_class(notes: &ConversationNotes, start: usize, end: usize) -> RequestBytesByClass {
        let mut sent = RequestBytesByClass::default();
        for at in start..end {
            let note = &notes.items[at];
            let class = match (note.kind, note.state, notes.tool_act_of(at)) {
                (ItemKind::Text, ..) => &mut sent.said,
                (ItemKind::Thinking, ..) => &mut sent.thinking,
                (_, FoldState::Folded(_) | FoldState::Short | FoldState::Digested, _) => &mut sent.folded,
                (_, _, ToolAct::Read { .. }) => &mut sent.read,
                (_, _, ToolAct::Run { .. } | ToolAct::Watch) => &mut sent.run,
                (_, _, ToolAct::Change { .. }) => &mut sent.change,
                _ => &mut sent.other,
            };
            *class += note.now;
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
    pub calls: Vec<RequestBytesByClass>,
    /// Hard words that the model gave to tools, and those of them that stood nowhere in sight any more.
    pub words: u64,
    pub lost: u64,
    /// Inputs with at least one such word: each may mean that something is fetched again.
    pub again: u64,
}
