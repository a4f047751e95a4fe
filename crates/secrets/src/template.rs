//! The language in which the table of forms is written. A template is compiled once and run at a name: forwards for what
//! follows it, backwards for what stands before it.
//!
//! A blank is one or more of them, `_` none or more, `"` a quote of any kind. `[…]` is a byte of a set, `(…|…)` one of
//! several; `?` and `*` after them repeat. `{V}` is the value, `{..}` and `{...}` skip a few bytes or many, `$` is the end
//! of the line. Other words in braces are runs of bytes that a function knows. A backslash takes a sign as it is.

/// Steps of one run: a form is short, so a longer search is none.
const STEPS: usize = 3000;
/// How far `{..}` and `{...}` reach.
const NEAR: usize = 160;
const FAR: usize = 400;

#[derive(Clone, Debug)]
enum Step {
    Byte(Box<[bool; 256]>),
    Blanks(usize),
    Quote,
    /// A run of bytes, by the number of its kind.
    Run(usize),
    Skip(usize),
    Value,
    End,
    /// Goes on here, or there if that fails.
    Split(usize, usize),
}

/// What a name is followed by or stands after.
#[derive(Debug, Default)]
pub struct Program(Vec<Step>);

/// What the words in braces mean, and how values are read.
pub trait TemplateReader {
    /// The kind of a run by its word.
    fn kind(word: &str) -> Option<usize>
    where
        Self: Sized;
    /// The length of the run of this kind from a place on, or before it.
    fn run(&self, kind: usize, at: usize, back: bool) -> Option<usize>;
    /// Reads the value at a place, or before it; the place after it if it is a secret.
    fn value(&mut self, at: usize, back: bool) -> Option<usize>;
    /// Takes back the values that were read since there were so many.
    fn forget(&mut self, count: usize);
    fn count(&self) -> usize;
}

enum Node {
    Step(Step),
    Choice(Vec<Vec<Node>>),
    Repeat(Box<Node>, bool),
}

/// Both sides of a template: what stands before `{N}`, from right to left, and what follows it.
pub fn compile<R: TemplateReader>(template: &str) -> Option<(Program, Program)> {
    let (head, tail) = template.split_once("{N}").unwrap_or(("", template));
    Some((program::<R>(head, true)?, program::<R>(tail, false)?))
}

fn program<R: TemplateReader>(text: &str, back: bool) -> Option<Program> {
    let mut rest = text;
    let nodes = sequence::<R>(&mut rest)?;
    rest.is_empty().then_some(())?;
    let mut steps = Vec::new();
    emit(nodes, back, &mut steps);
    Some(Program(steps))
}

fn sequence<R: TemplateReader>(rest: &mut &str) -> Option<Vec<Node>> {
    let mut nodes = Vec::new();
    while let Some(c) = rest.chars().next().filter(|c| !matches!(c, '|' | ')')) {
        *rest = &rest[c.len_utf8()..];
        let node = match c {
            ' ' => Node::Step(Step::Blanks(1)),
            '_' => Node::Step(Step::Blanks(0)),
            '"' => Node::Step(Step::Quote),
            '$' => Node::Step(Step::End),
            '(' => {
                let mut choices = vec![sequence::<R>(rest)?];
                while let Some(next) = rest.strip_prefix('|') {
                    *rest = next;
                    choices.push(sequence::<R>(rest)?);
                }
                *rest = rest.strip_prefix(')')?;
                Node::Choice(choices)
            }
            '[' => {
                let (set, after) = rest.split_once(']')?;
                *rest = after;
                Node::Step(byte_of(set))
            }
            '{' => {
                let (word, after) = rest.split_once('}')?;
                *rest = after;
                Node::Step(match word {
                    "V" => Step::Value,
                    ".." => Step::Skip(NEAR),
                    "..." => Step::Skip(FAR),
                    _ => Step::Run(R::kind(word)?),
                })
            }
            '\\' => {
                let sign = rest.chars().next()?;
                *rest = &rest[sign.len_utf8()..];
                bytes_of(sign)
            }
            c => bytes_of(c),
        };
        nodes.push(match rest.chars().next() {
            Some(sign @ ('?' | '*')) => {
                *rest = &rest[1..];
                Node::Repeat(Box::new(node), sign == '*')
            }
            _ => node,
        });
    }
    Some(nodes)
}

/// A blank stands for a tab as well; `^` first turns a set round.
fn byte_of(set: &str) -> Step {
    let (out, set) = set.strip_prefix('^').map_or((false, set), |set| (true, set));
    let mut table = Box::new([out; 256]);
    set.bytes().for_each(|byte| table[usize::from(byte)] = !out);
    table[usize::from(b'\t')] = table[usize::from(b' ')];
    Step::Byte(table)
}

