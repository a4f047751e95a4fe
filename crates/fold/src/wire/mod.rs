//! The requests of four wire formats: read into the model, and written back with folds in place of single texts, so that
//! every other byte stays as it came.

mod chat;
mod gemini;
mod messages;
mod responses;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use ctx_text::json::{self, Json};
use crate::model::{Conversation, Item, Kind, Part, Role};

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
    pub fn of(target: &str) -> Option<Format> {
        let path = target.split('?').next().unwrap_or_default().trim_end_matches('/');
        let ends = |ends: &[&str]| ends.iter().any(|end| path.ends_with(end));
        if ends(&["/messages", "/messages/count_tokens"]) {
            Some(Format::Messages)
        } else if ends(&["/responses"]) {
            Some(Format::Responses)
        } else if ends(&["/chat/completions"]) {
            Some(Format::Chat)
        } else if ends(&[":generateContent", ":streamGenerateContent", ":countTokens"]) {
            Some(Format::Gemini)
        } else {
            None
        }
    }

    /// The field that holds the conversation.
    fn field(self) -> &'static str {
        match self {
            Format::Messages | Format::Chat => "messages",
            Format::Responses => "input",
            Format::Gemini => "contents",
        }
    }
}

/// Other text in place of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    pub range: Range<usize>,
    pub text: String,
}

/// Where the text of an item stands in the body, and how another text is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Nothing of it may change.
    Fixed,
    /// A string: the text, quoted.
    Text(Range<usize>),
    /// A string that holds a JSON object, as arguments do: the text, quoted, if it is an object as well.
    Quoted(Range<usize>),
    /// An object: the text as it is, if it is one as well.
    Object(Range<usize>),
    /// A list of blocks: one block of this type with the text.
    Blocks(Range<usize>, &'static str),
}

/// A request that was understood.
#[derive(Debug)]
pub struct Request<'a> {
    pub conversation: Conversation<'a>,
    /// Bytes of the request beside its conversation: the system prompt and the tools.
    pub base: usize,
    places: Vec<Place>,
}

/// Reads the body of a request; none if it is not understood. It is sent unchanged then.
pub fn read(format: Format, body: &[u8]) -> Option<Request<'_>> {
    let text = std::str::from_utf8(body).ok()?;
    let (root, end) = json::first(text).ok()??;
    if !root.is_object() || !text[end..].trim_ascii().is_empty() {
        return None;
    }
    // Gemini's Code Assist has the same request inside another one.
    let inner = root.get("request").filter(|_| format == Format::Gemini && root.get(format.field()).is_none());
    let root = inner.unwrap_or(root);
    // A field that is there twice is read in two ways.
    let mut lists = root.fields().filter(|(name, _)| *name == format.field()).map(|(_, list)| list);
    let list = lists.next().filter(|list| list.is_array())?;
    if lists.next().is_some() {
        return None;
    }
    let mut reader = Reader { body: text, conversation: Conversation::default(), places: Vec::new(), answer: None, tools: HashMap::new(), ids: HashMap::new() };
    for message in list.items() {
        match format {
            Format::Messages => messages::message(&mut reader, message),
            Format::Responses => responses::item(&mut reader, message),
            Format::Chat => chat::message(&mut reader, message),
            Format::Gemini => gemini::content(&mut reader, message),
        }?;
    }
    let base = body.len() - list.raw().len();
    Some(Request { conversation: reader.conversation, base, places: reader.places })
}

impl Request<'_> {
    /// The changes to the body that put other texts in the place of items; `text` gives them. A text that does not fit its
    /// place is left out, and so is the input of a call in the last answer: what the model has just said stays.
    pub fn write<'t>(&self, mut text: impl FnMut(&Item<'_>, Part) -> Option<&'t str>) -> Vec<Splice> {
        let last = self.conversation.calls.last().copied().unwrap_or(usize::MAX);
        let mut splices = Vec::new();
        for (at, (item, place)) in self.conversation.items.iter().zip(&self.places).enumerate() {
            let Some(part) = item.part().filter(|part| !item.pinned && (*part == Part::Result || at < last)) else {
                continue;
            };
            splices.extend(text(item, part).and_then(|text| place.splice(text)));
        }
        splices
    }
}

impl Place {
    fn splice(&self, text: &str) -> Option<Splice> {
        let is_object = || json::first(text).is_ok_and(|found| found.is_some_and(|(value, end)| value.is_object() && end == text.len()));
        let (range, text) = match self {
            Place::Fixed => return None,
            Place::Text(range) => (range, quoted(text)),
            Place::Quoted(range) => (range, is_object().then(|| quoted(text))?),
            Place::Object(range) => (range, is_object().then(|| text.to_owned())?),
            Place::Blocks(range, kind) => (range, format!("[{{\"type\":\"{kind}\",\"text\":{}}}]", quoted(text))),
        };
        Some(Splice { range: range.clone(), text })
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What was read so far.
struct Reader<'a> {
    body: &'a str,
    conversation: Conversation<'a>,
    places: Vec<Place>,
    answer: Option<String>,
    /// The tool of each call.
    tools: HashMap<String, Cow<'a, str>>,
    /// How often an id was used for a call, and for a result.
    ids: HashMap<String, (usize, usize)>,
}

impl<'a> Reader<'a> {
    fn range(&self, value: Json<'a>) -> Range<usize> {
        let start = value.raw().as_ptr() as usize - self.body.as_ptr() as usize;
        start..start + value.raw().len()
    }

