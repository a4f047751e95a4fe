//! Where a part of a text stands in it, and how many lines end before.

use std::ops::Range;

/// Where a part stands in the text that it was cut from.
pub fn range_of_part_in_text<T: AsRef<[u8]> + ?Sized>(part: &T, whole: &T) -> Range<usize> {
    let (part, whole) = (part.as_ref(), whole.as_ref());
    let start = part.as_ptr() as usize - whole.as_ptr() as usize;
    start..start + part.len()
}

pub fn count_newlines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}
