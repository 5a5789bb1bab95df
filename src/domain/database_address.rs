//! The address of a team's database as an organisation sets it for everybody: without a user, whom each person enters.

use std::net::IpAddr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// How addresses begin.
const SCHEMES: [&str; 2] = ["postgresql://", "postgres://"];
/// Longest address, in bytes: room is left for the user.
const MAX_BYTES: usize = 1_800;
/// Parameters that may follow the database, beside `host` and `port`.
const PARAMETERS: [&str; 14] = [
    "application_name",
    "channel_binding",
    "connect_timeout",
    "hostaddr",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_retries",
    "load_balance_hosts",
    "options",
    "sslmode",
    "sslnegotiation",
    "sslrootcert",
    "target_session_attrs",
];
/// Letters of a user's name that stand for themselves.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Why a text is not such an address. It repeats nothing that could be a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseAddressError {
    #[error("the address of a team's database looks like postgresql://db.example.com/paydesk")]
    NotAnAddress,
    #[error("the address of a team's database cannot contain a user name: each person enters their own")]
    User,
    #[error("the address of a team's database cannot contain a password: each person enters their own")]
    Password,
    #[error("the address of a team's database must end with the database's name: postgresql://db.example.com/paydesk")]
    NoDatabase,
    #[error("the address of a team's database cannot have the parameter “{0}”")]
    Parameter(String),
    #[error("“sslmode” must be verify-full, or disable for a server on this computer")]
    SslMode,
    #[error("either all hosts of a team's database are on this computer, or none of them")]
    MixedHosts,
}

/// A checked address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseAddress(String);

/// What an address is made of.
#[derive(Default)]
struct Parts<'a> {
    hosts: Vec<&'a str>,
    ports: Vec<&'a str>,
    ssl_mode: Option<&'a str>,
}

impl DatabaseAddress {
    /// Reads `postgresql://HOST[:PORT][,HOST…]/DATABASE[?NAME=VALUE…]`.
    pub fn parse(text: &str) -> Result<Self, DatabaseAddressError> {
        let text = text.trim();
        let (_, rest) = without_scheme(text).ok_or(DatabaseAddressError::NotAnAddress)?;
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        if let Some((user, _)) = place.rsplit_once('@') {
            return Err(if user.contains(':') { DatabaseAddressError::Password } else { DatabaseAddressError::User });
        }
        let is_readable = |c: char| !c.is_control() && !c.is_whitespace();
        if text.len() > MAX_BYTES || !text.chars().all(is_readable) {
            return Err(DatabaseAddressError::NotAnAddress);
        }
        let (hosts, database) = place.split_once('/').ok_or(DatabaseAddressError::NoDatabase)?;
        if database.is_empty() {
            return Err(DatabaseAddressError::NoDatabase);
        }
        let mut parts = Parts::default();
        for host in hosts.split(',').filter(|_| !hosts.is_empty()) {
            parts.add_host(host)?;
        }
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            parts.add_parameter(pair)?;
        }
        parts.check()?;
        Ok(Self(text.to_owned()))
    }

    /// As the organisation wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address with which this person logs in.
    pub fn with_user(&self, user: &str) -> String {
        let (scheme, rest) = without_scheme(&self.0).unwrap_or(("", &self.0));
        format!("{scheme}{}@{rest}", utf8_percent_encode(user.trim(), PLAIN))
    }

    /// Who logs in with `address`, where it is this database.
    pub fn user_in(&self, address: &str) -> Option<String> {
        let (scheme, rest) = without_scheme(address)?;
        let (user, rest) = rest.split_once('@')?;
        let is_this = self.0.strip_prefix(scheme) == Some(rest);
        is_this.then(|| percent_decode_str(user).decode_utf8_lossy().into_owned())
    }
}

impl<'a> Parts<'a> {
    fn add_host(&mut self, host: &'a str) -> Result<(), DatabaseAddressError> {
        let (name, port) = match host.strip_prefix('[').and_then(|host| host.split_once(']')) {
            Some((name, "")) => (name, None),
            Some((name, rest)) => (name, Some(rest.strip_prefix(':').ok_or(DatabaseAddressError::NotAnAddress)?)),
            None => host.split_once(':').map_or((host, None), |(name, port)| (name, Some(port))),
        };
        self.ports.push(port.unwrap_or("5432"));
        self.hosts.push(name);
        Ok(())
    }

    fn add_parameter(&mut self, pair: &'a str) -> Result<(), DatabaseAddressError> {
        let (name, value) = pair.split_once('=').ok_or(DatabaseAddressError::NotAnAddress)?;
        match name {
            "user" => return Err(DatabaseAddressError::User),
            "password" => return Err(DatabaseAddressError::Password),
            "host" => self.hosts.extend(value.split(',')),
            "port" => self.ports.extend(value.split(',')),
            "sslmode" => self.ssl_mode = Some(value),
            name if PARAMETERS.contains(&name) => {}
            name => return Err(DatabaseAddressError::Parameter(name.chars().take(40).collect())),
        }
        Ok(())
    }

