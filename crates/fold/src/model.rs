//! The one model that every wire format and transcript is read into: items in the order in which they are sent, and the
//! places where the model's answers begin.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MessageRole {
    /// The user, the host, or a tool: everything that the model did not write.
    #[default]
    User,
    /// The model.
    Assistant,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ItemKind {
    /// Words of the user, the host or the model. Never folded.
    #[default]
    Text,
    /// The model's thinking. Providers sign it. Never folded, and no place where a word can be looked up.
    Thinking,
    /// What the model gave to a tool.
    Input,
    /// What the tool answered.
    Result,
}

/// The two halves of a tool call that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CallHalf {
    Input,
    Result,
}

/// One piece of a request, with the text as the model sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConversationItem<'a> {
    pub role: MessageRole,
    pub kind: ItemKind,
    /// The id of the tool call (`toolu_…`, `call_…`), for inputs and results; empty otherwise. Input and result of one
    /// call share it. A format without ids makes stable ones out of the position.
    pub id: Cow<'a, str>,
    /// The tool's name, for inputs and results.
    pub tool: Cow<'a, str>,
    /// The text. The input of a tool is its JSON object as it is sent, or plain text where the format has no object.
    pub text: Cow<'a, str>,
    /// Bytes that are sent beside the text, such as an image as base64.
    pub media: usize,
    /// The tool said that it failed.
    pub failed: bool,
    /// Must stay as it is: the format signs it, or the host does not let it be changed.
    pub pinned: bool,
}

impl<'a> ConversationItem<'a> {
    pub fn text_item(role: MessageRole, text: impl Into<Cow<'a, str>>) -> ConversationItem<'a> {
        ConversationItem { role, text: text.into(), ..ConversationItem::default() }
    }

    pub fn thinking_item(text: impl Into<Cow<'a, str>>) -> ConversationItem<'a> {
        ConversationItem { kind: ItemKind::Thinking, ..ConversationItem::text_item(MessageRole::Assistant, text) }
    }

    pub fn tool_input_item(
        id: impl Into<Cow<'a, str>>,
        tool: impl Into<Cow<'a, str>>,
        text: impl Into<Cow<'a, str>>,
    ) -> ConversationItem<'a> {
        let (id, tool) = (id.into(), tool.into());
        ConversationItem {
            kind: ItemKind::Input,
            id,
            tool,
            ..ConversationItem::text_item(MessageRole::Assistant, text)
        }
    }

    /// `tool` is the name that the input of the same id has.
    pub fn tool_result_item(
        id: impl Into<Cow<'a, str>>,
        tool: impl Into<Cow<'a, str>>,
        text: impl Into<Cow<'a, str>>,
    ) -> ConversationItem<'a> {
        let (id, tool) = (id.into(), tool.into());
        ConversationItem { kind: ItemKind::Result, id, tool, ..ConversationItem::text_item(MessageRole::User, text) }
    }

    /// Bytes that are sent for it.
    pub fn sent_bytes(&self) -> usize {
        self.text.len() + self.media
    }

    /// The half of a tool call that it is; none for text and thinking.
    pub fn call_half(&self) -> Option<CallHalf> {
        match self.kind {
            ItemKind::Input => Some(CallHalf::Input),
            ItemKind::Result => Some(CallHalf::Result),
            ItemKind::Text | ItemKind::Thinking => None,
        }
    }
}

/// A conversation up to now.
///
/// `calls[n]` is the index of the first item of the model's answer number `n` (counted from 0). A request that is about to
/// be sent is call number `calls.len()`: it sends all `items`. A recorded conversation also holds the answers; the engine
/// then goes through them call by call and sees at call `n` nothing after `calls[n]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conversation<'a> {
    pub items: Vec<ConversationItem<'a>>,
    pub calls: Vec<usize>,
    /// Places where the host compacted: at the next call nothing before the last of them is sent any more. Requests have
    /// none, because what was compacted is not in them.
    pub restarts: Vec<usize>,
}

impl<'a> Conversation<'a> {
    /// Adds an item. `answer` is the id of the answer it belongs to, if the format has one: consecutive items of the model
    /// with the same id, or without any, are one answer.
    pub fn push_item(&mut self, item: ConversationItem<'a>, answer: Option<&str>, last: &mut Option<String>) {
        if item.role == MessageRole::User {
            *last = None;
        } else if last.is_none() || answer.is_some_and(|answer| last.as_deref() != Some(answer)) {
            self.calls.push(self.items.len());
            *last = Some(answer.unwrap_or_default().to_owned());
        }
        self.items.push(item);
    }

    /// The number of items that are sent at a call.
    pub fn item_count_at_call(&self, call: usize) -> usize {
        self.calls.get(call).copied().unwrap_or(self.items.len())
    }

    /// The first item that is sent at a call.
    pub fn first_item_at_call(&self, call: usize) -> usize {
        let end = self.item_count_at_call(call);
        self.restarts.iter().copied().filter(|&at| at <= end).max().unwrap_or(0)
    }
}
