//! The conversations that pass, each with an engine of its own, and their requests with folds in them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use ctx_fold::wire::{self, Format, Request, Splice};
use ctx_fold::{Engine, Fold, Host, Item, Options, Part, Price};

use super::server::Folder;

/// Conversations that are remembered. One that was forgotten is decided again from its start, with the same result.
const MOST: usize = 32;

/// Folds requests with what `H` knows of tools, texts and the store.
pub struct Conversations<H> {
    inner: Mutex<Inner<H>>,
}

struct Inner<H> {
    host: H,
    known: Vec<Known>,
    count: u64,
}

/// A conversation as far as it was seen.
struct Known {
    format: Format,
    engine: Engine,
    /// What each item was: a request goes on with this conversation if it begins with the same items.
    marks: Vec<u64>,
    used: u64,
}

impl<H: Host + Send> Conversations<H> {
    pub fn new(host: H) -> Conversations<H> {
        Conversations { inner: Mutex::new(Inner { host, known: Vec::new(), count: 0 }) }
    }
}

impl<H: Host + Send> Conversations<H> {
    /// The ids, halves and texts of what is folded in a request, for a host that puts them in place itself.
    pub fn folds(&self, format: Format, text: &[u8]) -> Option<Vec<(String, Part, String)>> {
        self.decide(format, text, |request, engine| {
            let of = |item: &Item<'_>, part| Some(engine.fold_of(&item.id, part, item.size())?.text.as_str());
            let owned = |(at, part, text): (usize, Part, &str)| {
                (request.conversation.items[at].id.clone().into_owned(), part, text.to_owned())
            };
            request.folded(of).into_iter().map(owned).collect()
        })
    }

    /// Reads a request, lets the engine of its conversation decide, and gives both to `take`.
    fn decide<T>(&self, format: Format, text: &[u8], take: impl FnOnce(&Request<'_>, &Engine) -> T) -> Option<T> {
        // One at a time: each needs about as much memory again as its request has bytes.
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let request = wire::read(format, text)?;
        let conversation = &request.conversation;
        // A first question, a title, a count: there is nothing to fold.
        if conversation.calls.is_empty() {
            return None;
        }
        let marks: Vec<u64> = conversation.items.iter().map(mark).collect();
        // Taken out while it is worked with: if that fails, it begins anew.
        let mut known = inner.take(format, &marks, request.base);
        known.engine.step(conversation, &mut inner.host);
        known.marks = marks;
        let taken = take(&request, &known.engine);
        inner.known.push(known);
        Some(taken)
    }
}

impl<H: Host + Send> Folder for Conversations<H> {
    fn understands(&self, target: &str) -> bool {
        Format::of(target).is_some()
    }

    fn fold(&self, target: &str, text: &[u8]) -> Option<Vec<Splice>> {
        self.decide(Format::of(target)?, text, |request, engine| {
            let of = |item: &Item<'_>, part| engine.fold_of(&item.id, part, item.size());
            request.write(|item, part| of(item, part).map(|fold: &Fold| fold.text.as_str()))
        })
    }
}

impl<H> Inner<H> {
    /// The conversation that these items go on with, or a new one.
    fn take(&mut self, format: Format, marks: &[u64], base: usize) -> Known {
        self.count += 1;
        let goes_on = |known: &Known| known.format == format && marks.starts_with(&known.marks);
        let longest =
            (0..self.known.len()).filter(|at| goes_on(&self.known[*at])).max_by_key(|at| self.known[*at].marks.len());
        if let Some(at) = longest {
            return Known { used: self.count, ..self.known.swap_remove(at) };
        }
        if self.known.len() >= MOST
            && let Some(oldest) = (0..self.known.len()).min_by_key(|at| self.known[*at].used)
        {
            self.known.swap_remove(oldest);
        }
        let price = if format == Format::Messages { Price::ANTHROPIC } else { Price::OPENAI };
        let options = Options { price, base, ..Options::default() };
        Known { format, engine: Engine::new(options), marks: Vec::new(), used: self.count }
    }
}

fn mark(item: &Item<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (item.kind, item.role, &item.id, &item.text, item.media).hash(&mut hasher);
    hasher.finish()
}
