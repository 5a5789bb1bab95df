//! The address of a service: what may be in it, and which key may travel there.

use std::fmt;

use url::{Host, Url};

use super::profile::Environment;
use super::secret::SecretText;
use super::text::visible;

/// Longest address that is looked at, in bytes.
const MAX_BYTES: usize = 2_048;

/// Why a text is no address a key may be sent to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("Enter the service's address, starting with https://")]
    Empty,
    #[error("“{0}” is not the address of a service; one looks like https://api.example.com")]
    NotAnAddress(String),
    #[error("An address starts with https://; plain http is only for a sandbox on this computer")]
    NotEncrypted,
    #[error("An address must not contain a user name or password: the key goes into the keyring")]
    UserInfo,
    #[error("An address must not contain a “?” or “#” part")]
    Query,
    #[error("Production keys are not sent to addresses on this computer")]
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
            "http" | "https" if url.host().is_none() || url.port() == Some(0) => Err(not_one()),
            "http" | "https" if self.is_loopback() && production => Err(AddressError::ProductionOnLoopback),
            "https" => Ok(()),
            "http" if self.is_loopback() => Ok(()),
            "http" => Err(AddressError::NotEncrypted),
            _ => Err(not_one()),
        }
    }

    /// As it is stored and asked: lower-case host, no default port, no slash at the end.
    pub fn as_base_url(&self) -> &str {
        self.url.as_str().trim_end_matches('/')
    }

    /// The host as it is asked for: letters beyond ASCII in their `xn--` form, so that a look-alike shows.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Whether a key that was given for the one may go to the other: scheme, host and port are the same.
    pub fn has_origin_of(&self, other: &Self) -> bool {
        self.url.origin() == other.url.origin()
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

/// How the addresses of proxies begin that can be spoken to.
const PROXIES: [&str; 4] = ["http", "https", "socks5", "socks5h"];

/// Whether `text` is the address of a proxy: `http://proxy.example.com:3128`, `socks5://proxy.example.com:1080`, or
/// `socks5h://` for one that looks names up itself.
pub fn is_proxy(text: &str) -> bool {
    let url = Url::parse(text).ok().filter(|_| text.contains("://"));
    url.is_some_and(|url| {
        PROXIES.contains(&url.scheme()) && url.host_str().is_some_and(|host| !host.is_empty()) && url.port() != Some(0)
    })
}

/// The address of a proxy, which may carry a user name and a password: `Debug` and [`ProxyAddress::shown`] leave them out.
#[derive(Clone, PartialEq)]
pub struct ProxyAddress {
    text: SecretText,
    shown: String,
    has_login: bool,
    /// As in the address: with `%40` for `@`.
    user: String,
    has_password: bool,
}

impl ProxyAddress {
    /// Reads `http://user:password@proxy.example.com:3128`; `None` where that is no address of a proxy. What is not a
    /// letter or digit of the password is written as in addresses: `%40` for `@`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let mut url = Url::parse(text).ok().filter(|_| is_proxy(text))?;
        let (user, has_password) = (url.username().to_owned(), url.password().is_some());
        let has_login = !user.is_empty() || has_password;
        // Err is for addresses without a host, and a proxy has one.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        let shown = url.as_str().trim_end_matches('/').to_owned();
        Some(Self { text: SecretText::new(text), shown, has_login, user, has_password })
    }

    /// Adds a password to the proxy, as a person types it.
    pub fn with_password(&self, password: &SecretText) -> Option<Self> {
        let mut url = Url::parse(self.expose()).ok()?;
        // A sign of its own, and no beginning of `%41`.
        let typed = SecretText::moved(password.expose().replace('%', "%25"));
        url.set_password(Some(typed.expose())).ok()?;
        Self::parse(SecretText::moved(url.into()).expose())
    }

    /// All of it, for the one place that connects.
    pub fn expose(&self) -> &str {
        self.text.expose()
    }

    /// Without user name and password.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Whether it carries a user name or a password.
    pub fn has_login(&self) -> bool {
        self.has_login
    }

    /// Whether it carries a password.
    pub fn has_password(&self) -> bool {
        self.has_password
    }

    /// Whether it names a user and lacks the password.
    pub fn lacks_password(&self) -> bool {
        !self.user.is_empty() && !self.has_password
    }

    /// Whether it is the proxy and the user of `other`, whatever the passwords are.
    pub fn is_login_of(&self, other: &Self) -> bool {
        (&self.shown, &self.user) == (&other.shown, &other.user)
    }
}

impl fmt::Debug for ProxyAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProxyAddress({})", self.shown)
    }
}

/// The host of a web page, in the parts that a person looks at before opening it. Punycode stays, so that no letter is
/// taken for another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebHost {
    /// What whoever registered the name may choose freely: `pay.`
    pub before: String,
    /// What was registered (public suffix list): `example.co.uk`. All of an IP address, and of a host that is a suffix.
    pub registrable: String,
    /// `:8443` where it is not the usual one.
    pub port: String,
}