fn bytes_of(c: char) -> Node {
    let step = |byte: u8| {
        let mut table = Box::new([false; 256]);
        table[usize::from(byte.to_ascii_lowercase())] = true;
        table[usize::from(byte.to_ascii_uppercase())] = true;
        Node::Step(Step::Byte(table))
    };
    let mut bytes: Vec<Node> = c.encode_utf8(&mut [0; 4]).bytes().map(step).collect();
    if bytes.len() == 1 { bytes.remove(0) } else { Node::Choice(vec![bytes]) }
}

fn emit(mut nodes: Vec<Node>, back: bool, steps: &mut Vec<Step>) {
    if back {
        nodes.reverse();
    }
    for node in nodes {
        match node {
            Node::Step(step) => steps.push(step),
            Node::Choice(choices) => {
                let (mut ends, last) = (Vec::new(), choices.len() - 1);
                for (at, choice) in choices.into_iter().enumerate() {
                    let split = steps.len();
                    if at < last {
                        steps.push(Step::Split(split + 1, 0));
                    }
                    emit(choice, back, steps);
                    if at < last {
                        ends.push(steps.len());
                        steps.push(Step::Split(0, usize::MAX));
                        let next = steps.len();
                        steps[split] = Step::Split(split + 1, next);
                    }
                }
                let end = steps.len();
                ends.into_iter().for_each(|jump| steps[jump] = Step::Split(end, usize::MAX));
            }
            Node::Repeat(node, again) => {
                let split = steps.len();
                steps.push(Step::Split(split + 1, 0));
                emit(vec![*node], back, steps);
                if again {
                    steps.push(Step::Split(split, usize::MAX));
                }
                let end = steps.len();
                steps[split] = Step::Split(split + 1, end);
            }
        }
    }
}

impl Program {
    /// Where the program ends that begins at this place of the line; none if the text does not fit.
    pub fn run(&self, line: &str, reader: &mut impl TemplateReader, at: usize, back: bool) -> Option<usize> {
        Run { program: self, bytes: line.as_bytes(), back, steps: STEPS }.from(0, at, reader)
    }
}

struct Run<'a> {
    program: &'a Program,
    bytes: &'a [u8],
    back: bool,
    steps: usize,
}

impl Run<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        if self.back { self.bytes[..at].last().copied() } else { self.bytes.get(at).copied() }
    }

    fn moved(&self, at: usize, by: usize) -> usize {
        if self.back { at - by } else { at + by }
    }

    fn from(&mut self, mut step: usize, mut at: usize, reader: &mut impl TemplateReader) -> Option<usize> {
        let program = self.program;
        loop {
            self.steps = self.steps.checked_sub(1)?;
            match program.0.get(step) {
                None => return Some(at),
                Some(Step::Byte(table)) => {
                    self.byte(at).filter(|byte| table[usize::from(*byte)])?;
                    at = self.moved(at, 1);
                }
                Some(Step::Blanks(least)) => {
                    let from = at;
                    while self.byte(at).is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
                        at = self.moved(at, 1);
                    }
                    (at.abs_diff(from) >= *least).then_some(())?;
                }
                Some(Step::Quote) => at = self.quote(at)?,
                Some(Step::Run(kind)) => {
                    at = self.moved(at, reader.run(*kind, at, self.back)?);
                }
                Some(Step::Value) => at = reader.value(at, self.back)?,
                Some(Step::End) => {
                    let rest = if self.back { &self.bytes[..at] } else { &self.bytes[at..] };
                    rest.iter().all(|byte| b" \t\r,;\\".contains(byte)).then_some(())?;
                }
                Some(Step::Split(first, usize::MAX)) => {
                    step = *first;
                    continue;
                }
                Some(Step::Split(first, second)) => {
                    let (first, second, count) = (*first, *second, reader.count());
                    if let Some(end) = self.from(first, at, reader) {
                        return Some(end);
                    }
                    reader.forget(count);
                    step = second;
                    continue;
                }
                Some(Step::Skip(most)) => return self.skip(*most, step + 1, at, reader),
            }
            step += 1;
        }
    }

    /// Tries the rest at every place that is reached without leaving the braces around it.
    fn skip(&mut self, most: usize, step: usize, mut at: usize, reader: &mut impl TemplateReader) -> Option<usize> {
        let count = reader.count();
        for _ in 0..=most {
            if let Some(end) = self.from(step, at, reader) {
                return Some(end);
            }
            reader.forget(count);
            self.byte(at).filter(|byte| *byte != if self.back { b'{' } else { b'}' })?;
            at = self.moved(at, 1);
        }
        None
    }

    /// A quote and the backslashes that escape it.
    fn quote(&self, at: usize) -> Option<usize> {
        let is_quote = |byte: u8| matches!(byte, b'"' | b'\'' | b'`');
        let mut at = at;
        if self.back {
            self.byte(at).filter(|byte| is_quote(*byte))?;
            at -= 1;
            while self.byte(at) == Some(b'\\') {
                at -= 1;
            }
            return Some(at);
        }
        while self.byte(at) == Some(b'\\') {
            at += 1;
        }
        self.byte(at).filter(|byte| is_quote(*byte)).map(|_| at + 1)
    }
}
