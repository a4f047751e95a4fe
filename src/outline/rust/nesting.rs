//! How deep a text nests: a parser that recurses needs a stack to match, and none is deep enough for everything.

use super::lex::{Lexer, TokenKind};

pub enum Nesting {
    Usual,
    /// Needs more stack than a thread has.
    Deep,
    /// No program nests like this; and where it gets there.
    Absurd(usize),
}

/// Levels that every stack has room for, and levels that the larger one has.
const USUAL: usize = 60;
const DEEP: usize = 4_000;
const STACK: usize = 256 << 20;
/// Chains of `else if` recurse as well.
const MANY_BRANCHES: usize = 400;

pub fn of(text: &str) -> Nesting {
    if !may_nest(text) {
        return Nesting::Usual;
    }
    let (mut depth, mut angles, mut run, mut deepest) = (0usize, 0usize, 0usize, 0usize);
    for token in Lexer::new(text, 0) {
        let word = token.text(text);
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => (depth, angles) = (depth.saturating_sub(1), 0),
            _ => {}
        }
        match word {
            "<" => angles += 1,
            ">" => angles = angles.saturating_sub(1),
            ";" => angles = 0,
            _ => {}
        }
        // Prefixes recurse one by one: `!!!x`, `&&&T`, `return return x`, `*const *const T`.
        let prefix = token.kind == TokenKind::Punct && !matches!(word, ";" | ",")
            || matches!(
                word,
                "return" | "break" | "const" | "mut" | "move" | "async" | "unsafe" | "dyn" | "impl" | "yield"
            );
        run = if prefix || token.kind == TokenKind::Lifetime { run + 1 } else { 0 };
        deepest = deepest.max(depth + angles + run);
        if deepest > DEEP {
            return Nesting::Absurd(token.start);
        }
    }
    let branches = memchr::memmem::find_iter(text.as_bytes(), b"else").count();
    if branches > DEEP * 4 {
        return Nesting::Absurd(0);
    }
    if deepest > USUAL || branches > MANY_BRANCHES { Nesting::Deep } else { Nesting::Usual }
}

/// A quick look that errs on the safe side.
fn may_nest(text: &str) -> bool {
    let (mut depth, mut angles, mut run, mut deepest) = (0usize, 0usize, 0usize, 0usize);
    for &byte in text.as_bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => (depth, angles) = (depth.saturating_sub(1), 0),
            b'<' => angles += 1,
            b'>' => angles = angles.saturating_sub(1),
            b';' => angles = 0,
            _ => {}
        }
        run = match byte {
            b'!' | b'-' | b'*' | b'&' | b'|' | b'\'' => run + 1,
            b' ' | b'\n' | b'\r' | b'\t' => run,
            _ => 0,
        };
        deepest = deepest.max(depth + angles + run);
    }
    let words = [&b"else"[..], b"return", b"break", b"const", b"move", b"async"];
    let chains = words.iter().map(|word| memchr::memmem::find_iter(text.as_bytes(), word).count()).max();
    deepest > USUAL || chains > Some(MANY_BRANCHES)
}

/// Runs `work` where the stack is large; nothing where no such stack can be had.
pub fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()?;
        Some(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
