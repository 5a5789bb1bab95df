//! TLS against a server whose certificate nobody vouches for. Its key is public: it protects nothing.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use paydesk_api::client::TimeLimits;
use paydesk_api::outcome::{Attempt, Observation, Verdict, observe, verdict};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, Stream};

use super::bad_server::{BadServer, Step, answer};
use super::{capture, client, client_with, expectation, limits};

const CERTIFICATE: &[u8] = include_bytes!("../fixtures/untrusted_certificate.der");
const KEY: &[u8] = include_bytes!("../fixtures/untrusted_key.der");

/// Answers every request over TLS; counts the bytes that came through it.
fn tls_server() -> (String, Arc<AtomicUsize>) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(KEY));
    let config = ServerConfig::builder().with_no_client_auth();
    let config = Arc::new(config.with_single_cert(vec![CertificateDer::from(CERTIFICATE)], key).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let received = Arc::new(AtomicUsize::new(0));
    let its = received.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut connection = ServerConnection::new(config.clone()).unwrap();
            let mut stream = stream.unwrap();
            let mut tls = Stream::new(&mut connection, &mut stream);
            let read = tls.read(&mut [0; 4096]).unwrap_or(0);
            its.fetch_add(read, Ordering::SeqCst);
            let _ = tls.write_all(&answer(200, "", "{}"));
            connection.send_close_notify();
            let _ = connection.write_tls(&mut stream);
        }
    });
    (base_url, received)
}

#[tokio::test]
async fn a_certificate_nobody_vouches_for_is_refused_before_anything_is_sent() {
    let (base_url, received) = tls_server();
    let attempt = client(&base_url).send(&capture()).await;
    let Attempt::NotSent(problem) = &attempt else { panic!("{attempt:?}") };
    assert!(problem.certificate, "{problem:?}");
    let observation = observe(&attempt, &expectation());
    assert_eq!(observation, Observation::CertificateRefused);
    assert_eq!(verdict(observation, false), Verdict::NotSentFinal);
    assert_eq!(received.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_handshake_that_fails_or_hangs_proves_that_nothing_was_sent() {
    let short = TimeLimits { connect: Duration::from_millis(100), ..limits() };
    let scripts = [vec![Step::Hang], vec![Step::ReadSome], vec![Step::Write(b"HTTP/1.1 400 Bad\r\n\r\n".to_vec())]];
    for script in scripts {
        let server = BadServer::with(script.clone()).await;
        let base_url = server.base_url.replace("http://", "https://");
        let attempt = client_with(&base_url, short).send(&capture()).await;
        assert!(matches!(&attempt, Attempt::NotSent(problem) if !problem.certificate), "{script:?}: {attempt:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_certificate_that_the_system_trusts_is_taken() {
    const CHILD: &str = "PAYDESK_TEST_TRUSTED";
    if std::env::var_os(CHILD).is_some() {
        let (base_url, received) = tls_server();
        let attempt = tokio::runtime::Runtime::new().unwrap().block_on(client(&base_url).send(&capture()));
        assert!(matches!(&attempt, Attempt::Answered(answer) if answer.status == 200), "{attempt:?}");
        assert!(received.load(Ordering::SeqCst) > 0);
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let trusted = dir.path().join("trusted.pem");
    std::fs::write(&trusted, pem(CERTIFICATE)).unwrap();
    // The child is told to trust it, as an administrator would tell the system.
    let name = "certificates::a_certificate_that_the_system_trusts_is_taken";
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", name]).env(CHILD, "1").env("SSL_CERT_FILE", &trusted).env_remove("SSL_CERT_DIR");
    let child = child.output().unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
}

fn pem(der: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::from("-----BEGIN CERTIFICATE-----\n");
    for three in der.chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | usize::from(*byte)) << (8 * (3 - three.len()));
        let letters = (0..4).map(|at| char::from(ALPHABET[bits >> (18 - 6 * at) & 63]));
        text.extend(letters.take(three.len() + 1));
        text.extend(std::iter::repeat_n('=', 3 - three.len()));
    }
    text + "\n-----END CERTIFICATE-----\n"
}
