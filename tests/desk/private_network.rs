//! The network of an organisation: a certificate authority of its own, and a proxy that asks who is there.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use paydesk::start::organisation::Organisation;
use paydesk_api::call::{Call as _, Request};
use paydesk_api::client::{ApiClient, ClientError, ExtraRoots, NetworkAccess};
use paydesk_api::operation::OperationCall as _;
use paydesk_api::outcome::{Attempt, ConnectProblem};
use paydesk_api::resources::health::calls::Health;
use paydesk_api::resources::payments::calls::CapturePayment;
use paydesk_core::failure::{CertificatesFault, ManagedFileFault};
use paydesk_core::profiles::{ProfileInput, SavedProfile};
use paydesk_domain::address::ProxyAddress;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::Environment;
use paydesk_domain::secret::{ApiKey, ProxyLogin, SecretText};
use paydesk_runtime::NetworkRules;
use paydesk_test_desk::runtime::PATIENT;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;

const KEY: &str = "snd_contract_key";

fn capture() -> Request {
    CapturePayment::new(PaymentId::new("pay_1"), 500).request()
}

/// A name that only the proxy knows.
const NAME: &str = "api.private.example";
/// `desk:se@cret`
const LOGIN: &str = "Basic ZGVzazpzZUBjcmV0";

/// A service whose certificate is of a private authority.
struct PrivateService {
    port: u16,
    /// The certificate of the authority.
    authority: String,
}

impl PrivateService {
    async fn start() -> Self {
        let (authority, acceptor) = private_authority();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // A client that does not trust it breaks off.
                    let Ok(mut stream) = acceptor.accept(stream).await else { return };
                    head(&mut stream).await;
                    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
                    stream.write_all(answer.as_bytes()).await.unwrap();
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { port, authority }
    }

    fn url(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    fn roots(&self) -> ExtraRoots {
        ExtraRoots::from_pem(self.authority.as_bytes()).unwrap()
    }
}

/// The certificate of an authority, and what accepts connections with a certificate that it signed.
fn private_authority() -> (String, TlsAcceptor) {
    let key = KeyPair::generate().unwrap();
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let pem = authority.self_signed(&key).unwrap().pem();
    let issuer = Issuer::new(authority, key);
    let key = KeyPair::generate().unwrap();
    let names = vec!["localhost".to_owned(), NAME.to_owned()];
    let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &issuer).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    let config = config.with_single_cert(vec![certificate.der().clone()], key.into()).unwrap();
    (pem, TlsAcceptor::from(Arc::new(config)))
}

/// The head of a request.
async fn head(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => bytes.push(byte),
            Err(_) => break,
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// A proxy that lets those through who log in, to the service at `port`. Returns its port and what was asked of it.
async fn proxy_to(port: u16) -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = listener.local_addr().unwrap().port();
    let heard = Arc::<Mutex<Vec<String>>>::default();
    let asked = heard.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let asked = asked.clone();
            tokio::spawn(async move {
                let head = head(&mut stream).await;
                let login = head.lines().find_map(|line| {
                    let (name, value) = line.split_once(": ")?;
                    name.eq_ignore_ascii_case("proxy-authorization").then(|| value.to_owned())
                });
                asked.lock().unwrap().push(head.lines().next().unwrap_or_default().to_owned());
                if login.as_deref() != Some(LOGIN) {
                    let refusal = "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\
                                   content-length: 0\r\n\r\n";
                    let _ = stream.write_all(refusal.as_bytes()).await;
                    return;
                }
                stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
                let mut service = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                let _ = copy_bidirectional(&mut stream, &mut service).await;
            });
        }
    });
    (own, heard)
}

async fn sent(base_url: &str, access: &NetworkAccess) -> Attempt {
    let client = ApiClient::through(base_url, access, &ApiKey::parse(KEY).unwrap(), PATIENT).unwrap();
    client.send(&capture()).await
}

fn is_answered(attempt: &Attempt) -> bool {
    matches!(attempt, Attempt::Answered(answer) if answer.status == 200)
}

