//! One request: names are resolved once, the addresses checked, and the connection made to the checked addresses.

use std::io::Read;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ureq::config::Config;
use ureq::http::{HeaderMap, Uri};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, http};

use super::address::non_public_network;
use super::error::{Error, Result};
use super::{CacheValidators, FetchAnswer, FetchLimits, FetchedPage, Url};
use ctx_model::env::certificate_files;

/// A server that is silent for this long has nothing more to send.
const SILENCE: Duration = Duration::from_secs(10);
const HEADERS: usize = 64 << 10;
/// At most this much is reserved for a body before it has come.
const FIRST: u64 = 1 << 20;

pub(super) enum HttpReply {
    Redirect(String),
    Answer(FetchAnswer),
}

/// The addresses of the requested host, once they are known. Private ones among them were requested as well; those that
/// a redirect leads to were not.
#[derive(Clone, Debug, Default)]
pub(super) struct RequestedHostAddresses(Arc<Mutex<Option<Vec<IpAddr>>>>);

/// Resolves a name; refuses it when one of its addresses is not public.
#[derive(Debug)]
struct PublicAddressResolver {
    private: bool,
    asked: RequestedHostAddresses,
    refused: Arc<Mutex<Option<IpAddr>>>,
    resolver: DefaultResolver,
}

impl Resolver for PublicAddressResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> std::result::Result<ResolvedSocketAddrs, ureq::Error> {
        let addresses = self.resolver.resolve(uri, config, timeout)?;
        let mut asked = self.asked.0.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = asked.get_or_insert_with(|| addresses.iter().map(|address| address.ip()).collect());
        let permitted =
            |address: &IpAddr| non_public_network(*address).is_none() || self.private && asked.contains(address);
        if let Some(address) = addresses.iter().map(|address| address.ip()).find(|address| !permitted(address)) {
            *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(address);
            return Err(ureq::Error::HostNotFound);
        }
        Ok(addresses)
    }
}

pub(super) fn send_get(
    url: &Url,
    limits: &FetchLimits,
    left: Duration,
    known: &CacheValidators,
    asked: &RequestedHostAddresses,
) -> Result<HttpReply> {
    let refused = Arc::new(Mutex::new(None));
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        // A proxy would resolve names itself, and nobody would check the addresses it connects to.
        .proxy(None)
        .max_idle_connections(0)
        .max_response_header_size(HEADERS)
        .tls_config(tls_config_with_system_roots(url)?)
        .timeout_global(Some(left))
        .timeout_per_read(Some(SILENCE.min(left)))
        .user_agent(concat!("ctx/", env!("CARGO_PKG_VERSION")))
        .accept("text/markdown, text/html;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.5")
        .build();
    let resolver = PublicAddressResolver {
        private: limits.private,
        asked: asked.clone(),
        refused: refused.clone(),
        resolver: DefaultResolver::default(),
    };
    let agent = Agent::with_parts(config, DefaultConnector::new(), resolver);
    let mut request = agent.get(url.to_string());
    for (name, value) in
        [(http::header::IF_NONE_MATCH, &known.etag), (http::header::IF_MODIFIED_SINCE, &known.last_modified)]
    {
        if let Some(value) = value {
            request = request.header(name, value);
        }
    }
    let explain = |error: ureq::Error| {
        let refused = refused.lock().ok().and_then(|address| *address);
        match refused {
            Some(address) => private_address_error(url, address, limits),
            None => request_error(url, &error, limits.time),
        }
    };
    let mut response = request.call().map_err(explain)?;
    let status = response.status();
    let headers = response.headers().clone();
    match status.as_u16() {
        301 | 302 | 303 | 307 | 308 => {
            let location = header_text(&headers, http::header::LOCATION);
            return location.map(HttpReply::Redirect).ok_or_else(|| Error::NoLocation { from: url.clone() });
        }
        304 if *known != CacheValidators::default() => return Ok(HttpReply::Answer(FetchAnswer::Unchanged)),
        200 | 203 => {}
        code => {
            let reason = status.canonical_reason().unwrap_or_default();
            let status = format!("{code} {reason}").trim_end().to_owned();
            return Err(Error::Status { url: url.clone(), status });
        }
    }
    let encoding = header_text(&headers, http::header::CONTENT_ENCODING).unwrap_or_default().to_ascii_lowercase();
    if !["", "identity", "gzip", "x-gzip", "br"].contains(&encoding.as_str()) {
        return Err(Error::Encoding { url: url.clone(), encoding });
    }
    let bytes = read_body_within_limit(url, limits, response.body_mut().as_reader())?;
    let validators = CacheValidators {
        etag: header_text(&headers, http::header::ETAG),
        last_modified: header_text(&headers, http::header::LAST_MODIFIED),
    };
    let content_type = header_text(&headers, http::header::CONTENT_TYPE);
    Ok(HttpReply::Answer(FetchAnswer::Fetched(FetchedPage { url: url.clone(), content_type, validators, bytes })))
}

/// The certificate authorities that this machine trusts, a company's own among them.
fn tls_config_with_system_roots(url: &Url) -> Result<TlsConfig> {
    let tls =
        TlsConfig::builder().unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()));
    if !url.is_secure() {
        return Ok(tls.build());
    }
    let bundle = certificate_files().into_iter().find_map(|file| std::fs::read(file).ok());
    let items = bundle.as_deref().map(parse_pem).into_iter().flatten().flatten();
    let authorities: Vec<Certificate<'static>> = items
        .filter_map(|item| match item {
            PemItem::Certificate(authority) => Some(authority),
            _ => None,
        })
        .collect();
    if authorities.is_empty() {
        return Err(Error::NoCertificates { url: url.clone() });
    }
    Ok(tls.root_certs(RootCerts::from(authorities)).build())
}

/// The whole body, or nothing: a part would be taken for the whole.
fn read_body_within_limit(url: &Url, limits: &FetchLimits, body: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(FIRST.min(limits.bytes)).unwrap_or_default());
    body.take(limits.bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| {
        let error = ureq::Error::from(error);
        request_error(url, &error, limits.time)
    })?;
    if bytes.len() as u64 > limits.bytes {
        return Err(Error::TooLarge { url: url.clone(), limit: limits.bytes });
    }
    Ok(bytes)
}

fn header_text(headers: &HeaderMap, name: http::HeaderName) -> Option<String> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}

fn private_address_error(url: &Url, address: IpAddr, limits: &FetchLimits) -> Error {
    let whose = non_public_network(address).unwrap_or("a private network");
    let hint = match limits.private {
        true => {
            "--allow-private is for the host that was asked for, not for where it leads; fetch that address directly if you mean it"
        }
        false => "--allow-private fetches it; do not use it for a link that a page from outside gave you",
    };
    let host = match url.host() {
        host if host.trim_matches(['[', ']']) == address.to_string() => host.to_owned(),
        host => format!("{host} is {address}, which"),
    };
    Error::Private { url: url.clone(), host, whose, hint }
}

fn request_error(url: &Url, error: &ureq::Error, time: Duration) -> Error {
    let why = match error {
        ureq::Error::Timeout(_) | ureq::Error::BodyStalled => {
            return Error::TimedOut { url: url.clone(), time };
        }
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            "the answer ended before its end".to_owned()
        }
        ureq::Error::Io(error) => error.to_string(),
        ureq::Error::HostNotFound => format!("host not found: {}", url.host()),
        error => error.to_string(),
    };
    Error::Failed { url: url.clone(), why }
}
