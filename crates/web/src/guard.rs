//! Who is answered: a browser on this machine that was given the address, asking for itself and for no other site.

use ctx_proxy::HttpRefusal;
use ctx_proxy::loopback::RequestGuard;

use super::request::{Method, Request};

/// The part of the path after the token, or why there is no answer.
pub fn check_request_and_strip_token<'r>(guard: &RequestGuard, request: &'r Request) -> Result<&'r str, HttpRefusal> {
    guard.check_host_and_origin(&request.head, true)?;
    let rest = guard.strip_valid_token(&request.path)?;
    // No form and no image can send `X-Ctx`.
    let is_marked = request.head.has_header("x-ctx") && request.head.has_header("origin");
    if request.method == Method::Post && !is_marked {
        return Err((403, "only the page itself may change something"));
    }
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use ctx_proxy::loopback::RequestGuard;

    use crate::request::read_request;

    fn ask(text: &str) -> Result<String, u16> {
        let guard = RequestGuard { port: 8080, token: Some("s3cret".into()) };
        let Ok(request) = read_request(&mut text.replace('\n', "\r\n").as_bytes(), &mut Vec::new()) else {
            panic!("a request")
        };
        super::check_request_and_strip_token(&guard, &request).map(str::to_owned).map_err(|(status, _)| status)
    }

    #[test]
    fn only_the_page_itself_is_answered() {
        let get = |path: &str, headers: &str| ask(&format!("GET {path} HTTP/1.1\n{headers}\n"));
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080"] {
            assert_eq!(get("/s3cret/api/now?x=1", &format!("Host: {host}\n")), Ok("api/now".into()), "{host}");
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:8080",
            "127.0.0.1:8080.evil.example",
            "0.0.0.0:8080",
            "[::1]:8080",
            "",
        ] {
            assert_eq!(get("/s3cret/", &format!("Host: {host}\n")), Err(421), "{host}");
        }
        let own = "Host: 127.0.0.1:8080\n";
        for path in ["/", "/s3cre/", "/s3cret2/", "/S3CRET/", "//s3cret/", "/x/../s3cret/", "/%73%33cret/", "/s3cre"] {
            assert_eq!(get(path, own), Err(403), "{path}");
        }
        for origin in
            ["http://evil.example", "null", "https://127.0.0.1:8080", "http://127.0.0.1:81", "http://localhost:8080"]
        {
            assert_eq!(get("/s3cret/", &format!("{own}Origin: {origin}\n")), Err(403), "{origin}");
        }
        assert_eq!(get("/s3cret/", &format!("{own}Sec-Fetch-Site: cross-site\n")), Err(403));
        assert_eq!(get("/s3cret/", &format!("{own}Sec-Fetch-Site: same-site\n")), Err(403));
        assert_eq!(
            get("/s3cret/", &format!("{own}Sec-Fetch-Site: none\nOrigin: http://127.0.0.1:8080\n")),
            Ok("".into())
        );
    }

    #[test]
    fn a_change_needs_a_mark_and_an_origin() {
        let post = |headers: &str| ask(&format!("POST /s3cret/api/pin HTTP/1.1\nHost: localhost:8080\n{headers}\n"));
        assert_eq!(post("X-Ctx: 1\nOrigin: http://localhost:8080\n"), Ok("api/pin".into()));
        assert_eq!(post("X-Ctx: 1\n"), Err(403));
        assert_eq!(post("Origin: http://localhost:8080\n"), Err(403));
        assert_eq!(post("X-Ctx: 1\nOrigin: http://evil.example\n"), Err(403));
    }
}
