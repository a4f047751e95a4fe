//! C and C++ before the preprocessor: words that only it understands are blanked for the parser, byte for byte.

use std::borrow::Cow;
use std::ops::Range;

/// Endings of names that are an attribute or a specifier, never a type.
const ATTRIBUTES: &str = "API ATTR CONSTEXPR DECL DEPRECATED EXPLICIT EXPORT EXPORTED EXTERN INLINE INTERNAL NODISCARD \
    NOEXCEPT NOINLINE NORETURN PUBLIC UNUSED VISIBLE";
/// Words that a type must still follow.
const SPECIFIERS: &str = "const constexpr else explicit extern friend inline mutable register return static typedef typename \
    virtual volatile";
/// `#ifdef __cplusplus` around more lines than this is code, not a brace.
const LONGEST_LINKAGE: usize = 5;

pub fn blank_out_macros(text: &str) -> Cow<'_, str> {
    let mut scanner = MacroScanner {
        bytes: text.as_bytes(),
        at: 0,
        last: b'\n',
        last_word: 0..0,
        in_enum: false,
        blanks: Vec::new(),
    };
    scanner.blank_macros();
    if scanner.blanks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for range in scanner.blanks {
        for byte in &mut bytes[range] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

struct MacroScanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The last byte that is neither white space nor comment.
    last: u8,
    last_word: Range<usize>,
    /// The innermost open braces are those of an enumeration.
    in_enum: bool,
    blanks: Vec<Range<usize>>,
}

