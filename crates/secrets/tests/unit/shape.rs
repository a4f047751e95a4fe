//! Edge cases of `shape`.

use super::*;

#[test]
fn half_a_token_beside_a_cut_is_masked_and_half_a_checksum_is_not() {
    let masked = |line: &str| !cut_short(line).is_empty();
    assert!(masked("ghp_a8Zq…") && masked("a …Zk4vQ9sXw2Lr7TnB3mYc8"), "halves of tokens");
    assert!(!masked("checksum = \"320119579fcad9c21884f5c4861d16174d0e0…6a4bac0bb6a4ab1c9\""));
    assert!(!masked("sha512-9f86d081…e3b0c44298fc1c149afbf4c8"));
}