fn written(dir: &Path, name: &str, text: &str) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[tokio::test]
async fn a_service_of_a_private_authority_is_refused_without_its_certificate_and_reached_with_it() {
    let service = PrivateService::start().await;
    let refused = sent(&service.url(), &NetworkAccess::default()).await;
    assert!(matches!(&refused, Attempt::NotSent(problem) if problem.certificate), "{refused:?}");
    let access = NetworkAccess { proxy: None, roots: service.roots() };
    let attempt = sent(&service.url(), &access).await;
    assert!(is_answered(&attempt), "{attempt:?}");
    let other = PrivateService::start().await;
    let refused = sent(&other.url(), &access).await;
    assert!(matches!(&refused, Attempt::NotSent(problem) if problem.certificate), "of another authority: {refused:?}");
}

#[tokio::test]
async fn a_proxy_that_wants_a_login_is_passed_with_it_and_nothing_is_sent_without() {
    let service = PrivateService::start().await;
    let (port, heard) = proxy_to(service.port).await;
    let base_url = format!("https://{NAME}");
    let through = |login: &str| NetworkAccess {
        proxy: ProxyAddress::parse(&format!("http://{login}127.0.0.1:{port}")),
        roots: service.roots(),
    };
    let attempt = sent(&base_url, &through("desk:se%40cret@")).await;
    assert!(is_answered(&attempt), "{attempt:?}");
    for login in ["", "desk:wrong@"] {
        let attempt = sent(&base_url, &through(login)).await;
        let Attempt::NotSent(ConnectProblem { message, certificate: false }) = &attempt else {
            panic!("{login}: {attempt:?}")
        };
        assert!(message.contains("proxy") && !message.contains("wrong"), "{message}");
        let error = Health.read(attempt.clone(), MinorUnits::Iso4217).unwrap_err();
        assert!(error.is_refused_by_proxy() && error.what_to_do().contains("password"), "{error:?}");
    }
    assert_eq!(*heard.lock().unwrap(), vec![format!("CONNECT {NAME}:443 HTTP/1.1"); 3]);
}

#[tokio::test]
async fn the_password_of_a_profiles_proxy_comes_from_the_keyring_and_goes_to_no_other_proxy() {
    let service = PrivateService::start().await;
    let (port, heard) = proxy_to(service.port).await;
    let rules = NetworkRules { roots: service.roots(), ..NetworkRules::default() };
    let typed = ProfileInput {
        proxy_password: SecretText::new("se@cret"),
        proxy: format!("http://desk@127.0.0.1:{port}"),
        ..ProfileInput::default()
    };
    let login = ProxyLogin::parse(typed.proxy_login().unwrap().expose()).unwrap();
    let own = profile(&typed.proxy);
    assert!(rules.needs_proxy_login(&own));
    let access = rules.access(&own, Some(&login)).unwrap();
    let attempt = sent(&format!("https://{NAME}"), &access).await;
    assert!(is_answered(&attempt), "{attempt:?}");
    assert_eq!(heard.lock().unwrap().len(), 1);
    let missing =
        |proxy: &str, login| rules.access(&profile(proxy), login).unwrap_err() == ClientError::NoProxyPassword;
    assert!(missing(&typed.proxy, None));
    for other in ["http://ada@127.0.0.1:9", "http://desk@127.0.0.1:9", "http://desk@proxy.example.com"] {
        assert!(missing(other, Some(&login)), "{other}");
    }
    let free = rules.access(&profile("http://127.0.0.1:9"), Some(&login)).unwrap();
    assert!(!free.proxy.unwrap().has_login(), "a proxy without a user is asked without a password");
}

/// What `paydesk doctor` says of the one profile at `base_url`, with `name` set in its environment.
async fn doctor(base_url: &str, name: &str, value: &str) -> (Value, Output) {
    let dir = tempfile::tempdir().unwrap();
    let profiles = json!({"profiles": [{"id": "a", "name": "A", "base_url": base_url}]});
    written(dir.path(), "profiles.json", &profiles.to_string());
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(["doctor", "--json", "--data-dir"]).arg(dir.path());
    command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").env_remove("XDG_RUNTIME_DIR");
    for name in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE"] {
        command.env_remove(name);
    }
    let output = tokio::task::spawn_blocking({
        let (name, value) = (name.to_owned(), value.to_owned());
        move || command.env(name, value).output().unwrap()
    });
    let output = output.await.unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = report["findings"].as_array().unwrap().iter().find(|finding| finding["id"] == "profile");
    (found.unwrap().clone(), output)
}

