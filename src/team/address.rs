//! The address of a team's database: `postgresql://USER@HOST[,HOST]/DATABASE`, and what may be in it.

use std::fmt;
use std::path::PathBuf;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use paydesk_domain::database_address::is_on_this_machine;
use paydesk_domain::text::visible;
use paydesk_domain::typed_path::typed_path;

/// Longest address that is looked at, in bytes.
const MAX_BYTES: usize = 2_048;

/// Why a text is not the address of a team's database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TeamAddressError {
    #[error(
        "“{0}” is not the address of a PostgreSQL database; one looks like postgresql://USER@db.example.com/DATABASE"
    )]
    NotAnAddress(String),
    #[error(
        "An address must not contain a password: other people on this computer can read it there. \
         Set PGPASSWORD, or type the password when it is asked for."
    )]
    Password,
    #[error("Add the user: postgresql://USER@{0}")]
    NoUser(String),
    #[error("Add the database to the address: postgresql://USER@HOST/DATABASE")]
    NoDatabase,
    #[error("“sslmode={0}” is not possible: use verify-full, or disable with a server on this computer")]
    SslMode(String),
    #[error("Without TLS, only a server on this computer can be used: remove “sslmode=disable”")]
    NotEncrypted,
    #[error("Either all hosts of an address are on this computer, or none of them")]
    MixedHosts,
}

/// A checked address. It has no password in it.
#[derive(Clone, PartialEq, Eq)]
pub struct TeamAddress {
    config: Config,
    uses_tls: bool,
    ca_file: Option<PathBuf>,
}

impl TeamAddress {
    /// Reads `postgresql://USER@HOST[:PORT][,HOST…]/DATABASE[?NAME=VALUE…]` with the parameters of libpq that fit;
    /// `sslrootcert` names a file of certificates that are trusted instead of those of the system.
    pub fn parse(text: &str) -> Result<Self, TeamAddressError> {
        Self::parse_with(text, None)
    }

    /// Parses an address; `ca_file` is trusted unless the address names a file of certificates itself.
    pub fn parse_with(text: &str, ca_file: Option<&str>) -> Result<Self, TeamAddressError> {
        let not_one = || TeamAddressError::NotAnAddress(without_password(text));
        let text = text.trim();
        let is_url = text.starts_with("postgresql://") || text.starts_with("postgres://");
        if !is_url || text.len() > MAX_BYTES {
            return Err(not_one());
        }
        let mut parameters = Parameters::taken_from(text);
        let typed = |path| typed_path(path, std::env::home_dir().as_deref());
        parameters.ca_file = parameters.ca_file.take().or_else(|| ca_file.map(typed));
        let mut config: Config = parameters.rest.parse().map_err(|_| not_one())?;
        if config.get_password().is_some() {
            return Err(TeamAddressError::Password);
        }
        let (hosts, ports) = (config.get_hosts().len(), config.get_ports().len());
        if hosts == 0 || (ports > 1 && ports != hosts) {
            return Err(not_one());
        }
        if config.get_user().is_none() {
            let after = text.split("://").nth(1).unwrap_or_default();
            return Err(TeamAddressError::NoUser(visible(after, 200)));
        }
        if config.get_dbname().is_none() {
            return Err(TeamAddressError::NoDatabase);
        }
        let uses_tls = parameters.uses_tls(config.get_hosts())?;
        config.ssl_mode(if uses_tls { SslMode::Require } else { SslMode::Disable });
        // Of several servers, the one that takes changes.
        if config.get_hosts().len() > 1 && !parameters.names_session {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        Ok(Self { config, uses_tls, ca_file: parameters.ca_file })
    }

    /// Whether the connection is encrypted, and the server's certificate checked against its name.
    pub fn uses_tls(&self) -> bool {
        self.uses_tls
    }

    /// The login role that identifies the person.
    pub fn user(&self) -> &str {
        self.config.get_user().unwrap_or_default()
    }

    pub fn database(&self) -> &str {
        self.config.get_dbname().unwrap_or_default()
    }

    /// The hosts as they are shown: `db1.example.com:5432, db2.example.com:5433`.
    pub fn hosts(&self) -> String {
        let ports = self.config.get_ports();
        let port = |place: usize| ports.get(place).or(ports.first()).copied().unwrap_or(5432);
        let shown = self.config.get_hosts().iter().enumerate().map(|(place, host)| match host {
            Host::Tcp(name) => format!("{name}:{}", port(place)),
            #[cfg(unix)]
            Host::Unix(directory) => directory.display().to_string(),
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    pub(super) fn ca_file(&self) -> Option<&std::path::Path> {
        self.ca_file.as_deref()
    }
}

impl fmt::Display for TeamAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}/{}", self.user(), self.hosts(), self.database())
    }
}

impl fmt::Debug for TeamAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tls = if self.uses_tls { " over TLS" } else { "" };
        write!(f, "TeamAddress({self}{tls})")
    }
}