    fn check(&self) -> Result<(), DatabaseAddressError> {
        let is_port = |port: &&str| port.is_empty() || port.parse::<u16>().is_ok_and(|port| port > 0);
        let are_matched = self.ports.len() <= 1 || self.ports.len() == self.hosts.len();
        let are_named = !self.hosts.is_empty() && self.hosts.iter().all(|host| !host.is_empty());
        if !are_named || !are_matched || !self.ports.iter().all(is_port) {
            return Err(DatabaseAddressError::NotAnAddress);
        }
        let local = self.hosts.iter().filter(|host| is_here(&percent_decode_str(host).decode_utf8_lossy())).count();
        match self.ssl_mode {
            _ if local != 0 && local != self.hosts.len() => Err(DatabaseAddressError::MixedHosts),
            None | Some("verify-full") => Ok(()),
            Some("disable") if local != 0 => Ok(()),
            Some(_) => Err(DatabaseAddressError::SslMode),
        }
    }
}

/// How an address begins, and the rest of it.
fn without_scheme(address: &str) -> Option<(&str, &str)> {
    SCHEMES.into_iter().find_map(|scheme| address.strip_prefix(scheme).map(|rest| (scheme, rest)))
}

fn is_here(host: &str) -> bool {
    host.starts_with('/') || is_on_this_machine(host)
}

/// Whether nothing leaves this machine on the way to a host.
pub fn is_on_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_is_put_into_the_address_and_found_in_it() {
        let database = DatabaseAddress::parse(" postgresql://db.example.com/paydesk?connect_timeout=3 ").unwrap();
        let anna = database.with_user(" anna ");
        assert_eq!(anna, "postgresql://anna@db.example.com/paydesk?connect_timeout=3");
        assert_eq!(database.user_in(&anna).as_deref(), Some("anna"));
        let odd = database.with_user("anna@corp:ö/?#");
        assert_eq!(database.user_in(&odd).as_deref(), Some("anna@corp:ö/?#"));
        let local = DatabaseAddress::parse("postgresql:///paydesk?host=/run/postgresql").unwrap();
        assert_eq!(local.with_user("anna"), "postgresql://anna@/paydesk?host=/run/postgresql");
    }

    #[test]
    fn the_address_of_another_database_is_not_taken_for_this_one() {
        let database = DatabaseAddress::parse("postgresql://db.example.com/paydesk").unwrap();
        for other in [
            "postgresql://anna@db2.example.com/paydesk",
            "postgresql://anna@db.example.com/paydesk2",
            "postgresql://anna@db.example.com/paydesk?sslmode=disable",
            "postgres://anna@db.example.com/paydesk",
            "postgresql://db.example.com/paydesk",
            "",
        ] {
            assert_eq!(database.user_in(other), None, "{other}");
        }
    }

    #[test]
    fn a_user_a_password_and_what_no_connection_understands_are_refused_by_name() {
        use DatabaseAddressError::{MixedHosts, NoDatabase, NotAnAddress, Parameter, Password, SslMode, User};
        for (address, error) in [
            ("postgresql://anna@db.example.com/paydesk", User),
            ("postgresql://db.example.com/paydesk?user=anna", User),
            ("postgresql://anna:geheim@db.example.com/paydesk", Password),
            ("postgresql://:ge@heim@db.example.com/paydesk", Password),
            ("postgresql://db.example.com/paydesk?password=geheim", Password),
            ("postgresql://db.example.com/paydesk?u%73er=anna", Parameter("u%73er".to_owned())),
            ("postgresql://db.example.com/paydesk?dbname=other", Parameter("dbname".to_owned())),
            ("postgresql://db.example.com/paydesk?geheim", NotAnAddress),
            ("postgresql://db.example.com", NoDatabase),
            ("postgresql://db.example.com/", NoDatabase),
            ("postgresql:///paydesk", NotAnAddress),
            ("postgresql://db.example.com:x/paydesk", NotAnAddress),
            ("postgresql://a,/paydesk", NotAnAddress),
            ("postgresql://[::1/paydesk", NotAnAddress),
            ("postgresql://db.example.com/pay desk", NotAnAddress),
            ("https://db.example.com/paydesk", NotAnAddress),
            ("", NotAnAddress),
            ("postgresql://db.example.com/paydesk?sslmode=require", SslMode),
            ("postgresql://db.example.com/paydesk?sslmode=disable", SslMode),
            ("postgresql://localhost,db.example.com/paydesk", MixedHosts),
        ] {
            assert_eq!(DatabaseAddress::parse(address), Err(error), "{address}");
        }
        assert_eq!(DatabaseAddress::parse(&format!("postgresql://{}/p", "a".repeat(1_800))), Err(NotAnAddress));
    }
}
