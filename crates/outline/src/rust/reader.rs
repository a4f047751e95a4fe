//! A text of Rust that syn can read: its tokens, the offsets and lines of its spans, and the limits that keep a parser
//! on its stack.

use std::str::FromStr;

use proc_macro2::{Delimiter, LineColumn, Span, TokenStream};
use syn::buffer::Cursor;
use syn::parse::{ParseStream, Parser};

use crate::Visibility;
use crate::lines::LineStarts;

/// What fits on a stack: syn calls itself once for each level of an expression or a type.
#[derive(Clone, Copy)]
pub struct StackLimits {
    /// Bytes of a text that is safe however it is nested.
    bytes: usize,
    /// Opening brackets in a text: each may be a level of groups.
    brackets: usize,
    /// Tokens that may each be one level of an expression.
    tokens: usize,
}

impl StackLimits {
    /// Measured with an optimised syn (level 2): a block takes 5.3 KB a level, an operator 1.4. The 1 KB for a group
    /// outside of the parser is an estimate.
    pub const fn for_stack_bytes(bytes: usize) -> StackLimits {
        StackLimits { bytes: bytes / (4 << 10), brackets: bytes / 1024, tokens: bytes / (16 << 10) }
    }
}

/// Reads the spans of one text. `base` is the offset of this text in the file whose lines are counted.
#[derive(Clone, Copy)]
pub struct RustReader<'a> {
    pub text: &'a str,
    base: usize,
    /// Every character of the file is one byte, and this is the whole file: then columns are offsets.
    is_ascii: bool,
    /// Where the author's text ends, and added brackets begin.
    len: usize,
    lines: &'a LineStarts,
    limits: StackLimits,
    levels: usize,
    /// The visibility of the trait that the items stand in: they are as visible as it is.
    pub of_trait: Option<Visibility>,
}

/// At most this many levels of items within items are read.
const DEEPEST: usize = 40;

impl<'a> RustReader<'a> {
    pub fn new(text: &'a str, base: usize, lines: &'a LineStarts, limits: StackLimits) -> RustReader<'a> {
        RustReader { text, base, is_ascii: false, len: text.len(), lines, limits, levels: DEEPEST, of_trait: None }
    }

    /// A whole file. The offset of a span in ASCII needs no search through the text.
    pub fn for_file(text: &'a str, lines: &'a LineStarts, limits: StackLimits) -> RustReader<'a> {
        RustReader { is_ascii: text.is_ascii(), ..RustReader::new(text, 0, lines, limits) }
    }

    /// For a text that was longer than this when brackets had been added.
    pub fn with_original_length(self, len: usize) -> RustReader<'a> {
        RustReader { len, ..self }
    }

    fn offset(self, place: LineColumn) -> usize {
        self.lines.offset_of_line(u32::try_from(place.line).unwrap_or(u32::MAX)).saturating_add(place.column)
    }

    pub fn span_start(self, span: Span) -> usize {
        if self.is_ascii { self.offset(span.start()) } else { span.byte_range().start }
    }

    pub fn span_end(self, span: Span) -> usize {
        if self.is_ascii { self.offset(span.end()) } else { span.byte_range().end }
    }

    pub fn line_of_offset(self, at: usize) -> u32 {
        self.lines.line_of_offset(self.base + at.min(self.len.saturating_sub(1)))
    }

    /// The text between two offsets on one line.
    pub fn text_on_one_line(self, from: usize, to: usize) -> String {
        super::one_line::put_on_one_line(self.text.get(from..to).unwrap_or_default(), true)
    }

    /// As `text_on_one_line`, attributes left out.
    pub fn text_without_attributes(self, from: usize, to: usize) -> String {
        super::one_line::put_on_one_line(self.text.get(from..to).unwrap_or_default(), false)
    }

    /// Reads nested content, of a trait with this visibility if it is one; nothing if that is too deep.
    pub fn read_nested<T: Default>(self, of_trait: Option<Visibility>, read: impl FnOnce(Self) -> T) -> T {
        self.levels.checked_sub(1).map_or_else(T::default, |levels| read(RustReader { levels, of_trait, ..self }))
    }

    /// The tokens of the text, or the offset at which they end.
    pub fn tokens(self) -> Result<TokenStream, usize> {
        TokenStream::from_str(self.text).map_err(|error| error.span().byte_range().start)
    }

    /// Whether the groups of the text can be walked on this stack.
    pub fn fits_on_stack(self) -> bool {
        let brackets = memchr::memchr3_iter(b'(', b'[', b'{', self.text.as_bytes()).count();
        brackets <= self.limits.brackets
    }

    /// The offset at which syn does not understand the tokens of this text as a file, if there is one.
    pub fn find_syntax_error(self, tokens: TokenStream) -> Option<usize> {
        let limit = self.limits.tokens;
        let is_small = self.text.len() <= self.limits.bytes;
        let parser = |input: ParseStream| {
            if !is_small && parser_depth(input.cursor(), limit) > limit {
                return Err(input.error("nested too deep"));
            }
            input.parse::<syn::File>().map(drop)
        };
        let at = parser.parse2(tokens).err()?.span().byte_range().start;
        // An error at the end of the input has no place of its own.
        Some(if at == 0 { self.text.len() } else { at })
    }
}

/// How deep a parser may get at most: the tokens of one statement or entry, and of those around it. Stops above `limit`.
fn parser_depth(mut cursor: Cursor, limit: usize) -> usize {
    // For each open group: the place after it, the tokens before that place, and those before its statements.
    let mut around: Vec<(Cursor, usize, usize)> = Vec::new();
    let (mut base, mut own, mut deepest) = (0, 0, 0);
    loop {
        deepest = deepest.max(own);
        if deepest > limit {
            return deepest;
        }
        if cursor.eof() {
            let Some(outer) = around.pop() else { return deepest };
            (cursor, own, base) = outer;
        } else if let Some((inside, delimiter, _, behind)) = cursor.any_group() {
            own += 1;
            let ends = delimiter == Delimiter::Brace && !continues_expression(behind);
            around.push((behind, if ends { base } else { own }, base));
            (cursor, base) = (inside, own);
        } else if let Some((punct, next)) = cursor.punct() {
            own = if matches!(punct.as_char(), ';' | ',') { base } else { own + 1 };
            cursor = next;
        } else if let Some((_, next)) = cursor.token_tree() {
            own += 1;
            cursor = next;
        }
    }
}

/// Whether an expression goes on after a block.
fn continues_expression(behind: Cursor) -> bool {
    behind.punct().is_some_and(|(punct, _)| punct.as_char() != '#')
        || behind.ident().is_some_and(|(word, _)| word == "else" || word == "as")
}
