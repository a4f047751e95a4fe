//! What base64 holds: JSON web tokens that claim nothing, logins of Basic authentication.

use super::words::{table_has_word, words};

/// A JSON web token with one claim of no meaning opens no door: documentation shows such tokens.
pub fn is_meaningless_token(token: &str) -> bool {
    if !token.starts_with("ey") {
        return false;
    }
    let Some(payload) = token.split('.').nth(1).and_then(decoded) else { return false };
    let Ok(serde_json::Value::Object(claims)) = serde_json::from_slice(&payload) else { return false };
    let speaks = |name: &String| words(name).iter().any(|word| table_has_word("claims", &word.to_ascii_lowercase()));
    claims.len() < 2 && !claims.keys().any(speaks)
}

/// `user:password` as Basic authentication sends it.
pub fn is_basic_auth_login(value: &str) -> bool {
    decoded(value).is_some_and(|login| login.contains(&b':') && std::str::from_utf8(&login).is_ok())
}

/// The bytes of base64, in either alphabet.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' | b'+' => 62,
            b'_' | b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    Some(out)
}

#[cfg(test)]
#[path = "../tests/unit/jwt.rs"]
mod tests;
