//! The requests of four wire formats: read into the model, and written back with folds in place of single texts, so that
//! every other byte stays as it came.

mod chat;
mod conditions;
mod gemini;
pub(crate) mod messages;
mod reader;
pub(crate) mod responses;
#[cfg(test)]
mod tests;

use ctx_text::json;

use crate::model::{CallHalf, Conversation, ConversationItem};
pub use conditions::{CLEARED, FoldingConditions};
pub use reader::Splice;
pub(crate) use reader::{RequestReader, TextPlace, json_quote};

/// A format of requests to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Anthropic Messages.
    Messages,
    /// OpenAI Responses.
    Responses,
    /// OpenAI Chat Completions, and everybody who speaks it.
    Chat,
    /// Gemini `generateContent`.
    Gemini,
}

impl Format {
    /// The format of requests to this target, by the end of its path.
    pub fn from_request_target(target: &str) -> Option<Format> {
        const ENDS: [(&str, Format); 7] = [
            ("/messages", Format::Messages),
            ("/messages/count_tokens", Format::Messages),
            ("/responses", Format::Responses),
            ("/chat/completions", Format::Chat),
            (":generateContent", Format::Gemini),
            (":streamGenerateContent", Format::Gemini),
            (":countTokens", Format::Gemini),
        ];
        let path = target.split('?').next().unwrap_or_default().trim_end_matches('/');
        ENDS.iter().find(|(end, _)| path.ends_with(end)).map(|(_, format)| *format)
    }

    /// The field that holds the conversation.
    fn conversation_field(self) -> &'static str {
        match self {
            Format::Messages | Format::Chat => "messages",
            Format::Responses => "input",
            Format::Gemini => "contents",
        }
    }
}

/// A request that was understood.
#[derive(Debug)]
pub struct Request<'a> {
    pub conversation: Conversation<'a>,
    /// Bytes of the request beside its conversation: the system prompt and the tools.
    pub base: usize,
    pub terms: FoldingConditions<'a>,
    places: Vec<TextPlace>,
}

/// Reads the body of a request; none if it is not understood. It is sent unchanged then.
pub fn parse_request_body(format: Format, body: &[u8]) -> Option<Request<'_>> {
    let text = std::str::from_utf8(body).ok()?;
    let (root, end) = json::parse_first_value(text).ok()??;
    if !root.is_object() || !text[end..].trim_ascii().is_empty() {
        return None;
    }
    // Gemini's Code Assist has the same request inside another one.
    let inner =
        root.get("request").filter(|_| format == Format::Gemini && root.get(format.conversation_field()).is_none());
    let outer = root;
    let root = inner.unwrap_or(root);
    // A field that is there twice is read in two ways.
    let mut lists = root.fields().filter(|(name, _)| *name == format.conversation_field()).map(|(_, list)| list);
    let list = lists.next().filter(|list| list.is_array())?;
    if lists.next().is_some() {
        return None;
    }
    let mut reader = RequestReader::new(text);
    for message in list.items() {
        match format {
            Format::Messages => messages::read_message(&mut reader, message),
            Format::Responses => responses::read_openai_response_item(&mut reader, message),
            Format::Chat => chat::read_message(&mut reader, message),
            Format::Gemini => gemini::read_gemini_content(&mut reader, message),
        }?;
    }
    let base = body.len() - list.raw().len();
    let mut terms = conditions::read_folding_conditions(format, root, list, &reader.conversation);
    if terms.model.is_empty() {
        terms.model = outer.text_field("model").unwrap_or_default();
    }
    Some(Request { conversation: reader.conversation, base, terms, places: reader.places })
}

impl Request<'_> {
    /// The items that another text takes the place of; `text` gives the texts. The input of a call in the last answer is
    /// not among them: what the model has just said stays.
    pub fn items_with_replacements<'t>(
        &self,
        mut text: impl FnMut(&ConversationItem<'_>, CallHalf) -> Option<&'t str>,
    ) -> Vec<(usize, CallHalf, &'t str)> {
        let last = self.conversation.calls.last().copied().unwrap_or(usize::MAX);
        let may_change = |at: usize, item: &ConversationItem<'_>| {
            item.call_half().filter(|part| !item.pinned && (*part == CallHalf::Result || at < last))
        };
        let items = self.conversation.items.iter().enumerate();
        let halves = items.filter_map(|(at, item)| Some((at, item, may_change(at, item)?)));
        halves.filter_map(|(at, item, part)| Some((at, part, text(item, part)?))).collect()
    }

    /// The changes to the body that put these texts in the place of items. A text that does not fit its place is left out.
    pub fn splices_for_replacements<'t>(
        &self,
        text: impl FnMut(&ConversationItem<'_>, CallHalf) -> Option<&'t str>,
    ) -> Vec<Splice> {
        let folded = self.items_with_replacements(text);
        folded.into_iter().flat_map(|(at, _, text)| self.places[at].splices_for_text(text)).collect()
    }
}
