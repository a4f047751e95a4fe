//! Who is answered: programs of this user that were given the address, and which provider they mean.

use super::head::{HttpRefusal, RequestHead};
use super::loopback::RequestGuard;

/// The number of the route and the rest of the target, or why there is no answer. Agents are not web pages.
pub fn admit_request<'r>(
    guard: &RequestGuard,
    request: &'r RequestHead,
    routes: usize,
) -> Result<(usize, &'r str), HttpRefusal> {
    guard.check_host_and_origin(request, false)?;
    let rest = guard.strip_valid_token(request.target())?;
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (route, rest) = rest.split_at(end);
    match route.parse::<usize>() {
        Ok(route) if route < routes && rest.len() < request.target().len() => Ok((route, rest)),
        _ => Err((404, "this proxy leads to no such provider")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(target: &str, headers: &str) -> Result<(usize, String), u16> {
        ask_with(Some("s3cret".into()), target, headers)
    }

    fn ask_with(token: Option<String>, target: &str, headers: &str) -> Result<(usize, String), u16> {
        let text = format!("POST {target} HTTP/1.1\r\n{headers}\r\n");
        let (request, _) = RequestHead::parse_request_head(text.as_bytes()).unwrap().unwrap();
        let guard = RequestGuard { port: 8080, token };
        admit_request(&guard, &request, 2).map(|(route, rest)| (route, rest.to_owned())).map_err(|(status, _)| status)
    }

    #[test]
    fn only_the_agent_is_answered() {
        let host = "Host: 127.0.0.1:8080\r\n";
        assert_eq!(ask("/s3cret/1/v1/messages?beta=true", host), Ok((1, "/v1/messages?beta=true".into())));
        assert_eq!(ask("/s3cret/0", "host: LOCALHOST:8080\r\n"), Ok((0, "".into())));
        assert_eq!(ask("/s3cret/0?x", host), Ok((0, "?x".into())));
        for other in ["127.0.0.1", "127.0.0.1:80", "api.anthropic.com", "evil.example:8080", "[::1]:8080", ""] {
            assert_eq!(ask("/s3cret/0/", &format!("Host: {other}\r\n")), Err(421), "{other}");
        }
        assert_eq!(ask("/s3cret/0/", ""), Err(421));
        for target in ["/", "/s3cre/0/", "/s3crets/0/", "/S3CRET/0/", "//s3cret/0/", "/%733cret/0/", "/v1/messages"] {
            assert_eq!(ask(target, host), Err(403), "{target}");
        }
        for target in ["/s3cret", "/s3cret/", "/s3cret/2/", "/s3cret/x/", "/s3cret/-1/", "/s3cret//v1"] {
            assert_eq!(ask(target, host), Err(404), "{target}");
        }
        for header in ["Origin: http://127.0.0.1:8080", "Origin: null", "Sec-Fetch-Site: same-origin"] {
            assert_eq!(ask("/s3cret/0/", &format!("{host}{header}\r\n")), Err(403), "{header}");
        }
    }
    #[test]
    fn without_a_secret_the_address_begins_with_the_route() {
        let host = "Host: 127.0.0.1:8080\r\n";
        assert_eq!(ask_with(None, "/1/v1/messages?beta=true", host), Ok((1, "/v1/messages?beta=true".into())));
        assert_eq!(ask_with(None, "/0", host), Ok((0, "".into())));
        for target in ["/", "//0/", "/2/", "/x/", "/-1/", "/v1/messages"] {
            assert_eq!(ask_with(None, target, host), Err(404), "{target}");
        }
        assert_eq!(ask_with(None, "/0/", ""), Err(421));
        assert_eq!(ask_with(None, "/0/", &format!("{host}Origin: null\r\n")), Err(403));
    }
}
