//! What the four formats share: items as they are read, and where their texts stand in the body.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use ctx_text::json::{self, Json};
use ctx_text::range_of_part_in_text;

use crate::model::{Conversation, ConversationItem, ItemKind, MessageRole};

/// Other text in place of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    pub range: Range<usize>,
    pub text: String,
}

/// Where the text of an item stands in the body, and how another text is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextPlace {
    /// Nothing of it may change.
    Fixed,
    /// A string, or the texts of several blocks: the text, quoted, in place of the longest. Other long ones shrink to a
    /// mark, short ones stay.
    Texts(Vec<Range<usize>>),
    /// A string that holds a JSON object, as arguments do: the text, quoted, if it is an object as well.
    Quoted(Range<usize>),
    /// An object: the text as it is, if it is one as well.
    Object(Range<usize>),
}

/// A block up to this length stays beside a folded one: what a host adds to an answer, such as the id of a sub-agent.
const SHORT_BLOCK: usize = 400;
/// What stands in a long block whose text is in another. Providers refuse an empty one.
const ELSEWHERE: &str = "…";

impl TextPlace {
    pub(crate) fn splices_for_text(&self, text: &str) -> Vec<Splice> {
        let is_object = || {
            json::parse_first_value(text)
                .is_ok_and(|found| found.is_some_and(|(value, end)| value.is_object() && end == text.len()))
        };
        let one = |range: &Range<usize>, text: String| Splice { range: range.clone(), text };
        match self {
            TextPlace::Quoted(range) if is_object() => vec![one(range, json_quote(text))],
            TextPlace::Object(range) if is_object() => vec![one(range, text.to_owned())],
            TextPlace::Texts(ranges) => {
                let longest = ranges.iter().rev().max_by_key(|range| range.len());
                let long = ranges.iter().filter(|range| Some(*range) == longest || range.len() > SHORT_BLOCK);
                long.map(|range| one(range, json_quote(if Some(range) == longest { text } else { ELSEWHERE })))
                    .collect()
            }
            TextPlace::Fixed | TextPlace::Quoted(_) | TextPlace::Object(_) => Vec::new(),
        }
    }
}

pub(crate) fn json_quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What was read so far.
#[derive(Debug, Default)]
pub(crate) struct RequestReader<'a> {
    pub(crate) body: &'a str,
    pub(crate) conversation: Conversation<'a>,
    pub(crate) places: Vec<TextPlace>,
    answer: Option<String>,
    /// The id of the message that is read, if it has one: the messages of a transcript do.
    pub(crate) message: Option<Cow<'a, str>>,
    /// The tool of each call.
    tools: HashMap<String, Cow<'a, str>>,
    /// How often an id was used for a call, and for a result.
    ids: HashMap<String, (usize, usize)>,
}

