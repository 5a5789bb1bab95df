//! Proxies: which are spoken to, in which language, and what is said of the others.

use std::sync::{Arc, Mutex};

use paydesk_api::client::{ApiClient, ClientError, ExtraRoots, NetworkAccess};
use paydesk_api::outcome::{Attempt, Observation, observe};
use paydesk_domain::secret::ApiKey;
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
