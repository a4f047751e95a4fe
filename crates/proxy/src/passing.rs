//! What passes between the connections, the conversations and the store: a request with its folds, and its account.

use ctx_fold::wire::Splice;
use ctx_fold::{CachePrice, Host, Item, Misses, ToolAct};

use super::usage::Usage;

/// Changes the messages of requests.
pub trait RequestFolder: Send + Sync {
    /// Whether requests to this target hold a conversation in a format that is known.
    fn understands(&self, target: &str) -> bool;

    /// What is sent in place of parts of the text; none if it goes unchanged and is not counted.
    fn fold(&self, target: &str, text: &[u8]) -> Option<FoldedBody>;

    /// The request of this ticket was answered, and the provider counted these tokens.
    fn answered(&self, ticket: RequestTicket, usage: Usage);

    /// Completes what is still to be written, and says in one line what was saved.
    fn finish(&self) -> Option<String>;
}

/// A request that was understood.
pub struct FoldedBody {
    /// In order.
    pub splices: Vec<Splice>,
    pub ticket: RequestTicket,
}

/// What is to be known of a request when its answer has come.
#[derive(Clone, Debug)]
pub struct RequestTicket {
    /// The conversation's number.
    pub conversation: u64,
    pub model: String,
    /// Bytes of the request as it came, and as it was sent.
    pub plain: usize,
    pub sent: usize,
    pub effect: FoldEffect,
    /// The provider had nothing of it in its cache.
    pub is_cold: bool,
    pub price: CachePrice,
    /// Why nothing more is folded in it.
    pub beside: Option<&'static str>,
}

/// What folding did to one request, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoldEffect {
    /// Not sent, of items that were sent before.
    pub less: usize,
    /// Not sent, of new items.
    pub less_new: usize,
    /// Sent anew, because a text before them has changed.
    pub again: usize,
}

/// A host of the engine that stores texts ahead of time, and keeps the accounts.
pub trait StoringFoldHost: Host + Send {
    /// Begins to store what may be folded later; the reference that it will have. Nobody waits for it.
    fn ahead(&mut self, item: &Item<'_>, act: &ToolAct) -> String;

    /// Whether a text is stored under this reference.
    fn is_stored(&self, reference: &str) -> bool;

    /// A request was answered. Nobody waits for this to be noted.
    fn spent(&mut self, spent: RequestUsage);

    /// Completes what is still to be written, and says in one line what was saved.
    fn finish(&mut self) -> Option<String>;
}

/// What a request was, and what the provider counted.
#[derive(Clone, Debug)]
pub struct RequestUsage {
    pub ticket: RequestTicket,
    pub usage: Usage,
    /// Folds and misses of the conversation so far.
    pub misses: Misses,
}
