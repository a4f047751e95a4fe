//! Any bytes, cut anywhere: the same clean text, nothing in it that acts on a terminal.
#![no_main]

use ctx::capture::text::{Text, TextBuilder};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &[u8])| {
    let (cut, bytes) = input;
    let whole = Text::from_bytes(bytes);
    let at = usize::from(cut).min(bytes.len());
    let mut builder = TextBuilder::new();
    builder.push(&bytes[..at]);
    builder.push(&bytes[at..]);
    let parts = builder.finish();
    assert!(whole.lines().eq(parts.lines()));
    assert_eq!(whole.raw_len(), bytes.len() as u64);
    for line in whole.lines() {
        assert!(line.chars().all(|c| c == '\t' || !c.is_control()));
    }
    let numbers: Vec<u64> = (0..whole.len()).map(|index| whole.number(index)).collect();
    // One raw line can draw several: never descending is what counts.
    assert!(numbers.windows(2).all(|pair| pair[0] <= pair[1]));
});
