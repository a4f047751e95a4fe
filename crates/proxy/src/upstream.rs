//! The address that the agent would have used, and a connection to it: the same host, a certificate that is verified, and
//! the same proxy on the way.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore};
use serde::{Deserialize, Serialize};

use super::ProxyError;
use super::connection::Connection;
use super::head::{AnswerHead, LONGEST};
use ctx_fetch::Url;
use ctx_model::error::Result;

/// Agents give up later than this.
const CONNECT: Duration = Duration::from_secs(30);

/// How to get to a provider, as the agent would.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct ProviderRoute {
    /// The base address that the agent would have used.
    pub base: String,
    /// The base address for requests that have this header, where an agent chooses by its login.
    #[serde(default)]
    pub with_header: Option<(String, String)>,
    /// The proxy that the environment names for the base address.
    #[serde(default)]
    pub proxy: Option<String>,
}

/// A route whose parts were checked.
pub struct CheckedRoute {
    base: Url,
    with_header: Option<(String, Url)>,
    proxy: Option<HttpProxy>,
}

struct HttpProxy {
    address: Url,
    /// `Proxy-Authorization`, if its address names a user.
    login: Option<String>,
}

impl CheckedRoute {
    pub fn parse_route(route: &ProviderRoute) -> Result<CheckedRoute> {
        let with_header = match &route.with_header {
            Some((name, base)) => Some((name.clone(), Url::parse(base)?)),
            None => None,
        };
        let proxy = route.proxy.as_deref().map(HttpProxy::parse).transpose()?;
        Ok(CheckedRoute { base: Url::parse(&route.base)?, with_header, proxy })
    }

    pub fn is_secure(&self) -> bool {
        self.base.is_secure() || self.with_header.as_ref().is_some_and(|(_, url)| url.is_secure())
    }

    /// The base address of a request.
    pub fn base_url(&self, has_header: impl Fn(&str) -> bool) -> &Url {
        match &self.with_header {
            Some((name, base)) if has_header(name) => base,
            _ => &self.base,
        }
    }

    /// The target of a request: the base's path and what the agent added to it.
    pub fn request_target(base: &Url, rest: &str) -> String {
        let path = base.path_and_query().trim_end_matches('/');
        let between = if rest.is_empty() || rest.starts_with(['/', '?']) { "" } else { "/" };
        let target = format!("{path}{between}{rest}");
        if target.starts_with('/') { target } else { format!("/{target}") }
    }

    pub fn connect(&self, base: &Url, trust: Option<&Arc<ClientConfig>>) -> io::Result<Connection> {
        let socket = match &self.proxy {
            Some(proxy) => proxy.open_tunnel(base)?,
            None => connect_tcp(base.host(), base.port())?,
        };
        if !base.is_secure() {
            return Connection::new(socket, None);
        }
        let config = trust.ok_or_else(|| io::Error::other("no root certificates were found on this machine"))?;
        let name = ServerName::try_from(base.host().trim_matches(['[', ']']).to_owned());
        let tls = ClientConnection::new(config.clone(), name.map_err(io::Error::other)?).map_err(io::Error::other)?;
        finish_tls_handshake(socket, tls)
    }
}

/// The handshake is over before the first byte of a request is sent: a provider that cannot be verified gets none.
fn finish_tls_handshake(mut socket: TcpStream, mut tls: ClientConnection) -> io::Result<Connection> {
    socket.set_read_timeout(Some(CONNECT))?;
    socket.set_write_timeout(Some(CONNECT))?;
    while tls.is_handshaking() {
        tls.complete_io(&mut socket)?;
    }
    Connection::new(socket, Some(tls))
}