    fn push(&mut self, item: Item<'a>, place: Place) {
        self.conversation.push(item, None, &mut self.answer);
        self.places.push(place);
    }

    /// Words, and everything else that is not to be touched.
    fn words(&mut self, role: Role, text: impl Into<Cow<'a, str>>) {
        self.push(Item::text(role, text), Place::Fixed);
    }

    fn thinking(&mut self, text: impl Into<Cow<'a, str>>) {
        self.push(Item::thinking(text), Place::Fixed);
    }

    /// Some providers count their ids from the start in every answer.
    fn own_id(&mut self, id: Cow<'a, str>, kind: Kind) -> Cow<'a, str> {
        let used = self.ids.entry(id.clone().into_owned()).or_default();
        let count = if kind == Kind::Input { &mut used.0 } else { &mut used.1 };
        *count += 1;
        if *count == 1 { id } else { Cow::Owned(format!("{id}#{count}")) }
    }

    fn input(&mut self, id: Cow<'a, str>, tool: Cow<'a, str>, text: Cow<'a, str>, place: Place, pinned: bool) {
        let id = self.own_id(id, Kind::Input);
        self.tools.insert(id.clone().into_owned(), tool.clone());
        let pinned = pinned || place == Place::Fixed || id.is_empty();
        self.push(Item { pinned, ..Item::input(id, tool, text) }, place);
    }

    fn result(&mut self, id: Cow<'a, str>, found: Found<'a>, failed: bool) {
        let id = self.own_id(id, Kind::Result);
        let tool = self.tools.get(&*id).cloned().unwrap_or_default();
        let pinned = found.place == Place::Fixed || id.is_empty();
        let source = found.source.map(Cow::Borrowed);
        let item = Item { media: found.media, source, failed, pinned, ..Item::result(id, tool, found.text) };
        self.push(item, found.place);
    }

    /// The text of a tool's answer: a string, or blocks of which all are text or images.
    fn found(&self, value: Option<Json<'a>>, kinds: &Kinds) -> Found<'a> {
        let fixed = |text: &'a str| Found { text: Cow::Borrowed(text), media: 0, source: None, place: Place::Fixed };
        let Some(value) = value else { return fixed("") };
        if let Some(text) = value.text() {
            return Found { text, media: 0, source: None, place: Place::Text(self.range(value)) };
        }
        if !value.is_array() {
            return fixed(value.raw());
        }
        let mut texts: Vec<(Cow<'a, str>, Json<'a>)> = Vec::new();
        let (mut media, mut blocks) = (0, 0);
        for block in value.items() {
            blocks += 1;
            let kind = block.str("type").unwrap_or_default();
            let text = block.get("text").and_then(|place| Some((place.text()?, place)));
            // A block with more in it than its text, such as a mark for the cache, is not taken apart.
            match text {
                Some(text) if kinds.text.contains(&&*kind) && block.fields().count() == 2 => texts.push(text),
                None if kinds.image.contains(&&*kind) => media += block.raw().len(),
                _ => return fixed(value.raw()),
            }
        }
        match (&texts[..], blocks) {
            ([(text, place)], 1) => {
                Found { text: text.clone(), media, source: None, place: Place::Text(self.range(*place)) }
            }
            ([], 0) => fixed(value.raw()),
            _ => Found {
                text: texts.into_iter().map(|(text, _)| text).collect::<Vec<_>>().concat().into(),
                media,
                source: (media > 0).then_some(value.raw()),
                place: Place::Blocks(self.range(value), kinds.text[0]),
            },
        }
    }

    /// Arguments as a string: with an object in it, as all tools have them, or free text.
    fn arguments(&self, value: Option<Json<'a>>) -> (Cow<'a, str>, Place) {
        let Some((value, text)) = value.and_then(|value| Some((value, value.text()?))) else {
            return (Cow::Borrowed(value.map_or("", Json::raw)), Place::Fixed);
        };
        let place = match text.trim_start().starts_with('{') {
            true => Place::Quoted(self.range(value)),
            false => Place::Text(self.range(value)),
        };
        (text, place)
    }
}

/// The text of a result and where it stands.
struct Found<'a> {
    text: Cow<'a, str>,
    media: usize,
    /// The whole answer, if it is more than its text.
    source: Option<&'a str>,
    place: Place,
}

/// The types of blocks that a format has in results.
struct Kinds {
    text: &'static [&'static str],
    image: &'static [&'static str],
}