/// What the client library does not know as it is meant here, and the address without it.
#[derive(Default)]
struct Parameters {
    rest: String,
    ssl_mode: Option<String>,
    ca_file: Option<PathBuf>,
    names_session: bool,
}

impl Parameters {
    fn taken_from(text: &str) -> Self {
        let (address, query) = text.split_once('?').unwrap_or((text, ""));
        let mut found = Self::default();
        let mut kept: Vec<String> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", value)) => found.ssl_mode = Some(value.to_owned()),
                Some(("sslrootcert", value)) => found.ca_file = Some(PathBuf::from(decoded(value))),
                // A list for libpq; the client library takes one each.
                Some(("host", hosts)) => kept.extend(hosts.split(',').map(|host| format!("host={host}"))),
                name_and_value => {
                    found.names_session |= name_and_value.is_some_and(|(name, _)| name == "target_session_attrs");
                    kept.push(pair.to_owned());
                }
            }
        }
        found.rest = if kept.is_empty() { address.to_owned() } else { format!("{address}?{}", kept.join("&")) };
        found
    }

    fn uses_tls(&self, hosts: &[Host]) -> Result<bool, TeamAddressError> {
        let local = hosts.iter().filter(|host| is_local(host)).count();
        if local != 0 && local != hosts.len() {
            return Err(TeamAddressError::MixedHosts);
        }
        let is_local = local != 0;
        match self.ssl_mode.as_deref() {
            None => Ok(!is_local || self.ca_file.is_some()),
            Some("verify-full") => Ok(true),
            Some("disable") if is_local => Ok(false),
            Some("disable") => Err(TeamAddressError::NotEncrypted),
            Some(other) => Err(TeamAddressError::SslMode(visible(other, 40))),
        }
    }
}

/// Whether nothing leaves this machine on the way there.
fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => is_on_this_machine(name),
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn decoded(value: &str) -> String {
    percent_encoding::percent_decode_str(value).decode_utf8_lossy().into_owned()
}