impl MacroScanner<'_> {
    fn blank_macros(&mut self) {
        while self.at < self.bytes.len() {
            let byte = self.bytes[self.at];
            match byte {
                b'#' if self.is_first_in_line_at(self.at) => self.skip_directive_noting_blanks(),
                b'/' if self.looking_at(b"//") => self.at = self.line_end(self.at),
                b'/' if self.looking_at(b"/*") => {
                    let end = memchr::memmem::find(&self.bytes[self.at + 2..], b"*/");
                    self.at = end.map_or(self.bytes.len(), |end| self.at + 2 + end + 2);
                }
                b'"' | b'\'' => self.skip_literal(byte),
                _ if is_word_byte(byte) => self.read_word_or_blank_macro(),
                _ => {
                    if !byte.is_ascii_whitespace() {
                        self.last = byte;
                    }
                    self.at += 1;
                }
            }
        }
    }

    fn looking_at(&self, prefix: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(prefix)
    }

    fn line_end(&self, from: usize) -> usize {
        memchr::memchr(b'\n', &self.bytes[from..]).map_or(self.bytes.len(), |end| from + end)
    }

    fn skip_directive_noting_blanks(&mut self) {
        let start = self.at;
        let mut end = self.line_end(start);
        while end < self.bytes.len() && self.bytes[..end].trim_ascii_end().ends_with(b"\\") {
            end = self.line_end(end + 1);
        }
        let line = &self.bytes[start..end];
        self.at = end;
        // The grammar ends a macro of several lines at a comment inside it.
        if line.contains(&b'\n') {
            let mut from = 0;
            while let Some(open) = memchr::memmem::find(&line[from..], b"/*") {
                let close =
                    memchr::memmem::find(&line[from + open..], b"*/").map_or(line.len(), |at| from + open + at + 2);
                self.blanks.push(start + from + open..start + close);
                from = close;
            }
        }
        if line[1..].trim_ascii_start().starts_with(b"if") && memchr::memmem::find(line, b"__cplusplus").is_some() {
            // Linkage braces are in one branch only, so the parser would see half of them.
            let mut close = end;
            for _ in 0..=LONGEST_LINKAGE {
                if close >= self.bytes.len() {
                    return;
                }
                let next = self.line_end(close + 1);
                if self.bytes[close + 1..next].trim_ascii_start().starts_with(b"#") {
                    self.blanks.push(end..close);
                    self.at = close;
                    return;
                }
                close = next;
            }
        }
    }

    fn skip_literal(&mut self, quote: u8) {
        let mut at = self.at + 1;
        while at < self.bytes.len() && self.bytes[at] != quote && self.bytes[at] != b'\n' {
            at += if self.bytes[at] == b'\\' { 2 } else { 1 };
        }
        self.last = quote;
        self.at = (at + 1).min(self.bytes.len());
    }

    fn read_word_or_blank_macro(&mut self) {
        let start = self.at;
        let end = self.word_end(start);
        let word = &self.bytes[start..end];
        if word == b"template" {
            self.blank_template_macros(end);
        }
        if is_macro_name(word)
            && let Some(blank) = self.macro_range_to_blank(start..end)
        {
            self.at = blank.end;
            self.blanks.push(blank);
            return;
        }
        match word {
            b"enum" => self.in_enum = true,
            b"struct" | b"union" | b"class" => self.in_enum = false,
            _ => {}
        }
        self.last = self.bytes[end - 1];
        self.last_word = start..end;
        self.at = end;
    }

    /// The part around this macro's name that hides the real syntax from the parser.
    fn macro_range_to_blank(&self, word: Range<usize>) -> Option<Range<usize>> {
        let bare = self.skip_space(word.end);
        let group = self.group_end(bare);
        let whole = word.start..group.unwrap_or(word.end);
        let next = self.skip_space(whole.end);
        let following = self.bytes.get(next).copied().unwrap_or(b'\n');
        let after_class = matches!(&self.bytes[self.last_word.clone()], b"class" | b"struct" | b"union" | b"enum")
            && self.last_word.end <= word.start
            && self.bytes[self.last_word.end..word.start].iter().all(u8::is_ascii_whitespace);
        if after_class {
            return is_word_byte(following).then_some(whole);
        }
        if self.last == b'(' && group.is_none() && following == b'*' {
            return Some(whole);
        }
        if self.last == b')' && matches!(following, b';' | b'{') {
            return Some(whole);
        }
        // `DWORD WINAPI f(…)`
        let follows_type = self.last_word.end < word.start
            && self.bytes[self.last_word.end..word.start].iter().all(|byte| *byte == b' ' || *byte == b'*')
            && !self.last_word.is_empty()
            && !SPECIFIERS.split(' ').any(|word| word.as_bytes() == &self.bytes[self.last_word.clone()]);
        if group.is_none()
            && follows_type
            && is_word_byte(following)
            && self.bytes.get(self.word_end(next)) == Some(&b'(')
        {
            return Some(whole);
        }
        let name = &self.bytes[word.clone()];
        let stem = name.len() - name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let is_attribute = ATTRIBUTES.split(' ').any(|end| name[..stem].ends_with(end.as_bytes()));
        if is_attribute && (is_word_byte(following) || following == b'~') && !following.is_ascii_digit() {
            return Some(whole);
        }
        if group.is_none() && is_word_byte(following) && !following.is_ascii_digit() {
            let second = self.word_end(next);
            let mut third = self.skip_space(second);
            while matches!(self.bytes.get(third), Some(b'*' | b'&')) {
                third = self.skip_space(third + 1);
            }
            // The second word of `DWORD WINAPI f(` goes.
            let is_type =
                is_macro_name(&self.bytes[next..second]) && self.bytes.get(self.word_end(third)) == Some(&b'(');
            let same_line = !self.bytes[word.start..next].contains(&b'\n');
            if same_line && !is_type && third > second && self.bytes.get(third).is_some_and(|byte| is_word_byte(*byte))
            {
                return Some(whole);
            }
        }
        let line = self.line_end(whole.end);
        let alone = self.bytes[whole.end..line].trim_ascii().is_empty();
        let at_start = matches!(self.last, b'\n' | b';' | b'{' | b'}' | b':' | b'>');
        let goes_on = matches!(following, b',' | b'=' | b')' | b'{' | b'[' | b'.' | b'?' | b'|' | b'&' | b'(');
        let is_variant = following == b'}' && self.last != b';' && self.in_enum;
        (alone && at_start && !goes_on && !is_variant && self.is_first_in_line_at(word.start)).then_some(whole)
    }

    fn is_first_in_line_at(&self, at: usize) -> bool {
        let start = memchr::memrchr(b'\n', &self.bytes[..at]).map_or(0, |at| at + 1);
        self.bytes[start..at].iter().all(u8::is_ascii_whitespace)
    }

    /// Macros among the parameters of a template, with the comma before them.
    fn blank_template_macros(&mut self, from: usize) {
        let mut at = self.skip_space(from);
        if self.bytes.get(at) != Some(&b'<') {
            return;
        }
        let (mut depth, mut comma) = (0usize, at);
        while at < self.bytes.len() && at < from + 2000 {
            match self.bytes[at] {
                b'<' => depth += 1,
                b'>' => {
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                b',' => comma = at,
                b'{' | b'}' | b';' => return,
                byte if is_word_byte(byte) => {
                    let end = self.word_end(at);
                    if is_macro_name(&self.bytes[at..end])
                        && let Some(group) = self.group_end(end)
                    {
                        let comma_before = comma > from && self.bytes[comma + 1..at].trim_ascii().is_empty();
                        let has_comma = self.bytes.get(comma) == Some(&b',') && comma_before;
                        self.blanks.push(if has_comma { comma..group } else { at..group });
                        at = group;
                        continue;
                    }
                    at = end;
                    continue;
                }
                b'(' => {
                    at = self.group_end(at).unwrap_or(at + 1);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn word_end(&self, from: usize) -> usize {
        from + self.bytes[from..].iter().take_while(|byte| is_word_byte(**byte)).count()
    }

    fn skip_space(&self, from: usize) -> usize {
        from + self.bytes[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    }

    /// The end of a parenthesised group that opens here, if it closes soon.
    fn group_end(&self, from: usize) -> Option<usize> {
        if self.bytes.get(from) != Some(&b'(') {
            return None;
        }
        let mut depth = 0usize;
        for (at, byte) in self.bytes[from..].iter().enumerate().take(2000) {
            match byte {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(from + at + 1);
                    }
                }
                b'{' | b'}' | b';' => return None,
                _ => {}
            }
        }
        None
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// All capitals, as is the custom for macros.
fn is_macro_name(word: &[u8]) -> bool {
    let capitals = word.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    capitals >= 3 && word.iter().all(|byte| !byte.is_ascii_lowercase()) && !word[0].is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(text: &str) -> String {
        let blanked = blank_out_macros(text);
        assert_eq!(blanked.len(), text.len());
        blanked.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_of_the_preprocessor_are_blanked() {
        assert_eq!(blanked("class LEVELDB_EXPORT DB { };"), "class DB { };");
        assert_eq!(blanked("UV_EXTERN int uv_run(uv_loop_t*);"), "int uv_run(uv_loop_t*);");
        assert_eq!(blanked("int f(int a) ATTRS((warn));"), "int f(int a) ;");
        assert_eq!(blanked("typedef BOOL (WINAPI *fn)(int);"), "typedef BOOL ( *fn)(int);");
        assert_eq!(blanked("struct S {\n FIELDS\n};"), "struct S { };");
        assert_eq!(blanked("static DWORD WINAPI run(void* p) {}"), "static DWORD run(void* p) {}");
        assert_eq!(blanked("FMT_BEGIN_NAMESPACE\nint x;"), "int x;");
        assert_eq!(blanked("template <class T>\nNON_NULL(2)\nbool f(T* t);"), "template <class T> bool f(T* t);");
        assert_eq!(blanked("template <class T, FMT_ENABLE_IF(a<b>::c)> void f();"), "template <class T > void f();");
        assert_eq!(blanked("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint a;"), "#ifdef __cplusplus #endif int a;");
    }

    #[test]
    fn types_values_and_tests_stay() {
        for text in [
            "DWORD f(void);",
            "static DWORD f(void);",
            "enum E { AAA, BBB };",
            "TEST_IMPL(x) { }",
            "int a = MAX_SIZE;",
            "#define FOO_BAR x y z",
        ] {
            assert_eq!(blanked(text), text);
        }
        assert_eq!(blanked("enum E {\n AAA,\n BBB\n};"), "enum E { AAA, BBB };");
        assert_eq!(blanked("enum E {\n AAA\n};"), "enum E { AAA };");
    }
}
