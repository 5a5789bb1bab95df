//! TLS to the database: the server's certificate is always checked against its name, by the trust store of the
//! platform or by the authorities of one file.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::TeamError;

/// What PostgreSQL is called within TLS.
const PROTOCOL: &[u8] = b"postgresql";

/// What encrypts a connection; `ca_file` holds certificates in PEM that are trusted instead of the platform's.
pub fn connector(ca_file: Option<&Path>) -> Result<MakeRustlsConnect, TeamError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(not_started)?;
    let builder = match ca_file {
        Some(path) => builder.with_root_certificates(authorities(path)?),
        None => builder.with_platform_verifier().map_err(not_started)?,
    };
    let mut config = builder.with_no_client_auth();
    config.alpn_protocols = vec![PROTOCOL.to_vec()];
    Ok(MakeRustlsConnect::new(config))
}

fn not_started(error: rustls::Error) -> TeamError {
    TeamError::Tls(error.to_string())
}

fn authorities(path: &Path) -> Result<RootCertStore, TeamError> {
    let unusable = |cause: String| TeamError::AuthorityFile { path: path.display().to_string(), cause };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(path).map_err(|error| unusable(error.to_string()))? {
        let certificate = certificate.map_err(|error| unusable(error.to_string()))?;
        roots.add(certificate).map_err(|error| unusable(error.to_string()))?;
    }
    if roots.is_empty() { Err(unusable("it contains no PEM certificate".to_owned())) } else { Ok(roots) }
}
