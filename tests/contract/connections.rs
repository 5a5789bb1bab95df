//! Connections that are used twice: the one way in which HTTP libraries repeat a request by themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use paydesk_api::call::{Call as _, Method, Request};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::health::calls::Health;
use paydesk_domain::operation::CallKind;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::bad_server::{BadServer, Step, answer};
use super::{capture, client};

fn ok() -> Step {
    Step::Write(answer(200, "", "{}"))
}

#[tokio::test]
async fn reads_share_a_connection_and_operations_never_ride_on_a_used_one() {
    let server = BadServer::start(vec![
        vec![Step::Read, ok(), Step::Read, ok(), Step::Hang],
        vec![Step::Read, ok(), Step::Hang],
        vec![Step::Read, ok(), Step::Hang],
    ])
    .await;
    let client = client(&server.base_url);
    client.send(&Health.request()).await;
    client.send(&Health.request()).await;
    assert_eq!((server.connections(), server.requests().len()), (1, 2));
    client.send(&capture()).await;
    client.send(&capture()).await;
    assert_eq!((server.connections(), server.requests().len()), (3, 4));
}

#[tokio::test]
async fn a_read_whose_used_connection_is_closed_instead_of_answered_is_not_repeated() {
    let ways = [vec![], vec![Step::Reset]];
    for way in ways {
        let mut script = vec![Step::Read, ok(), Step::Read];
        script.extend(way);
        let server = BadServer::start(vec![script, vec![Step::Read, ok()]]).await;
        let client = client(&server.base_url);
        assert!(matches!(client.send(&Health.request()).await, Attempt::Answered(_)));
        assert_eq!(client.send(&Health.request()).await, Attempt::Lost(LostAnswer::ConnectionLost));
        assert_eq!((server.connections(), server.requests().len()), (1, 2), "repeated by itself");
    }
}

/// Answers one request for each connection and closes it at about the moment when the next could leave.
async fn closing_server(requests: Arc<AtomicUsize>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let requests = requests.clone();
            tokio::spawn(async move {
                let mut bytes = [0; 4096];
                let _ = stream.read(&mut bytes).await;
                requests.fetch_add(1, Ordering::SeqCst);
                let _ = stream.write_all(&answer(200, "", "{}")).await;
                // Whatever came meanwhile was received, and may have been executed.
                let late = stream.try_read(&mut bytes).is_ok_and(|read| read > 0);
                requests.fetch_add(usize::from(late), Ordering::SeqCst);
            });
        }
    });
    base_url
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_race_with_a_closing_connection_sends_anything_twice() {
    let received = Arc::new(AtomicUsize::new(0));
    let client = client(&closing_server(received.clone()).await);
    let read_as_post = Request::read(Method::Post, "/payments/list", Some(json!({})));
    let (mut answered, mut sent) = (0, 0);
    for request in [read_as_post, capture()] {
        for _ in 0..500 {
            sent += 1;
            match client.send(&request).await {
                Attempt::Answered(_) => answered += 1,
                // Operations open their own connections: for them there is nothing to race with.
                Attempt::Lost(_) => assert_eq!(request.kind, CallKind::Read),
                Attempt::NotSent(problem) => panic!("{problem:?}"),
                Attempt::NoKey(role) => panic!("{role:?}"),
            }
        }
    }
    let received = received.load(Ordering::SeqCst);
    assert!((answered..=sent).contains(&received), "{sent} sent, {answered} answered, {received} received");
}