/// For a message: what comes before the host may be a password, and so may what comes after it.
fn without_password(text: &str) -> String {
    let (address, query) = text.trim().split_once('?').unwrap_or((text.trim(), ""));
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let host = match rest.rsplit_once('@') {
        Some((_, host)) => host,
        None if query.contains('@') => "…",
        None => rest,
    };
    visible(&if scheme.is_empty() { host.to_owned() } else { format!("{scheme}://{host}") }, 200)
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::database_address::DatabaseAddress;

    #[test]
    fn an_address_says_who_where_and_which_database() {
        let address = TeamAddress::parse("postgresql://ada@db.example.com:5433,db2.example.com:5434/payments").unwrap();
        assert_eq!(address.to_string(), "ada@db.example.com:5433, db2.example.com:5434/payments");
        assert!(address.uses_tls());
        assert_eq!(address.config().get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
        let one = TeamAddress::parse("postgres://ada@db.example.com/payments").unwrap();
        assert_eq!(one.config().get_target_session_attrs(), TargetSessionAttrs::Any);
    }

    #[test]
    fn only_a_server_on_this_machine_is_reached_without_tls() {
        for local in ["localhost", "127.0.0.1", "127.8.8.8:9", "[::1]"] {
            assert!(!TeamAddress::parse(&format!("postgresql://ada@{local}/payments")).unwrap().uses_tls(), "{local}");
        }
        assert!(!TeamAddress::parse("postgresql:///payments?user=ada&host=/run/postgresql").unwrap().uses_tls());
        assert!(TeamAddress::parse("postgresql://ada@localhost/payments?sslmode=verify-full").unwrap().uses_tls());
        let refused = TeamAddress::parse("postgresql://ada@db.example.com/payments?sslmode=disable");
        assert_eq!(refused, Err(TeamAddressError::NotEncrypted));
        let mixed = TeamAddress::parse("postgresql://ada@localhost,db.example.com/payments");
        assert_eq!(mixed, Err(TeamAddressError::MixedHosts));
    }

    #[test]
    fn weak_modes_of_tls_are_refused_by_name() {
        for mode in ["allow", "prefer", "require", "verify-ca"] {
            let address = TeamAddress::parse(&format!("postgresql://ada@db.example.com/payments?sslmode={mode}"));
            assert_eq!(address, Err(TeamAddressError::SslMode(mode.to_owned())));
        }
        assert!(TeamAddress::parse("postgresql://ada@db.example.com/payments?sslmode=verify-full").is_ok());
    }

    #[test]
    fn a_password_in_an_address_is_refused_and_not_repeated() {
        let sentences = [
            "postgresql://ada:geheim@db.example.com/payments",
            "postgresql://ada@db.example.com/payments?password=geheim",
            "postgresql://ada:geheim@db.example.com:port/payments",
            "mysql://ada:geheim@db.example.com/payments",
            "postgresql://ada:geheim@db.example.com/payments?nothing=geheim",
            "postgresql://ada:geheim?geheim@db.example.com/payments",
        ]
        .map(|text| TeamAddress::parse(text).unwrap_err().to_string());
        assert!(sentences.iter().all(|sentence| !sentence.contains("geheim")), "{sentences:#?}");
        assert!(sentences[0].contains("PGPASSWORD") && sentences[1].contains("PGPASSWORD"));
    }

    #[test]
    fn an_address_without_user_or_database_says_which_is_missing() {
        let no_user = TeamAddress::parse("postgresql://db.example.com/payments").unwrap_err();
        assert_eq!(no_user, TeamAddressError::NoUser("db.example.com/payments".to_owned()));
        assert_eq!(TeamAddress::parse("postgresql://ada@db.example.com"), Err(TeamAddressError::NoDatabase));
        assert!(matches!(TeamAddress::parse("db.example.com"), Err(TeamAddressError::NotAnAddress(_))));
    }

    #[test]
    fn an_address_that_an_organisation_set_is_one_that_a_person_connects_with() {
        for address in [
            "postgresql://db.example.com/paydesk",
            "postgres://a.example.com:5433,b.example.com/pay%20desk?target_session_attrs=read-write",
            "postgresql://[2001:db8::1]:5433/paydesk?sslmode=verify-full&sslrootcert=/etc/ca.pem",
            "postgresql://localhost,127.0.0.1:5433/paydesk?sslmode=disable",
            "postgresql:///paydesk?host=/run/a,/run/b&port=1,2&connect_timeout=3&application_name=x",
        ] {
            let set = DatabaseAddress::parse(address).unwrap_or_else(|error| panic!("{address}: {error}"));
            let person = TeamAddress::parse(&set.with_user("anna@corp: ö")).unwrap();
            assert_eq!(person.user(), "anna@corp: ö", "{address}");
        }
    }

    #[test]
    fn hosts_may_be_a_list_among_the_parameters() {
        let address = TeamAddress::parse("postgresql:///payments?user=ada&host=/run/a,/run/b&port=1,2").unwrap();
        assert_eq!(address.hosts(), "/run/a, /run/b");
        let ports = TeamAddress::parse("postgresql:///payments?user=ada&host=/run/a,/run/b&port=1,2,3");
        assert!(matches!(ports, Err(TeamAddressError::NotAnAddress(_))));
    }

    #[test]
    fn a_file_of_certificates_is_taken_from_the_address() {
        let text = "postgresql://ada@db.example.com/payments?sslrootcert=/etc/team%20ca.pem&application_name=x";
        let address = TeamAddress::parse(text).unwrap();
        assert_eq!(address.ca_file(), Some(std::path::Path::new("/etc/team ca.pem")));
        assert_eq!(address.config().get_application_name(), Some("x"));
        assert!(!format!("{address:?}").is_empty());
    }
}
