//! Under which names the sandbox is reached: what a `Host` header may say, and where links to its pages lead.
//!
//! The owner of a web page can point its domain to this machine (DNS rebinding); its browser then sends that name
//! as `Host`. So a name counts only where it was allowed at the start. Ports are not compared: they may be forwarded.

use std::net::{IpAddr, SocketAddr};

use axum::http::uri::Authority;

/// The names and addresses of a sandbox.
#[derive(Debug, Clone)]
pub struct AllowedHosts {
    listen: SocketAddr,
    /// Names beside `localhost` and addresses, in lower case.
    allowed: Vec<String>,
    base_url: String,
}

impl AllowedHosts {
    /// Those of a sandbox that listens on `listen`; `allowed` are further names, each with a port or without one.
    pub fn new(listen: SocketAddr, allowed: &[String]) -> Self {
        let names = allowed.iter().filter_map(|text| host_of(text)).map(|host| host.to_ascii_lowercase()).collect();
        Self { listen, allowed: names, base_url: format!("http://{}", reachable_at(listen, allowed.first())) }
    }

    /// `http://` and where a browser reaches the sandbox: the address it listens on, or, where that is every address of
    /// the machine, the first allowed name. Without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Whether a `Host` header names this sandbox.
    pub fn allows(&self, host_header: &str) -> bool {
        let Some(host) = host_of(host_header) else { return false };
        let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(&host);
        match literal.parse::<IpAddr>() {
            // An address leads nowhere else: only names can be made to.
            Ok(ip) => ip.is_loopback() || ip == self.listen.ip() || self.listen.ip().is_unspecified(),
            Err(_) => host.eq_ignore_ascii_case("localhost") || self.allowed.contains(&host.to_ascii_lowercase()),
        }
    }
}

/// Checks a value of `--allow-host`: a host name or an address, with a port or without one.
pub fn parse_allowed_host(text: &str) -> Result<String, String> {
    match host_of(text) {
        Some(host) if !host.is_empty() => Ok(text.to_owned()),
        Some(_) | None => Err("give a host name, such as sandbox.test or sandbox.test:8600".to_owned()),
    }
}

/// The host of `host[:port]`; `None` for anything else, also with a user before it.
fn host_of(text: &str) -> Option<String> {
    let authority: Authority = text.parse().ok()?;
    let has_port_or_none = authority.port_u16().is_some() || authority.as_str() == authority.host();
    (has_port_or_none && !text.contains('@')).then(|| authority.host().to_owned())
}

fn reachable_at(listen: SocketAddr, allowed: Option<&String>) -> String {
    let port = match listen.port() {
        0 => String::new(),
        port => format!(":{port}"),
    };
    match (listen.ip(), allowed) {
        (ip, Some(name)) if ip.is_unspecified() && host_of(name).as_deref() != Some(name) => name.clone(),
        (ip, Some(name)) if ip.is_unspecified() => format!("{name}{port}"),
        (IpAddr::V4(ip), None) if ip.is_unspecified() => format!("127.0.0.1{port}"),
        (IpAddr::V6(ip), None) if ip.is_unspecified() => format!("[::1]{port}"),
        (IpAddr::V4(ip), _) => format!("{ip}{port}"),
        (IpAddr::V6(ip), _) => format!("[{ip}]{port}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(listen: &str, allowed: &[&str]) -> AllowedHosts {
        let allowed: Vec<String> = allowed.iter().map(|text| (*text).to_owned()).collect();
        AllowedHosts::new(listen.parse().unwrap(), &allowed)
    }

    #[test]
    fn this_machine_and_allowed_names_are_taken_and_no_other() {
        let own = hosts("127.0.0.1:8600", &["Sandbox.test:9000"]);
        for host in ["127.0.0.1:8600", "localhost:8600", "LOCALHOST", "[::1]:8600", "127.0.0.1:9000", "sandbox.TEST:1"]
        {
            assert!(own.allows(host), "{host}");
        }
        for host in [
            "evil.example:8600",
            "localhost.evil.example",
            "127.0.0.1.evil.example:8600",
            "user@localhost:8600",
            "localhost:x",
            "localhost:",
            "10.0.0.1:8600",
            "",
            "local host",
        ] {
            assert!(!own.allows(host), "{host}");
        }
    }

    #[test]
    fn on_every_address_of_the_machine_addresses_are_taken_and_names_must_be_allowed() {
        let own = hosts("0.0.0.0:8600", &["sandbox.test"]);
        assert!(own.allows("10.0.0.1:8600") && own.allows("sandbox.test:8600") && !own.allows("evil.example:8600"));
    }

    #[test]
    fn links_lead_to_where_a_browser_reaches_the_sandbox() {
        for (listen, allowed, base_url) in [
            ("127.0.0.1:8600", &[][..], "http://127.0.0.1:8600"),
            ("[::1]:8600", &[], "http://[::1]:8600"),
            ("127.0.0.1:8600", &["sandbox.test"], "http://127.0.0.1:8600"),
            ("0.0.0.0:8600", &[], "http://127.0.0.1:8600"),
            ("0.0.0.0:8600", &["sandbox.test"], "http://sandbox.test:8600"),
            ("0.0.0.0:8600", &["sandbox.test:9000", "other.test"], "http://sandbox.test:9000"),
        ] {
            assert_eq!(hosts(listen, allowed).base_url(), base_url);
        }
    }
}
