//! Edge cases of `keywords`.

use super::*;

/// The keyword with text after it that lets it count.
fn counting(word: &Keyword) -> String {
    let with = if let RequiredFollower::Word(with) = word.behind { with } else { "" };
    let after = ["=", "0123456789abcdefghijklmn", "user:word@", with];
    let bytes = std::str::from_utf8(word.bytes).unwrap();
    let counts = |after: &&str| word.text_behind_fits(format!("{bytes}{after}").as_bytes(), bytes.len());
    let after = after.into_iter().find(counts).unwrap();
    format!("{bytes}{after}")
}

#[test]
fn each_keyword_is_found_wherever_it_stands() {
    for word in &KEYWORDS {
        assert!(!word.bytes.is_empty());
        let counting = counting(word);
        for text in [counting.clone(), format!("{counting} a"), format!("é{counting}"), counting.repeat(2)] {
            let hits = find_keyword_hits(&text);
            let held = match word.owner {
                KeywordOwner::Rule(index) => hits.rules.contains(&index),
                KeywordOwner::Name(_) => !hits.named.is_empty(),
                KeywordOwner::Other(kind) => hits.has_kind(kind),
            };
            assert!(!find_suspect_lines(text.as_bytes()).is_empty(), "{text}");
            assert!(held && has_any_keyword(&text), "{text}");
        }
    }
    for text in ["", "a", "ab", "abc", "a plain line of text", "self.lines.len() | 5 % 3", "https://a.example/b@c"] {
        assert!(!has_any_keyword(text), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn the_table_agrees_with_a_plain_search(text in "(?:[a-zA-Z_:=.-]{0,6}|sk-ant-|…|-----BEGIN|AKIA|sk_|s\\.|://|a:b@|[a-z0-9]{22}|é){0,12}") {
        let holds = |word: &Keyword| {
            let mut found = text.as_bytes().windows(word.bytes.len()).enumerate().filter(|(_, part)| **part == *word.bytes);
            found.any(|(at, part)| word.text_behind_fits(text.as_bytes(), at + part.len()))
        };
        proptest::prop_assert_eq!(has_any_keyword(&text), KEYWORDS.iter().any(holds));
    }
}
