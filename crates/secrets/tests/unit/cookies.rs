//! Edge cases of `cookies`.

use super::*;

#[test]
fn sessions_go_and_settings_stay() {
    for (line, secret) in [
        ("Cookie: theme=dark; session=8f3a2c9d7e1b", "8f3a2c9d7e1b"),
        ("< Set-Cookie: sid=s%3Aab12cd34ef56; Path=/; HttpOnly", "s%3Aab12cd34ef56"),
        (r#"{"headers":{"Cookie":"a=b; auth=Zx81kd92mmQ"}}"#, "Zx81kd92mmQ"),
        (r#""set-cookie": ["id=a1b2c3d4e5f6g7; Secure"]"#, "a1b2c3d4e5f6g7"),
    ] {
        assert_eq!(
            find_cookie_values(line).into_iter().map(|range| &line[range]).collect::<Vec<_>>(),
            [secret],
            "{line}"
        );
    }
    assert!(
        find_cookie_values("cookie: lang=en; theme=dark").is_empty()
            && find_cookie_values("a cookie is a small file").is_empty()
    );
}
