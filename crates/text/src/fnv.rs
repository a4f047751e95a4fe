//! FNV-1a, a hash that is the same on every machine and in every version: quick for short texts, and not for where
//! somebody gains by collisions.

pub fn fnv_hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    extend_fnv_hash(0xcbf2_9ce4_8422_2325, bytes)
}

/// The hash of a text that goes on with these bytes.
pub fn extend_fnv_hash(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