/// The host of a web page that a stranger named, if it is one that is opened: by `https://`, or on this machine.
pub fn web_host(link: &str) -> Option<WebHost> {
    let url = Url::parse(link).ok().filter(|url| url.username().is_empty() && url.password().is_none())?;
    let address = ServiceAddress { url };
    let is_safe = match address.url.scheme() {
        "https" => true,
        "http" => address.is_loopback(),
        _ => false,
    };
    let host = address.url.host_str().filter(|host| is_safe && !host.is_empty())?;
    let registrable = match address.url.host()? {
        Host::Domain(name) => psl::domain_str(name.trim_end_matches('.')).unwrap_or(name),
        Host::Ipv4(_) | Host::Ipv6(_) => host,
    };
    let before = host.rfind(registrable).map_or("", |at| &host[..at]);
    Some(WebHost {
        before: before.to_owned(),
        registrable: host[before.len()..].to_owned(),
        port: address.url.port().map(|port| format!(":{port}")).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, AddressError> {
        ServiceAddress::parse(text, Some(Environment::Sandbox)).map(|address| address.as_base_url().to_owned())
    }

    #[test]
    fn only_a_web_page_has_a_host_to_be_shown() {
        let parts = |link: &str| web_host(link).map(|host| [host.before, host.registrable, host.port]);
        for (link, expected) in [
            ("https://pay.example.com:8443/l/1", ["pay.", "example.com", ":8443"]),
            ("https://example.com/", ["", "example.com", ""]),
            ("https://pаy.example.com/", ["xn--py-7kc.", "example.com", ""]),
            ("https://a.b.example.co.uk", ["a.b.", "example.co.uk", ""]),
            // Anybody registers a name below such a host.
            ("https://example.com.evil.github.io", ["example.com.", "evil.github.io", ""]),
            ("https://github.io/", ["", "github.io", ""]),
            ("https://evil.example.evil.example/", ["evil.example.", "evil.example", ""]),
            ("https://192.0.2.7/", ["", "192.0.2.7", ""]),
            ("https://[2001:db8::1]/", ["", "[2001:db8::1]", ""]),
            ("http://127.0.0.1:8600/l/1", ["", "127.0.0.1", ":8600"]),
            ("http://localhost/", ["", "localhost", ""]),
        ] {
            assert_eq!(parts(link), Some(expected.map(str::to_owned)), "{link}");
        }
        for link in [
            "javascript:alert(1)",
            "file:///etc/passwd",
            "pay.example.com",
            "mailto:a@example.com",
            "http://pay.example.com",
            "http://192.0.2.7/",
            "https://example.com@evil.example/",
            "",
        ] {
            assert_eq!(web_host(link), None, "{link}");
        }
    }

    #[test]
    fn proxies_are_told_from_what_is_none() {
        for text in ["http://proxy:3128", "https://p.example", "socks5://127.0.0.1:1080", "socks5h://p.example"] {
            assert!(is_proxy(text), "{text}");
        }
        for text in ["proxy:3128", "socks4://p:1", "socks5://", "ftp://p", "http://a b", "http://", "http://p:0", ""] {
            assert!(!is_proxy(text), "{text}");
        }
    }

    #[test]
    fn what_a_proxy_is_logged_in_with_is_not_shown() {
        let proxy = ProxyAddress::parse("http://desk:se%40cret@proxy.example.com:3128").unwrap();
        assert!(proxy.has_login() && proxy.expose().contains("se%40cret"));
        assert_eq!(proxy.shown(), "http://proxy.example.com:3128");
        assert_eq!(format!("{proxy:?}"), "ProxyAddress(http://proxy.example.com:3128)");
        assert!(!ProxyAddress::parse("socks5://proxy.example.com:1080").unwrap().has_login());
        assert!(ProxyAddress::parse("proxy.example.com:3128").is_none());
    }

    #[test]
    fn a_password_is_added_to_the_proxy_and_the_user_that_it_is_for() {
        let proxy = ProxyAddress::parse("http://desk@proxy.example.com:3128").unwrap();
        assert!(proxy.lacks_password() && !proxy.has_password());
        let with = proxy.with_password(&SecretText::new("p@ss:w/ürd")).unwrap();
        assert_eq!(with.expose(), "http://desk:p%40ss%3Aw%2F%C3%BCrd@proxy.example.com:3128/");
        assert!(with.has_password() && !with.lacks_password() && with.is_login_of(&proxy));
        let percent = proxy.with_password(&SecretText::new("100%41")).unwrap();
        assert_eq!(percent.expose(), "http://desk:100%2541@proxy.example.com:3128/");
        assert!(!format!("{with:?}").contains("%40ss"), "{with:?}");
        for other in
            ["http://ada@proxy.example.com:3128", "http://desk@proxy.example.com", "http://desk@evil.example:3128"]
        {
            assert!(!with.is_login_of(&ProxyAddress::parse(other).unwrap()), "{other}");
        }
        assert!(!ProxyAddress::parse("http://proxy.example.com:3128").unwrap().lacks_password());
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
    fn every_part_of_an_origin_tells_services_apart_and_a_path_does_not() {
        let address = |text: &str| ServiceAddress::parse(text, Some(Environment::Sandbox)).unwrap();
        let one = address("https://api.example.com/v1");
        for same in ["https://API.example.com:443/v2", "https://api.example.com"] {
            assert!(one.has_origin_of(&address(same)), "{same}");
        }
        for other in ["https://api.example.com:8443/v1", "https://api.example.org/v1", "https://example.com/v1"] {
            assert!(!one.has_origin_of(&address(other)), "{other}");
        }
        assert!(!address("http://localhost:443").has_origin_of(&address("https://localhost:443")));
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
        for text in [
            "api.example.com",
            "ftp://api.example.com",
            "https://",
            "https:// a",
            "file:///etc/passwd",
            "https://api.example.com:0",
            "http://127.0.0.1:0",
            "https://api.example.com:65536",
        ] {
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
