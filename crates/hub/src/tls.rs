//! TLS beneath the database's protocol, with the authorities that this machine trusts or one that was named.

use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres::tls::{ChannelBinding, TlsConnect, TlsStream};

use super::auth_watcher::{AuthWatcher, HubSocket, WatchState};
use super::error::HubError;
use ctx_model::Result;
use ctx_model::env::certificate_files;

/// libpq's sslmode: how far the connection is encrypted, and whom to believe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibpqSslMode {
    Disable,
    Prefer,
    /// Nobody listens in, whoever it is that answers.
    Require,
    /// Somebody whom an authority knows.
    VerifyCa,
    /// The very host.
    VerifyFull,
}

impl LibpqSslMode {
    pub fn from_name(name: &str) -> Option<LibpqSslMode> {
        Some(match name {
            "disable" => LibpqSslMode::Disable,
            "allow" | "prefer" => LibpqSslMode::Prefer,
            "require" => LibpqSslMode::Require,
            "verify-ca" => LibpqSslMode::VerifyCa,
            "verify-full" => LibpqSslMode::VerifyFull,
            _ => return None,
        })
    }
}

pub fn tls_config(mode: LibpqSslMode, root: Option<&Path>) -> Result<Arc<ClientConfig>> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let is_verified = matches!(mode, LibpqSslMode::VerifyCa | LibpqSslMode::VerifyFull);
    let inner = is_verified.then(|| webpki_verifier(&provider, root)).transpose()?;
    let named = root.map(read_certificates).unwrap_or_default();
    let judge = Arc::new(TrustVerifier { mode, inner, named, provider: provider.clone() });
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| HubError::Tls(error.into()))?
        .dangerous()
        .with_custom_certificate_verifier(judge)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

fn read_certificates(file: &Path) -> Vec<CertificateDer<'static>> {
    let bytes = std::fs::read(file).unwrap_or_default();
    CertificateDer::pem_slice_iter(&bytes).filter_map(std::result::Result::ok).collect()
}

fn webpki_verifier(provider: &Arc<CryptoProvider>, root: Option<&Path>) -> Result<Arc<WebPkiServerVerifier>> {
    let files = root.map_or_else(certificate_files, |root| vec![root.to_owned()]);
    let mut roots = RootCertStore::empty();
    if let Some(file) = files.iter().find(|file| file.is_file()) {
        roots.add_parsable_certificates(read_certificates(file));
    }
    if roots.is_empty() {
        let place = root.map_or_else(|| "this machine".to_owned(), |root| root.display().to_string());
        return Err(HubError::NoCertificates(place).into());
    }
    let built = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build();
    Ok(built.map_err(|error| HubError::Tls(error.into()))?)
}

#[derive(Debug)]
struct TrustVerifier {
    mode: LibpqSslMode,
    inner: Option<Arc<WebPkiServerVerifier>>,
    /// Certificates that the user named: a server may present one of them itself if it is self-signed.
    named: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for TrustVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> std::result::Result<ServerCertVerified, rustls::Error> {
        let Some(inner) = &self.inner else { return Ok(ServerCertVerified::assertion()) };
        match inner.verify_server_cert(end_entity, intermediates, name, ocsp, now) {
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.mode == LibpqSslMode::VerifyCa => Ok(ServerCertVerified::assertion()),
            // An authority's certificate in the place of a server's, which is all that is wrong with it.
            Err(rustls::Error::InvalidCertificate(CertificateError::Other(_))) if self.named.contains(end_entity) => {
                if self.mode == LibpqSslMode::VerifyFull {
                    verify_server_name(&ParsedCertificate::try_from(end_entity)?, name)?;
                }
                Ok(ServerCertVerified::assertion())
            }
            other => other,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, cert, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, cert, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

pub struct HostConnector {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
    clear: bool,
}

impl HostConnector {
    /// For this host; `clear` where a password may be asked for in clear.
    pub fn new(config: Arc<ClientConfig>, host: &str, clear: bool) -> io::Result<HostConnector> {
        // A socket in the file system has no name; nothing is verified there.
        let name = ServerName::try_from(host.to_owned()).or_else(|_| ServerName::try_from("localhost"));
        Ok(HostConnector { config, name: name.map_err(io::Error::other)?, clear })
    }
}

type EncryptedSocket = AuthWatcher<tokio_rustls::client::TlsStream<AuthWatcher<HubSocket>>>;

impl TlsConnect<AuthWatcher<HubSocket>> for HostConnector {
    type Stream = EncryptedSocket;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<EncryptedSocket>> + Send>>;

    fn connect(self, socket: AuthWatcher<HubSocket>) -> Self::Future {
        let connecting = tokio_rustls::TlsConnector::from(self.config).connect(self.name, socket);
        let look = if self.clear { WatchState::Off } else { WatchState::MESSAGES };
        Box::pin(async move { Ok(AuthWatcher::new(connecting.await?, look)) })
    }
}

impl TlsStream for EncryptedSocket {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}
