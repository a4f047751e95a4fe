//! Edge cases of `spans`.

use super::*;

fn spans(of: &[(u64, u64, u16)]) -> SecretSpans {
    SecretSpans::new(of.iter().map(|&(start, len, rule)| Span { start, len, rule }).collect())
}

#[test]
fn pieces_are_masked_wherever_they_are_cut() {
    let spans = spans(&[(2, 3, 1), (4, 4, 7), (20, 2, 3)]);
    assert_eq!(spans.len(), 2);
    let text = b"abSECRETcd\nefghijklmXXop";
    let name = |rule: RuleId| if rule == 1 { "one" } else { "three" };
    let whole = spans.apply(0, text, name).into_owned();
    assert_eq!(whole, b"ab[masked:one]cd\nefghijklm[masked:three]op");
    for cut in 0..text.len() {
        let parts = [spans.apply(0, &text[..cut], name), spans.apply(cut as u64, &text[cut..], name)];
        assert_eq!(parts.concat(), whole, "{cut}");
    }
}

proptest::proptest! {
    #[test]
    fn what_is_kept_comes_back(of in proptest::collection::vec((0u64..1 << 40, 1u64..1 << 20, 0u16..2000), 0..50)) {
        let spans = spans(&of);
        proptest::prop_assert_eq!(SecretSpans::decode(&spans.encode()), Some(spans));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>) {
        if let Some(spans) = SecretSpans::decode(&bytes) {
            let _ = spans.apply(3, b"some text", |_| "x");
        }
    }
}