fn connect_tcp(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the host has no address");
    for address in (host.trim_matches(['[', ']']), port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl HttpProxy {
    fn parse(text: &str) -> Result<HttpProxy> {
        let text = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", &text));
        if !scheme.eq_ignore_ascii_case("http") {
            return Err(ProxyError::OtherProxy(scheme.to_owned()).into());
        }
        let (login, host) = rest.rsplit_once('@').map_or((None, rest), |(login, host)| (Some(login), host));
        Ok(HttpProxy {
            address: Url::parse(&format!("http://{host}"))?,
            login: login.map(|login| ctx_text::encode_base64(login.as_bytes())),
        })
    }

    /// A tunnel to the host, so that nobody on the way sees more than its name.
    fn open_tunnel(&self, base: &Url) -> io::Result<TcpStream> {
        let mut socket = connect_tcp(self.address.host(), self.address.port())?;
        socket.set_read_timeout(Some(CONNECT))?;
        let (host, port) = (base.host(), base.port());
        let login = self.login.as_ref().map(|login| format!("Proxy-Authorization: Basic {login}\r\n"));
        let ask = format!("CONNECT {host}:{port} HTTP/1.1\r\nHost: {host}:{port}\r\n{}\r\n", login.unwrap_or_default());
        socket.write_all(ask.as_bytes())?;
        let mut answer = Vec::new();
        let mut byte = [0];
        // Byte by byte: what comes after the head belongs to the provider.
        while !answer.ends_with(b"\r\n\r\n") && answer.len() < LONGEST {
            match socket.read(&mut byte)? {
                0 => return Err(io::Error::new(ErrorKind::UnexpectedEof, "the proxy of this environment hung up")),
                _ => answer.push(byte[0]),
            }
        }
        match AnswerHead::parse_answer_head(&answer, "CONNECT") {
            Ok(Some(answer)) if answer.status / 100 == 2 => Ok(socket),
            Ok(Some(answer)) => {
                Err(io::Error::other(format!("the proxy of this environment answered {}", answer.status)))
            }
            _ => Err(io::Error::other("the proxy of this environment does not speak HTTP")),
        }
    }
}

/// The authorities that this machine and this agent trust; none if there are none.
pub fn tls_config_with_trusted_roots(files: &[PathBuf], more: Option<&PathBuf>) -> Option<Arc<ClientConfig>> {
    let certificates = |file: &PathBuf| {
        let bytes = std::fs::read(file).unwrap_or_default();
        CertificateDer::pem_slice_iter(&bytes).filter_map(std::result::Result::ok).collect::<Vec<_>>()
    };
    let mut roots = RootCertStore::empty();
    for file in files.iter().find(|file| file.is_file()).into_iter().chain(more) {
        roots.add_parsable_certificates(certificates(file));
    }
    if roots.is_empty() {
        return None;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().ok()?;
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    // HTTP/2 would need another proxy; every provider speaks this one.
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Some(Arc::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agents_path_is_added_to_the_base() {
        let target = |base: &str, rest: &str| CheckedRoute::request_target(&Url::parse(base).unwrap(), rest);
        assert_eq!(target("https://api.example", "/v1/messages?beta=true"), "/v1/messages?beta=true");
        assert_eq!(target("https://api.example/v1/", "/responses"), "/v1/responses");
        assert_eq!(target("https://api.example/v1", ""), "/v1");
        assert_eq!(target("https://api.example", ""), "/");
        assert_eq!(target("https://api.example/v1", "?x"), "/v1?x");
    }

    #[test]
    fn proxies_with_a_login() {
        assert_eq!(ctx_text::encode_base64(b"user:pass"), "dXNlcjpwYXNz");
        assert_eq!(
            [ctx_text::encode_base64(b"a"), ctx_text::encode_base64(b"ab"), ctx_text::encode_base64(b"abc")],
            ["YQ==", "YWI=", "YWJj"]
        );
        let proxy = HttpProxy::parse("http://user:pass@proxy.example:3128").unwrap();
        assert_eq!((proxy.address.authority(), proxy.login.as_deref()), ("proxy.example:3128", Some("dXNlcjpwYXNz")));
        assert!(HttpProxy::parse("socks5://proxy.example").is_err());
        assert!(HttpProxy::parse("proxy.example:3128").unwrap().login.is_none());
    }

    #[test]
    fn a_header_chooses_between_the_addresses_of_one_provider() {
        let route = ProviderRoute {
            base: "https://api.example/v1".into(),
            with_header: Some(("chatgpt-account-id".into(), "https://chat.example/codex".into())),
            proxy: None,
        };
        let upstream = CheckedRoute::parse_route(&route).unwrap();
        assert_eq!(upstream.base_url(|_| false).host(), "api.example");
        assert_eq!(upstream.base_url(|name| name == "chatgpt-account-id").host(), "chat.example");
    }
}
