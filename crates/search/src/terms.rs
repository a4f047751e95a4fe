//! Text into terms: the words that the index holds of a line, and hashes of what is too volatile to be a word.

use ctx_text::fnv_hash;

use super::token_forms::{
    count_letter_runs, fold_char, is_cjk, is_combining_mark, is_pictograph, is_random_token, is_word_byte, number_end,
    time_stamp_end,
};

/// A word longer than this is somebody's encoded data.
const LONGEST: usize = 40;
/// Hashes of volatile tokens fall into this many buckets: a filter, verified on the text.
const BUCKETS: u64 = 1 << 18;

/// Takes the terms of a line in order.
pub trait TermSink {
    /// A folded, lower-case word. `natural` is false for names that are made of several.
    fn add_word(&mut self, word: &str, natural: bool);
    /// A number, an identifier, a place: its bucket.
    fn add_code(&mut self, bucket: u32);
    /// Some letters that stand side by side in the line are in no word (`grep_prefilter` relies on all others being in one).
    fn mark_hidden_letters(&mut self) {}
}

/// Cuts lines into terms; keeps its buffers between lines.
#[derive(Default)]
pub struct TermSplitter {
    folded: String,
    whole: String,
    parts: Vec<(usize, usize)>,
    cjk: Vec<char>,
}

pub fn token_hash_bucket(parts: &[&[u8]]) -> u32 {
    let hash = fnv_hash(parts.iter().copied().flatten().map(u8::to_ascii_lowercase));
    ((hash ^ (hash >> 29)) % BUCKETS) as u32
}

impl TermSplitter {
    pub fn for_each_term(&mut self, line: &str, sink: &mut impl TermSink) {
        let bytes = line.as_bytes();
        let mut at = 0;
        // The run before the one at hand, when a single mark stands between them.
        let mut previous: Option<(usize, usize)> = None;
        while at < bytes.len() {
            let byte = bytes[at];
            if byte.is_ascii_digit() {
                if let Some(end) = time_stamp_end(bytes, at) {
                    (at, previous) = (end, None);
                    continue;
                }
                let end = number_end(bytes, at);
                if !bytes.get(end).is_some_and(|&next| is_word_byte(next)) {
                    self.add_number(line, at, end, previous, sink);
                    (at, previous) = (end, None);
                    continue;
                }
            }
            if is_word_byte(byte) {
                let end = at + bytes[at..].iter().take_while(|&&byte| is_word_byte(byte)).count();
                if bytes.get(end).is_some_and(|byte| !byte.is_ascii()) {
                    at = self.add_unicode_run(line, at, sink);
                    previous = None;
                    continue;
                }
                self.add_ascii_run(&line[at..end], sink);
                previous = Some((at, end));
                at = end;
            } else if byte.is_ascii() {
                if previous.is_some_and(|(_, end)| end < at) {
                    previous = None;
                }
                at += 1;
            } else {
                at = self.add_unicode_run(line, at, sink);
                previous = None;
            }
        }
    }

    /// Digits and what joins them: `404`, `10.0.0.17`, `1.2.3`; with the word it hangs on: `rs:42`.
    fn add_number(
        &mut self,
        line: &str,
        at: usize,
        end: usize,
        previous: Option<(usize, usize)>,
        sink: &mut impl TermSink,
    ) {
        let bytes = line.as_bytes();
        let number = &bytes[at..end];
        if number.len() > 2 {
            sink.add_code(token_hash_bucket(&[number]));
        }
        let first = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if first > 2 && first < number.len() {
            sink.add_code(token_hash_bucket(&[&number[..first]]));
        }
        if let Some((start, before)) = previous.filter(|(_, before)| before + 1 == at)
            && matches!(bytes[before], b':' | b'#' | b'(')
        {
            sink.add_code(token_hash_bucket(&[&bytes[start..=before], &number[..first]]));
        }
    }

