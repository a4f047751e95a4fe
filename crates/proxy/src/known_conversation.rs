//! One conversation as far as it was seen: what its items were, its engine, and what became of texts that the agent itself
//! cleared.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use ctx_fold::wire::{CLEARED, Format, Request};
use ctx_fold::{CallHalf, Conversation, ConversationItem, EngineHost, FoldEngine, FoldOptions, ItemKind};

use super::account::FoldEffect;
use crate::fold::FoldHost;

/// Texts of this size and more are stored before they are folded, while nobody waits.
const AHEAD: usize = 1000;
/// A result that got so much shorter was shortened by somebody.
const SHORTENED: usize = 500;

/// What an item was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemFingerprint {
    item: u64,
    text: u64,
    size: usize,
    /// A result or an input; words do not change.
    is_part: bool,
    is_cleared: bool,
}

impl ItemFingerprint {
    pub fn from_item(item: &ConversationItem<'_>) -> ItemFingerprint {
        ItemFingerprint {
            item: hash_value(&(item.kind, item.role, &item.id)),
            text: hash_value(&(&item.text, item.media)),
            size: item.sent_bytes(),
            is_part: item.call_half().is_some(),
            is_cleared: is_cleared_result(item),
        }
    }
}

fn hash_value(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

fn is_cleared_result(item: &ConversationItem<'_>) -> bool {
    item.kind == ItemKind::Result && CLEARED.contains(&item.text.trim())
}

/// How a request goes on with a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversationContinuation {
    /// With more at its end; the agent may have cleared results.
    Same,
    /// Somebody has shortened texts in it.
    Shortened,
    No,
}

/// A conversation.
#[derive(Clone)]
pub struct KnownConversation {
    pub format: Format,
    pub engine: FoldEngine,
    pub marks: Vec<ItemFingerprint>,
    /// Told from others by this.
    pub number: u64,
    pub used: u64,
    /// When its last request came.
    pub last: Option<i64>,
    /// The reference that each result would be stored under.
    references: HashMap<String, String>,
    /// Lines in place of results that the agent cleared.
    cleared: HashMap<String, String>,
    /// Who else shortens it, if somebody does: then nothing more is folded.
    pub beside: Option<&'static str>,
    /// Its last request came so late that the provider has nothing of it any more.
    pub is_cold: bool,
    /// What stood in place of its items in the last request.
    shown: HashMap<usize, u64>,
}

impl KnownConversation {
    pub fn new(format: Format, options: FoldOptions, used: u64) -> KnownConversation {
        KnownConversation {
            format,
            engine: FoldEngine::new(options),
            marks: Vec::new(),
            number: used,
            used,
            last: None,
            references: HashMap::new(),
            cleared: HashMap::new(),
            beside: None,
            is_cold: false,
            shown: HashMap::new(),
        }
    }

    /// Whether a request with these items goes on with it.
    pub fn how_request_continues(&self, marks: &[ItemFingerprint]) -> ConversationContinuation {
        if self.marks.len() > marks.len() {
            return ConversationContinuation::No;
        }
        let mut found = ConversationContinuation::Same;
        for (before, now) in self.marks.iter().zip(marks) {
            if before.item != now.item {
                return ConversationContinuation::No;
            }
            if before.text == now.text || before.is_cleared || now.is_cleared {
                continue;
            }
            if !before.is_part || before.size < now.size + SHORTENED {
                return ConversationContinuation::No;
            }
            found = ConversationContinuation::Shortened;
        }
        found
    }

    /// What is sent in place of this half of a call.
    pub fn replacement_text(&self, item: &ConversationItem<'_>, part: CallHalf) -> Option<&str> {
        let fold = self.engine.find_fold(&item.id, part, item.sent_bytes()).map(|fold| fold.text.as_str());
        fold.or_else(|| self.cleared.get(&*item.id).filter(|_| is_cleared_result(item)).map(String::as_str))
    }

