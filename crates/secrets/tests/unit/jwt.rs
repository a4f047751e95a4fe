//! Edge cases of `jwt`.

use super::*;

#[test]
fn a_token_without_claims_is_an_example() {
    let token = |payload: &str| format!("eyJhbGciOiJIUzI1NiJ9.{payload}.c2ln");
    assert!(claims_nothing(&token("eyJjb25maWRlbmNlIjowLjh9")));
    // {"sub":"1","exp":2} and what is no JSON at all.
    assert!(!claims_nothing(&token("eyJzdWIiOiIxIiwiZXhwIjoyfQ")));
    assert!(!claims_nothing(&token("eyKq83vEjRW")));
}
