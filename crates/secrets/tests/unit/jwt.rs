//! Edge cases of `jwt`.

use super::*;

#[test]
fn a_token_without_claims_is_an_example() {
    let token = |payload: &str| format!("eyJhbGciOiJIUzI1NiJ9.{payload}.c2ln");
    assert!(is_meaningless_token(&token("eyJjb25maWRlbmNlIjowLjh9")));
    // {"sub":"1","exp":2} and what is not JSON at all.
    assert!(!is_meaningless_token(&token("eyJzdWIiOiIxIiwiZXhwIjoyfQ")));
    assert!(!is_meaningless_token(&token("eyKq83vEjRW")));
}
