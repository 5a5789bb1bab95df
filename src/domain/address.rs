//! The address of a service: what may stand in it, and which key may travel there.

use url::{Host, Url};

use super::profile::Environment;
use super::text::visible;

/// Longest address that is looked at, in bytes.
const MAX_BYTES: usize = 2_048;

/// Why a text is no address a key may be sent to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("Type the address of the service, with https://")]
    Empty,
    #[error("“{0}” is not the address of a service; one looks like https://api.example.com")]
    NotAnAddress(String),
    #[error("An address starts with https://; plain http is only for a sandbox on this machine")]
    NotEncrypted,
    #[error("An address must not carry a user name or password: the key goes into the keyring")]
    UserInfo,
    #[error("An address must not carry a “?” or a “#” part")]
    Query,
    #[error("A production key never travels to an address of this machine")]
    ProductionOnLoopback,
}

/// A checked address: `https://host[:port][/path]` without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceAddress {
    url: Url,
}

impl ServiceAddress {
    /// Reads an address for a key of `environment`. Without one, what no key may be sent to is refused.
    pub fn parse(text: &str, environment: Option<Environment>) -> Result<Self, AddressError> {
        let text = text.trim();
        let not_one = || AddressError::NotAnAddress(visible(text, 200));
        if text.is_empty() {
            return Err(AddressError::Empty);
        }
        if text.len() > MAX_BYTES || !text.contains("://") {
            return Err(not_one());
        }
        let url = Url::parse(text).map_err(|_| not_one())?;
        let address = Self { url };
        address.check(environment, not_one)?;
        Ok(address)
    }

    fn check(
        &self,
        environment: Option<Environment>,
        not_one: impl FnOnce() -> AddressError,
    ) -> Result<(), AddressError> {
        let url = &self.url;
        let production = environment == Some(Environment::Production);
        match url.scheme() {
            _ if !url.username().is_empty() || url.password().is_some() => Err(AddressError::UserInfo),
            _ if url.query().is_some() || url.fragment().is_some() => Err(AddressError::Query),
            "http" | "https" if url.host().is_none() => Err(not_one()),
            "http" | "https" if self.is_loopback() && production => Err(AddressError::ProductionOnLoopback),
            "https" => Ok(()),
            "http" if self.is_loopback() => Ok(()),
            "http" => Err(AddressError::NotEncrypted),
            _ => Err(not_one()),
        }
    }

    /// As it is kept and asked: lower-case host, no default port, no slash at the end.
    pub fn as_base_url(&self) -> &str {
        self.url.as_str().trim_end_matches('/')
    }

    /// The host as it is asked for: letters beyond ASCII in their `xn--` form, so that a look-alike shows.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Whether it stays on this machine.
    pub fn is_loopback(&self) -> bool {
        match self.url.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        }
    }
}

/// The host of a web page that a stranger named, if it is one: for people who decide whether to open it. Punycode stays,
/// so that no letter is taken for another.
pub fn web_host(link: &str) -> Option<String> {
    let url = Url::parse(link).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    url.host_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, AddressError> {
        ServiceAddress::parse(text, Some(Environment::Sandbox)).map(|address| address.as_base_url().to_owned())
    }

    #[test]
    fn only_a_web_page_has_a_host_to_be_shown() {
        assert_eq!(web_host("https://pay.example.com:8443/l/1").as_deref(), Some("pay.example.com"));
        assert_eq!(web_host("https://pаy.example.com/").as_deref(), Some("xn--py-7kc.example.com"));
        for link in ["javascript:alert(1)", "file:///etc/passwd", "pay.example.com", "mailto:a@example.com", ""] {
            assert_eq!(web_host(link), None, "{link}");
        }
    }

    #[test]
    fn an_address_is_normalised() {
        assert_eq!(parse(" HTTPS://API.Example.com:443/v1/ ").unwrap(), "https://api.example.com/v1");
        assert_eq!(parse("https://api.example.com").unwrap(), "https://api.example.com");
        assert_eq!(parse("http://[::1]:8080/").unwrap(), "http://[::1]:8080");
        assert_eq!(parse("http://127.0.0.1:9/").unwrap(), "http://127.0.0.1:9");
    }

    #[test]
    fn a_look_alike_shows_in_its_ascii_form() {
        let address = ServiceAddress::parse("https://аpi.example.com", None).unwrap();
        assert!(address.host().starts_with("xn--"), "{}", address.host());
    }

    #[test]
    fn what_is_wrong_with_an_address_is_named() {
        assert_eq!(parse("  "), Err(AddressError::Empty));
        assert_eq!(parse("http://api.example.com"), Err(AddressError::NotEncrypted));
        assert_eq!(parse("http://127.0.0.1.example.com"), Err(AddressError::NotEncrypted));
        assert_eq!(parse("https://me:pw@api.example.com"), Err(AddressError::UserInfo));
        assert_eq!(parse("https://me@api.example.com"), Err(AddressError::UserInfo));
        assert_eq!(parse("https://api.example.com/?key=1"), Err(AddressError::Query));
        assert_eq!(parse("https://api.example.com/#x"), Err(AddressError::Query));
        for text in ["api.example.com", "ftp://api.example.com", "https://", "https:// a", "file:///etc/passwd"] {
            assert!(matches!(parse(text), Err(AddressError::NotAnAddress(_))), "{text}: {:?}", parse(text));
        }
        assert!(matches!(parse(&format!("https://{}", "a".repeat(3_000))), Err(AddressError::NotAnAddress(_))));
    }

    #[test]
    fn a_production_key_never_travels_to_this_machine() {
        for text in ["https://localhost", "http://127.0.0.1:80", "https://[::1]", "http://a.localhost"] {
            let refused = ServiceAddress::parse(text, Some(Environment::Production)).unwrap_err();
            assert_eq!(refused, AddressError::ProductionOnLoopback, "{text}");
        }
        assert!(ServiceAddress::parse("https://api.example.com", Some(Environment::Production)).is_ok());
    }
}