impl<'a> RequestReader<'a> {
    pub(crate) fn new(body: &'a str) -> RequestReader<'a> {
        RequestReader { body, ..RequestReader::default() }
    }

    pub(crate) fn byte_range_of(&self, value: Json<'a>) -> Range<usize> {
        range_of_part_in_text(value.raw(), self.body)
    }

    pub(crate) fn push_item(&mut self, item: ConversationItem<'a>, place: TextPlace) {
        self.conversation.push_item(item, self.message.as_deref(), &mut self.answer);
        self.places.push(place);
    }

    /// Words, and everything else that is not to be touched.
    pub(crate) fn push_text(&mut self, role: MessageRole, text: impl Into<Cow<'a, str>>) {
        self.push_item(ConversationItem::text_item(role, text), TextPlace::Fixed);
    }

    /// The words of a message: a text, or blocks of which each has one or stays as it is.
    pub(crate) fn push_content(&mut self, role: MessageRole, content: Json<'a>) -> Option<()> {
        if let Some(text) = content.as_text() {
            self.push_text(role, text);
            return Some(());
        }
        for block in Some(content).filter(|content| content.is_array())?.items() {
            self.push_text(role, block.text_field("text").unwrap_or(block.raw().into()));
        }
        Some(())
    }

    pub(crate) fn push_thinking(&mut self, text: impl Into<Cow<'a, str>>) {
        self.push_item(ConversationItem::thinking_item(text), TextPlace::Fixed);
    }

    /// The provider's own summary of what stands before it, in a form that only it can read. Whether what it stands for
    /// counts any more is not for us to say.
    pub(crate) fn push_compaction_and_pin_all_items(&mut self, text: &'a str) {
        self.push_text(MessageRole::User, text);
        self.conversation.items.iter_mut().for_each(|item| item.pinned = true);
    }

    /// Some providers count their ids from the start in every answer.
    fn unique_call_id(&mut self, id: Cow<'a, str>, kind: ItemKind) -> Cow<'a, str> {
        let used = self.ids.entry(id.clone().into_owned()).or_default();
        let count = if kind == ItemKind::Input { &mut used.0 } else { &mut used.1 };
        *count += 1;
        if *count == 1 { id } else { Cow::Owned(format!("{id}#{count}")) }
    }

    pub(crate) fn push_tool_input(
        &mut self,
        id: Cow<'a, str>,
        tool: Cow<'a, str>,
        (text, place): (Cow<'a, str>, TextPlace),
        is_signed: bool,
    ) {
        let id = self.unique_call_id(id, ItemKind::Input);
        self.tools.insert(id.clone().into_owned(), tool.clone());
        let pinned = is_signed || place == TextPlace::Fixed || id.is_empty();
        self.push_item(ConversationItem { pinned, ..ConversationItem::tool_input_item(id, tool, text) }, place);
    }

    pub(crate) fn push_tool_result(&mut self, id: Cow<'a, str>, found: ResultText<'a>, failed: bool) {
        let id = self.unique_call_id(id, ItemKind::Result);
        let tool = self.tools.get(&*id).cloned().unwrap_or_default();
        let pinned = found.place == TextPlace::Fixed || id.is_empty();
        let item = ConversationItem {
            media: found.media,
            failed,
            pinned,
            ..ConversationItem::tool_result_item(id, tool, found.text)
        };
        self.push_item(item, found.place);
    }

    /// The text of a tool's answer: a string, or blocks of which all are text or images.
    pub(crate) fn find_result_text(&self, value: Option<Json<'a>>) -> ResultText<'a> {
        let Some(value) = value else { return ResultText::unchangeable("") };
        if let Some(text) = value.as_text() {
            return ResultText { text, media: 0, place: TextPlace::Texts(vec![self.byte_range_of(value)]) };
        }
        let (mut texts, mut places, mut media) = (Vec::new(), Vec::new(), 0);
        for block in value.items() {
            let kind = block.text_field("type").unwrap_or_default();
            let text = block.get("text").and_then(|place| Some((place.as_text()?, place)));
            // A block with more in it than its text, such as a mark for the cache, is not taken apart.
            match text {
                Some((text, place)) if TEXT_BLOCKS.contains(&&*kind) && block.fields().count() == 2 => {
                    texts.push(text);
                    places.push(self.byte_range_of(place));
                }
                None if IMAGE_BLOCKS.contains(&&*kind) => media += block.raw().len(),
                _ => return ResultText::unchangeable(value.raw()),
            }
        }
        if texts.is_empty() && media == 0 {
            return ResultText::unchangeable(value.raw());
        }
        // An image comes back as text, if at all: it stays.
        let place = if media > 0 { TextPlace::Fixed } else { TextPlace::Texts(places) };
        let text = if texts.len() == 1 { texts.remove(0) } else { texts.concat().into() };
        ResultText { text, media, place }
    }

    /// Arguments as a string: with an object in it, as all tools have them, or free text.
    pub(crate) fn read_string_arguments(&self, value: Option<Json<'a>>) -> (Cow<'a, str>, TextPlace) {
        let Some((value, text)) = value.and_then(|value| Some((value, value.as_text()?))) else {
            return (Cow::Borrowed(value.map_or("", Json::raw)), TextPlace::Fixed);
        };
        let place = match text.trim_start().starts_with('{') {
            true => TextPlace::Quoted(self.byte_range_of(value)),
            false => TextPlace::Texts(vec![self.byte_range_of(value)]),
        };
        (text, place)
    }

    /// Arguments as an object; anything else stays as it is.
    pub(crate) fn read_object_arguments(&self, value: Json<'a>) -> (Cow<'a, str>, TextPlace) {
        let place = if value.is_object() { TextPlace::Object(self.byte_range_of(value)) } else { TextPlace::Fixed };
        (value.raw().into(), place)
    }
}

/// The types of blocks in results, in all formats.
const TEXT_BLOCKS: [&str; 3] = ["text", "input_text", "output_text"];
const IMAGE_BLOCKS: [&str; 3] = ["image", "image_url", "input_image"];

/// The text of a result and where it stands.
pub(crate) struct ResultText<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) media: usize,
    pub(crate) place: TextPlace,
}

impl<'a> ResultText<'a> {
    pub(crate) fn unchangeable(text: &'a str) -> ResultText<'a> {
        ResultText { text: text.into(), media: 0, place: TextPlace::Fixed }
    }
}
