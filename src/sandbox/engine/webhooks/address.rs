//! Addresses webhooks may have: this machine and no other. Names are not looked up, so that none can lead elsewhere.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::Uri;

use crate::engine::refusal::quoted;

/// Longest address.
const MAX_CHARS: usize = 2_048;

/// An address on this machine, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookAddress {
    /// Where to connect to, tried in this order.
    pub sockets: Vec<SocketAddr>,
    /// The `Host` header.
    pub host: String,
    pub path_and_query: String,
}

impl WebhookAddress {
    /// Takes an address apart; the error continues the sentence after the name of the field: `must be …`.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.len() > MAX_CHARS {
            return Err(format!("must have at most {MAX_CHARS} characters"));
        }
        let uri: Uri = text.parse().map_err(|_| format!("must be an address, not {}", quoted(text)))?;
        if uri.scheme_str() != Some("http") {
            return Err(format!("must start with http://, because it is on this machine, not {}", quoted(text)));
        }
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'));
        let authority = authority.ok_or_else(|| format!("must have a host and no user name, not {}", quoted(text)))?;
        let ips = loopback_ips(authority.host()).ok_or_else(|| refused_host(authority.host()))?;
        let port = match authority.port_u16() {
            None if authority.as_str() == authority.host() => 80,
            Some(0) | None => return Err(format!("must have a port from 1 to 65535, not {}", quoted(text))),
            Some(port) => port,
        };
        Ok(Self {
            sockets: ips.into_iter().map(|ip| SocketAddr::new(ip, port)).collect(),
            host: authority.as_str().to_owned(),
            path_and_query: uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
        })
    }
}

fn refused_host(host: &str) -> String {
    let host = quoted(host);
    format!("must be on this machine (127.0.0.1, [::1] or localhost), not {host}: a sandbox sends nothing elsewhere")
}

fn loopback_ips(host: &str) -> Option<Vec<IpAddr>> {
    if host.eq_ignore_ascii_case("localhost") {
        return Some(vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]);
    }
    let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let ip: IpAddr = literal.parse().ok()?;
    ip.is_loopback().then(|| vec![ip])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_on_this_machine_are_taken_apart() {
        let address = WebhookAddress::parse("http://127.0.0.1:9000/hooks?shop=1").unwrap();
        assert_eq!(address.sockets, ["127.0.0.1:9000".parse().unwrap()]);
        assert_eq!((address.host.as_str(), address.path_and_query.as_str()), ("127.0.0.1:9000", "/hooks?shop=1"));
        let six = WebhookAddress::parse("http://[::1]:8").unwrap();
        assert_eq!((six.sockets[0].to_string(), six.path_and_query.as_str()), ("[::1]:8".to_owned(), "/"));
        let named = WebhookAddress::parse("http://LocalHost/x").unwrap();
        assert_eq!(named.sockets, ["127.0.0.1:80".parse().unwrap(), "[::1]:80".parse().unwrap()]);
        assert!(WebhookAddress::parse("http://127.8.9.1:1/").is_ok());
    }

    #[test]
    fn every_other_address_is_refused() {
        for text in [
            "",
            "hooks",
            "/hooks",
            "127.0.0.1:9000",
            "https://127.0.0.1:9000/",
            "ftp://127.0.0.1/",
            "http://shop.example/hooks",
            "http://localhost.shop.example/",
            "http://127.0.0.1.shop.example/",
            "http://127.0.0.1@shop.example/",
            "http://user@127.0.0.1/",
            "http://10.0.0.1/",
            "http://169.254.169.254/latest",
            "http://0.0.0.0:9000/",
            "http://2130706433/",
            "http://0x7f.0.0.1/",
            "http://[::]/",
            "http://[::ffff:10.0.0.1]/",
            "http://127.0.0.1:99999/",
            "http://127.0.0.1:0/",
            "http://127.0.0.1:/",
            "http://127.0.0.1:x/",
            "http://127.0.0.1/\r\nx: y",
        ] {
            assert!(WebhookAddress::parse(text).is_err(), "{text:?} was taken");
        }
        assert!(WebhookAddress::parse(&format!("http://127.0.0.1/{}", "x".repeat(MAX_CHARS))).is_err());
    }
}