    /// One run of ASCII letters, digits and underscores.
    fn add_ascii_run(&mut self, run: &str, sink: &mut impl TermSink) {
        let bytes = run.as_bytes();
        // Most runs are words as they stand in prose; there is nothing to take apart.
        if bytes.len() <= LONGEST && bytes[0].is_ascii_alphabetic() && bytes[1..].iter().all(u8::is_ascii_lowercase) {
            if bytes[0].is_ascii_lowercase() {
                return sink.add_word(run, run.len() >= 3);
            }
            self.folded.clear();
            self.folded.push(char::from(bytes[0].to_ascii_lowercase()));
            self.folded.push_str(&run[1..]);
            return sink.add_word(&self.folded, run.len() >= 3);
        }
        let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
        let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
        if letters == 0 {
            if digits > 2 {
                sink.add_code(token_hash_bucket(&[bytes]));
            }
            return;
        }
        self.split_name(run);
        let volatile = bytes.len() > LONGEST || (digits > 0 && is_random_token(bytes)) || self.is_like_base64(letters);
        if volatile {
            sink.add_code(token_hash_bucket(&[bytes]));
            if bytes.len() >= 20 && bytes.iter().all(u8::is_ascii_hexdigit) {
                // A commit is mostly named by the first seven of its characters.
                sink.add_code(token_hash_bucket(&[&bytes[..7]]));
            }
        }
        let single = self.parts.len() == 1 && digits == 0;
        if !volatile && !single {
            self.whole.clear();
            self.whole.extend(run.chars().filter(|&c| c != '_').map(|c| c.to_ascii_lowercase()));
            sink.add_word(&self.whole, false);
        }
        let address = bytes.starts_with(b"0x") || bytes.iter().all(u8::is_ascii_hexdigit);
        let split_by_case = self.parts.len() > count_letter_runs(bytes);
        let is_hex = bytes.strip_prefix(b"0x").unwrap_or(bytes).iter().all(u8::is_ascii_hexdigit);
        if volatile && (split_by_case || address) && !is_hex {
            sink.mark_hidden_letters();
        }
        if volatile && (address || self.is_like_base64(letters)) {
            return;
        }
        for &(start, end) in &self.parts {
            let part = &self.folded[start..end];
            // A letter on its own stays where it is all there is of a name.
            if part.len() >= 2 || single {
                sink.add_word(part, part.len() >= 3);
            }
        }
    }