    /// What the texts in place of items do to a request that goes on with it.
    pub fn measure_and_remember_fold_effect(&mut self, request: &Request<'_>) -> FoldEffect {
        let (conversation, before) = (&request.conversation, self.marks.len());
        let folded = request.items_with_replacements(|item, part| self.replacement_text(item, part));
        let now: HashMap<usize, (u64, usize)> =
            folded.into_iter().map(|(at, _, text)| (at, (hash_value(&text), text.len()))).collect();
        let differs = |at: &usize| now.get(at).map(|now| now.0) != self.shown.get(at).copied();
        let first = (0..before.min(conversation.items.len())).find(differs);
        let mut effect = FoldEffect::default();
        for (at, item) in conversation.items.iter().enumerate() {
            let sent = now.get(&at).map_or(item.sent_bytes(), |now| now.1);
            let less = item.sent_bytes().saturating_sub(sent);
            *(if at < before { &mut effect.less } else { &mut effect.less_new }) += less;
            if at < before && first.is_some_and(|first| at >= first) {
                effect.again += sent;
            }
        }
        self.shown = now.into_iter().map(|(at, (hash, _))| (at, hash)).collect();
        effect
    }

    /// Gives each result that the agent cleared a line that leads to its bytes, if they are stored. It stays the same.
    pub fn add_lines_for_cleared_results(&mut self, conversation: &Conversation<'_>, host: &FoldHost<'_>) {
        for item in conversation.items.iter().filter(|item| is_cleared_result(item)) {
            if !self.cleared.contains_key(&*item.id)
                && let Some(reference) = self.references.get(&*item.id).filter(|reference| host.is_stored(reference))
            {
                self.cleared
                    .insert(item.id.clone().into_owned(), render_line_for_cleared_result(reference, &item.tool));
            }
        }
    }

    /// Begins to store what is new in a request and may be folded, now or one day.
    pub fn begin_storing_new_items(&mut self, conversation: &Conversation<'_>, host: &FoldHost<'_>) {
        let new = &conversation.items[self.marks.len().min(conversation.items.len())..];
        for item in new {
            if item.call_half().is_none() || item.pinned || item.text.len() < AHEAD || is_cleared_result(item) {
                continue;
            }
            let is_its_input = |input: &&ConversationItem<'_>| input.kind == ItemKind::Input && input.id == item.id;
            let input = conversation.items.iter().rev().find(is_its_input);
            let act = host.classify_tool_call(&item.tool, input.map_or("", |input| &input.text));
            let reference = host.begin_storing_and_get_reference(item, &act);
            if item.kind == ItemKind::Result {
                self.references.insert(item.id.clone().into_owned(), reference);
            }
        }
    }
}

/// In place of the agent's own words about something that it cleared.
fn render_line_for_cleared_result(reference: &str, tool: &str) -> String {
    let space = if tool.is_empty() { "" } else { " " };
    format!("[ctx:{reference}] {tool}{space}· cleared by the agent · all of it: ctx get {reference}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctx_fold::MessageRole;

    fn marks(texts: &[(&'static str, &'static str)]) -> Vec<ItemFingerprint> {
        let item = |&(id, text): &(&'static str, &'static str)| match id {
            "" => ConversationItem::text_item(MessageRole::User, text),
            id => ConversationItem::tool_result_item(id, "Bash", text),
        };
        texts.iter().map(|text| ItemFingerprint::from_item(&item(text))).collect()
    }

    #[test]
    fn a_conversation_is_known_again() {
        const LONG: &str = concat!("0123456789", "0123456789", "0123456789", "0123456789", "0123456789", "0123456789");
        let long: &'static str = Box::leak(LONG.repeat(20).into_boxed_str());
        let mut known = KnownConversation::new(Format::Messages, FoldOptions::default(), 0);
        known.marks = marks(&[("", "look"), ("a", long), ("b", "short")]);
        let goes_on = |texts: &[(&'static str, &'static str)]| known.how_request_continues(&marks(texts));
        assert_eq!(goes_on(&[("", "look"), ("a", long), ("b", "short"), ("", "more")]), ConversationContinuation::Same);
        assert_eq!(
            goes_on(&[("", "look"), ("a", CLEARED[0]), ("b", "short")]),
            ConversationContinuation::Same,
            "cleared by the host"
        );
        assert_eq!(goes_on(&[("", "look"), ("a", "[removed]"), ("b", "short")]), ConversationContinuation::Shortened);
        assert_eq!(goes_on(&[("", "look"), ("a", long), ("b", "other")]), ConversationContinuation::No);
        assert_eq!(goes_on(&[("", "else"), ("a", long), ("b", "short")]), ConversationContinuation::No, "other words");
        assert_eq!(goes_on(&[("", "look"), ("a", long)]), ConversationContinuation::No, "it went back");
    }
}
