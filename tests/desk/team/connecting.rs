//! Connecting: what is said where it does not work, and TLS.

use std::time::Duration;

use paydesk_domain::secret::SecretText;
use paydesk_team::{TeamAddress, TeamConnection, TeamError, TeamLimits, TeamRole, schema};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

use super::harness::{Postgres, SUPERUSER, ServerOptions, Team, free_port, password_of};
use super::records::note;

async fn error(url: &str, password: Option<&SecretText>) -> TeamError {
    let address = TeamAddress::parse(url).unwrap();
    TeamConnection::open(&address, password, TeamLimits::default()).await.err().expect("it connected")
}

#[tokio::test]
async fn each_reason_why_a_connection_is_refused_has_its_own_sentence() {
    let Some(server) = Postgres::start("refused connections") else { return };
    let url = server.url(SUPERUSER);
    assert_eq!(error(&url, None).await, TeamError::PasswordMissing { user: SUPERUSER.to_owned() });
    let wrong = SecretText::new("geheim".to_owned());
    assert_eq!(error(&url, Some(&wrong)).await, TeamError::PasswordWrong { user: SUPERUSER.to_owned() });
    // Who has no login learns no more than who has a wrong password.
    let unknown = server.url("nobody-here");
    assert_eq!(error(&unknown, Some(&wrong)).await, TeamError::PasswordWrong { user: "nobody-here".to_owned() });
    let absent = url.replace("///postgres", "///absent");
    assert!(matches!(error(&absent, Some(&password_of(SUPERUSER))).await, TeamError::NoDatabase(_)));
}

#[tokio::test]
async fn a_server_that_is_not_there_or_never_answers_is_given_up() {
    let gone = format!("postgresql://ada@127.0.0.1:{}/payments", free_port());
    let found = error(&gone, None).await;
    assert!(matches!(&found, TeamError::NotReachable { hosts, .. } if hosts.contains("127.0.0.1")), "{found:?}");
    assert!(found.is_passing());
    // It takes connections, and says nothing.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("postgresql://ada@127.0.0.1:{}/payments", silent.local_addr().unwrap().port());
    let limits = TeamLimits { connect: Duration::from_millis(50), ..TeamLimits::default() };
    let opened = TeamConnection::open(&TeamAddress::parse(&address).unwrap(), None, limits).await;
    assert!(matches!(opened.err(), Some(TeamError::TimedOut { .. })));
}

/// An authority and a certificate of it for `host`: certificate of the authority, certificate and key of the server.
fn certificates(host: &str) -> [String; 3] {
    let mut params = CertificateParams::new(Vec::<String>::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec![host.to_owned()]).unwrap().signed_by(&key, &authority).unwrap();
    [authority.pem(), certificate.pem(), key.serialize_pem()]
}

struct Encrypted {
    _server: Postgres,
    port: u16,
    authority: tempfile::NamedTempFile,
}

impl Encrypted {
    fn start(host: &str) -> Option<Self> {
        let [authority, certificate, key] = certificates(host);
        let port = free_port();
        let files = vec![("server.crt".to_owned(), certificate), ("server.key".to_owned(), key)];
        let options =
            ServerOptions { port: Some(port), settings: "ssl = on".to_owned(), files, ..ServerOptions::default() };
        let server = Postgres::start_with("TLS to the database", &options)?;
        Some(Self { _server: server, port, authority: file(&authority) })
    }

    fn url(&self, host: &str, authority: &tempfile::NamedTempFile) -> String {
        let (port, authority) = (self.port, authority.path().display());
        format!("postgresql://{SUPERUSER}@{host}:{port}/postgres?sslmode=verify-full&sslrootcert={authority}")
    }
}

fn file(content: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), content).unwrap();
    file
}

#[tokio::test]
async fn a_server_with_a_certificate_of_the_named_authority_is_connected_to() {
    let Some(server) = Encrypted::start("localhost") else { return };
    let password = password_of(SUPERUSER);
    // Connected, encrypted and let in: what is missing are the records.
    let found = error(&server.url("localhost", &server.authority), Some(&password)).await;
    assert_eq!(found, TeamError::NotSetUp("postgres".to_owned()));
}

#[tokio::test]
async fn a_server_whose_certificate_is_not_of_that_authority_or_that_name_is_refused() {
    let Some(server) = Encrypted::start("localhost") else { return };
    let password = password_of(SUPERUSER);
    let other = file(&certificates("localhost")[0]);
    let found = error(&server.url("localhost", &other), Some(&password)).await;
    assert!(matches!(&found, TeamError::Certificate { .. }), "{found:?}");
    let found = error(&server.url("127.0.0.1", &server.authority), Some(&password)).await;
    assert!(matches!(&found, TeamError::Certificate { .. }), "{found:?}");
    // By the trust store of the platform, nothing vouches for it either.
    let url = format!("postgresql://{SUPERUSER}@localhost:{}/postgres?sslmode=verify-full", server.port);
    let found = error(&url, Some(&password)).await;
    assert!(matches!(&found, TeamError::Certificate { .. }), "{found:?}");
}

#[tokio::test]
async fn a_server_without_tls_is_refused_where_tls_is_asked_for() {
    let port = free_port();
    let options = ServerOptions { port: Some(port), ..ServerOptions::default() };
    let Some(_server) = Postgres::start_with("a server without TLS", &options) else { return };
    let url = format!("postgresql://{SUPERUSER}@localhost:{port}/postgres?sslmode=verify-full");
    let found = error(&url, Some(&password_of(SUPERUSER))).await;
    assert!(matches!(&found, TeamError::NoTls(_)), "{found:?}");
    let nothing = file("no certificate");
    let url = format!("{url}&sslrootcert={}", nothing.path().display());
    let found = error(&url, Some(&password_of(SUPERUSER))).await;
    assert!(matches!(&found, TeamError::AuthorityFile { .. }), "{found:?}");
}

#[tokio::test]
async fn a_replica_is_read_from_and_says_that_it_takes_no_changes() {
    let options = ServerOptions { is_durable: true, ..ServerOptions::default() };
    let Some(mut team) = Team::start_with("a replica", &options).await else { return };
    let (_, desk) = team.desk("ada", TeamRole::Operator).await;
    team.server.become_replica();
    let ada = team.connect("ada").await.unwrap();
    assert!(ada.server().is_replica);
    assert_eq!(ada.members(team.profile).await.unwrap().len(), 1);
    let refused = ada.put_record(team.profile, desk, &note("a", None, "")).await;
    assert_eq!(refused, Err(TeamError::ReadOnly));
    let password = password_of(SUPERUSER);
    let init = schema::init(&team.server.address(SUPERUSER), Some(&password), TeamLimits::default()).await;
    assert_eq!(init, Err(TeamError::ReadOnly));
    // Of several servers, the one that takes changes is used, wherever it is in the address.
    let Some(other) = Team::start("a primary beside a replica").await else { return };
    let address = TeamAddress::parse(&team.server.url_with(&other.server, SUPERUSER)).unwrap();
    let connection = TeamConnection::open(&address, Some(&password), TeamLimits::default()).await.unwrap();
    assert!(!connection.server().is_replica);
}