    /// The parts of a name, lower-case, digits left out: `useEffect2` is `use` and `effect`.
    fn split_name(&mut self, run: &str) {
        self.folded.clear();
        self.parts.clear();
        let bytes = run.as_bytes();
        let mut start = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let begins = byte.is_ascii_uppercase()
                && at > 0
                && (bytes[at - 1].is_ascii_lowercase()
                    || (bytes[at - 1].is_ascii_uppercase() && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase)));
            if (begins || !byte.is_ascii_alphabetic()) && self.folded.len() > start {
                self.parts.push((start, self.folded.len()));
                start = self.folded.len();
            }
            if byte.is_ascii_alphabetic() {
                self.folded.push(char::from(byte.to_ascii_lowercase()));
            }
        }
        if self.folded.len() > start {
            self.parts.push((start, self.folded.len()));
        }
    }

    /// Base64 and its like: letters that change case at every second step.
    fn is_like_base64(&self, letters: usize) -> bool {
        self.parts.len() >= 5 && letters < self.parts.len() * 3
    }

    /// A run that holds more than ASCII, from `at`; returns where it ends.
    fn add_unicode_run(&mut self, line: &str, at: usize, sink: &mut impl TermSink) -> usize {
        let mut word = std::mem::take(&mut self.whole);
        word.clear();
        self.cjk.clear();
        let mut end = at;
        for c in line[at..].chars() {
            if is_cjk(c) {
                if !word.is_empty() {
                    break;
                }
                self.cjk.push(c);
            } else if c.is_alphanumeric() || c == '_' || is_combining_mark(c) {
                if !self.cjk.is_empty() {
                    break;
                }
                fold_char(c, &mut word);
            } else {
                if end == at {
                    end += c.len_utf8();
                    if is_pictograph(c) {
                        sink.add_word(c.encode_utf8(&mut [0; 4]), false);
                    }
                }
                break;
            }
            end += c.len_utf8();
        }
        let chars = word.chars().count();
        if chars > LONGEST {
            sink.mark_hidden_letters();
        } else if chars > 0 {
            sink.add_word(&word, chars >= 3 && word.chars().all(char::is_alphabetic));
        }
        match self.cjk.as_slice() {
            [] => {}
            [only] => sink.add_word(only.encode_utf8(&mut [0; 4]), false),
            run => {
                for pair in run.windows(2) {
                    word.clear();
                    word.extend(pair);
                    sink.add_word(&word, false);
                }
            }
        }
        self.whole = word;
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Seen {
        words: Vec<String>,
        codes: usize,
    }

    impl TermSink for Seen {
        fn add_word(&mut self, word: &str, _: bool) {
            self.words.push(word.to_owned());
        }
        fn add_code(&mut self, _: u32) {
            self.codes += 1;
        }
    }

    fn words(line: &str) -> String {
        let mut seen = Seen::default();
        TermSplitter::default().for_each_term(line, &mut seen);
        seen.words.join(" ")
    }

    fn codes(line: &str) -> usize {
        let mut seen = Seen::default();
        TermSplitter::default().for_each_term(line, &mut seen);
        seen.codes
    }

    #[test]
    fn names_whole_and_in_parts() {
        assert_eq!(words("useEffect(fn)"), "useeffect use effect fn");
        assert_eq!(words("foo_bar HTTPServer"), "foobar foo bar httpserver http server");
        assert_eq!(words("error[E0308]: x86_64 utf8"), "error e0308 x8664 utf8 utf");
        assert_eq!(words("src/main.rs:42"), "src main rs");
        assert_eq!(words("a to b"), "a to b");
    }

    #[test]
    fn volatile_tokens_are_no_words() {
        assert_eq!(words("commit 54206fbd9e7c54206fbd9e7c54206fbd9e7cabcd"), "commit");
        assert_eq!(words("id 550e8400-e29b-41d4-a716-446655440000 done"), "id done");
        assert_eq!(words("request_9912345678 took 12.5"), "request took");
        assert_eq!(words("2026-11-15T12:30:05.123Z INFO up"), "info up");
        assert_eq!(words("at 0x7ffe12ab in aGVsbG8gV29ybGQhIQ"), "at in");
        assert_eq!(codes("2026-11-15 12:30:05,123 12:01:59"), 0);
        assert_eq!(codes("port 8080 at 10.0.0.17 in main.rs:42:7"), 4);
    }

    #[test]
    fn other_scripts_accents_and_signs() {
        assert_eq!(words("naïve Café"), "naive cafe");
        assert_eq!(words("cafe\u{301}s"), "cafes");
        assert_eq!(words("数据库连接 ok"), "数据 据库 库连 连接 ok");
        assert_eq!(words("误 ✗ 🚀 │ →"), "误 ✗ 🚀");
        assert_eq!(words("Ошибка Straße"), "ошибка straße");
    }

    /// Whatever the line, letters side by side are in a word, or the line is marked.
    #[test]
    fn letters_are_in_a_word_or_the_line_is_marked() {
        #[derive(Default)]
        struct All(Vec<String>, bool);
        impl TermSink for All {
            fn add_word(&mut self, word: &str, _: bool) {
                self.0.push(word.to_owned());
            }
            fn add_code(&mut self, _: u32) {}
            fn mark_hidden_letters(&mut self) {
                self.1 = true;
            }
        }
        let pieces = [
            "0x",
            "linker",
            "Q",
            "z",
            "É",
            "é",
            "7",
            "1234",
            "_",
            " ",
            ".",
            ":",
            "abc",
            "DEADbeef",
            "aGVsbG8gV29ybGQhIQ",
            "12:30:05Z",
            "2026-11-15",
            "T",
            "HTTPServer",
            "数",
            "-",
            "wordwordwordwordwordwordwordwordwordwordword",
        ];
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize
        };
        for _ in 0..60_000 {
            let line: String = (0..1 + next() % 6).map(|_| pieces[next() % pieces.len()]).collect();
            let mut all = All::default();
            TermSplitter::default().for_each_term(&line, &mut all);
            let lower = line.to_ascii_lowercase();
            for letters in lower.split(|c: char| !c.is_ascii_alphabetic()) {
                for start in 0..letters.len().saturating_sub(2) {
                    let part = &letters[start..start + 3];
                    if part.bytes().any(crate::grep_prefilter::is_letter_not_in_hex_address) {
                        let held = all.1 || all.0.iter().any(|word| word.contains(part));
                        assert!(held, "{part} of {line}: {:?}", all.0);
                    }
                }
            }
        }
    }

    #[test]
    fn a_place_and_its_bucket_are_found_again() {
        let mut line = Seen::default();
        TermSplitter::default().for_each_term("at src/main.rs:42:7", &mut line);
        let mut query = Seen::default();
        TermSplitter::default().for_each_term("main.rs:42", &mut query);
        assert_eq!(query.codes, 1);
        assert_eq!(token_hash_bucket(&[b"rs:", b"42"]), token_hash_bucket(&[b"RS:4", b"2"]));
    }
}