/// On Linux the store of the platform is a file that can be named.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_authority_in_the_store_of_the_platform_is_trusted() {
    let service = PrivateService::start().await;
    let dir = tempfile::tempdir().unwrap();
    let bundle = written(dir.path(), "ca.pem", &service.authority);
    let (trusted, _) = doctor(&service.url(), "SSL_CERT_FILE", &bundle.display().to_string()).await;
    assert_eq!(trusted["data"]["reachable"], true, "{trusted:#}");
    let (refused, _) = doctor(&service.url(), "PAYDESK_UNUSED", "").await;
    assert_eq!((&refused["data"]["reachable"], &refused["data"]["certificate"]), (&json!(false), &json!(true)));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_login_in_the_proxy_of_the_system_is_used_and_not_printed() {
    let service = PrivateService::start().await;
    let (port, heard) = proxy_to(service.port).await;
    let (_, output) =
        doctor(&format!("https://{NAME}"), "HTTPS_PROXY", &format!("http://desk:se%40cret@127.0.0.1:{port}")).await;
    assert_eq!(heard.lock().unwrap().len(), 1, "{output:?}");
    let printed = format!("{output:?}");
    assert!(!printed.contains("se%40cret") && !printed.contains("se@cret"), "{printed}");
}

fn profile(proxy: &str) -> SavedProfile {
    let (name, base_url) = ("A".to_owned(), format!("https://{NAME}"));
    let input = ProfileInput { name, base_url, proxy: proxy.to_owned(), ..ProfileInput::default() };
    input.saved(|| "a".into(), Environment::Sandbox, &[]).unwrap()
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_of_the_organisation_gives_its_proxy_and_its_certificates_to_every_profile() {
    let service = PrivateService::start().await;
    let (port, heard) = proxy_to(service.port).await;
    let dir = tempfile::tempdir().unwrap();
    let bundle = written(dir.path(), "ca.pem", &service.authority);
    let rules = json!({
        "version": 1,
        "proxy": format!("http://desk:se%40cret@127.0.0.1:{port}"),
        "ca_bundle": bundle,
    });
    let organisation = Organisation::at(&written(dir.path(), "managed.json", &rules.to_string()));
    assert_eq!(organisation.error, None);
    // Its own proxy would not answer.
    let access = organisation.network.access(&profile("http://127.0.0.1:9"), None).unwrap();
    let attempt = sent(&format!("https://{NAME}"), &access).await;
    assert!(is_answered(&attempt), "{attempt:?}");
    assert_eq!(heard.lock().unwrap().len(), 1);
    assert!(!format!("{organisation:?} {access:?}").contains("se%40cret"));
}

#[cfg(unix)]
#[test]
fn certificates_that_cannot_be_used_are_reported_and_the_other_rules_hold() {
    let dir = tempfile::tempdir().unwrap();
    let rules = |bundle: &Path| {
        let rules = json!({"version": 1, "ca_bundle": bundle, "webhook_receiver": false});
        Organisation::at(&written(dir.path(), "managed.json", &rules.to_string()))
    };
    let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for (text, why) in [
        (Some("no certificate"), "There is no certificate in it"),
        (Some(broken), "A certificate in it cannot be used"),
        (None, "No such file"),
    ] {
        let bundle = dir.path().join("ca.pem");
        let _ = std::fs::remove_file(&bundle);
        text.inspect(|text| drop(written(dir.path(), "ca.pem", text)));
        let organisation = rules(&bundle);
        assert!(organisation.policy().no_webhook_receiver && !organisation.policy().production_read_only);
        let fault = organisation.error.unwrap().fault;
        let ManagedFileFault::Certificates { why: found, .. } = &fault else { panic!("{fault:?}") };
        let found = match found {
            CertificatesFault::NotRead(fault) => fault.system.clone(),
            CertificatesFault::Unusable(error) => error.clone(),
        };
        assert!(found.contains(why), "{found}");
    }
    assert_eq!(ExtraRoots::from_pem(b"").unwrap_err(), ClientError::NoCertificate);
}
