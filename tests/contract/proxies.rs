//! Proxies: which are spoken to, in which language, and what is said of the others.

use std::sync::{Arc, Mutex};

use paydesk_api::call::{Method, Request};
use paydesk_api::client::{ApiClient, ClientError, ExtraRoots, NetworkAccess};
use paydesk_api::error::CallError;
use paydesk_api::outcome::{Attempt, Observation, observe};
use paydesk_domain::address::ProxyAddress;
use paydesk_domain::secret::{ApiKey, SecretText};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::{KEY, capture, expectation, limits};

/// What a SOCKS 5 proxy heard: the request to connect, without its first three bytes.
type Heard = Arc<Mutex<Vec<Vec<u8>>>>;

/// A SOCKS 5 proxy that takes every client and then says that the network cannot be reached.
async fn refusing_proxy() -> (String, Heard) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let heard = Heard::default();
    let its = heard.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut hello = [0; 2];
            stream.read_exact(&mut hello).await.unwrap();
            let mut methods = vec![0; usize::from(hello[1])];
            stream.read_exact(&mut methods).await.unwrap();
            stream.write_all(&[5, 0]).await.unwrap();
            let mut request = [0; 512];
            let length = stream.read(&mut request).await.unwrap();
            its.lock().unwrap().push(request[3..length].to_vec());
            let _ = stream.write_all(&[5, 3, 0, 1, 0, 0, 0, 0, 0, 0]).await;
        }
    });
    (address, heard)
}

#[tokio::test]
async fn a_socks_proxy_is_asked_for_the_service_and_its_refusal_proves_that_nothing_was_sent() {
    let (address, heard) = refusing_proxy().await;
    let key = ApiKey::parse(KEY).unwrap();
    for (proxy, service, asked) in [
        // An address goes as it is; a name is looked up by the proxy where it says so.
        (format!("socks5://{address}"), "https://192.0.2.7", b"\x01\xC0\x00\x02\x07\x01\xBB".to_vec()),
        (format!("socks5h://{address}"), "https://api.invalid", b"\x03\x0Bapi.invalid\x01\xBB".to_vec()),
    ] {
        let access = NetworkAccess::through(Some(&proxy), ExtraRoots::default()).unwrap();
        let client = ApiClient::through(service, &access, &key, limits()).unwrap();
        let attempt = client.send(&capture()).await;
        assert_eq!(observe(&attempt, &expectation()), Observation::ConnectFailed, "{proxy}: {attempt:?}");
        assert!(matches!(&attempt, Attempt::NotSent(problem) if !problem.certificate), "{attempt:?}");
        assert_eq!(heard.lock().unwrap().pop(), Some(asked), "{proxy}");
    }
}

#[test]
fn a_proxy_of_another_kind_is_refused_in_words() {
    for proxy in ["ftp://proxy.example.com", "socks4://proxy.example.com:1080", "proxy.example.com:3128", "socks5://"] {
        let refused = NetworkAccess::through(Some(proxy), ExtraRoots::default()).unwrap_err();
        assert_eq!(refused, ClientError::Proxy(proxy.to_owned()));
        assert!(refused.to_string().contains("one looks like http://proxy.example.com:3128 or socks5://"), "{refused}");
    }
}

/// The name and the password that a SOCKS 5 proxy got.
type Logins = Arc<Mutex<Vec<(String, String)>>>;

/// A SOCKS 5 proxy that wants a name and a password, and makes no connection: because of them where it takes none.
async fn proxy_with_login(is_taken: bool) -> (String, Logins) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let logins = Logins::default();
    let its = logins.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut hello = [0; 2];
            stream.read_exact(&mut hello).await.unwrap();
            let mut methods = vec![0; usize::from(hello[1])];
            stream.read_exact(&mut methods).await.unwrap();
            // 2: a name and a password; 255: none of these.
            let method = if methods.contains(&2) { 2 } else { 255 };
            stream.write_all(&[5, method]).await.unwrap();
            if method != 2 {
                continue;
            }
            assert_eq!(stream.read_u8().await.unwrap(), 1);
            let mut words = Vec::new();
            for _ in 0..2 {
                let mut word = vec![0; usize::from(stream.read_u8().await.unwrap())];
                stream.read_exact(&mut word).await.unwrap();
                words.push(String::from_utf8(word).unwrap());
            }
            its.lock().unwrap().push((words[0].clone(), words[1].clone()));
            stream.write_all(&[1, u8::from(!is_taken)]).await.unwrap();
            let mut request = [0; 512];
            if is_taken && stream.read(&mut request).await.is_ok() {
                let _ = stream.write_all(&[5, 3, 0, 1, 0, 0, 0, 0, 0, 0]).await;
            }
        }
    });
    (address, logins)
}

/// A read through a proxy, with the password as a person types it.
async fn through(proxy: &str, password: Option<&str>) -> CallError {
    let proxy = ProxyAddress::parse(proxy).unwrap();
    let proxy = match password {
        Some(password) => proxy.with_password(&SecretText::new(password)).unwrap(),
        None => proxy,
    };
    let access = NetworkAccess { proxy: Some(proxy), roots: ExtraRoots::default() };
    let client = ApiClient::through("https://192.0.2.7", &access, &ApiKey::parse(KEY).unwrap(), limits()).unwrap();
    let attempt = client.send(&Request::read(Method::Get, "/health", None::<Value>)).await;
    let Attempt::NotSent(problem) = attempt else { panic!("{attempt:?}") };
    CallError::Unreachable(problem)
}

#[tokio::test]
async fn the_name_and_password_of_a_socks_proxy_arrive_as_they_were_typed_and_are_shown_nowhere() {
    const PASSWORD: &str = "p@ss:w/\u{fc}rd %41";
    for scheme in ["socks5", "socks5h"] {
        for is_taken in [true, false] {
            let (address, logins) = proxy_with_login(is_taken).await;
            let error = through(&format!("{scheme}://de%20sk@{address}"), Some(PASSWORD)).await;
            assert_eq!(*logins.lock().unwrap(), [("de sk".to_owned(), PASSWORD.to_owned())], "{scheme}");
            assert_eq!(error.is_refused_by_proxy(), !is_taken, "{error:?}");
            let said = format!("{error:?} {} {}", error.what(), error.what_to_do());
            assert!(!said.contains("p@ss") && !said.contains("p%40ss"), "{said}");
        }
    }
}

#[tokio::test]
async fn a_socks_proxy_that_wants_another_login_or_none_points_to_the_settings_of_the_proxy() {
    let (address, logins) = proxy_with_login(true).await;
    let error = through(&format!("socks5://{address}"), None).await;
    assert!(error.is_refused_by_proxy() && error.what_to_do().contains("user name and password"), "{error:?}");
    assert!(logins.lock().unwrap().is_empty());
    let (address, _) = refusing_proxy().await;
    let error = through(&format!("socks5://desk@{address}"), Some("topsecret")).await;
    assert!(error.is_refused_by_proxy(), "it takes no login: {error:?}");
}
