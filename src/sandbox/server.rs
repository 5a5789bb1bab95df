//! Listens and serves, one task a connection. Written by hand over hyper because faults need to close a connection
//! without an answer; everything else is the router's.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use super::config::{Credentials, SandboxConfig};
use super::error::SandboxError;
use super::http::{CloseConnection, router};
use super::service::Sandbox;
use super::webhook_dispatcher;

/// Most connections served at one time; more wait to be accepted.
const MAX_CONNECTIONS: usize = 1_024;
/// How long answers under way may take once the sandbox stops.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// A sandbox that serves. Stops without ceremony when dropped; [`RunningSandbox::stop`] ends it in good order.
pub struct RunningSandbox {
    /// `http://` and the address, without a slash at the end.
    pub base_url: String,
    pub addr: SocketAddr,
    pub credentials: Credentials,
    sandbox: Sandbox,
    stop: watch::Sender<bool>,
    server: JoinHandle<()>,
    dispatcher: JoinHandle<()>,
}

/// Binds, opens the data (seeding new data), and serves until stopped. Needs a tokio runtime.
pub async fn start(config: SandboxConfig) -> Result<RunningSandbox, SandboxError> {
    if !config.listen.ip().is_loopback() && !config.allow_remote {
        return Err(SandboxError::NotLoopback(config.listen));
    }
    let listener = TcpListener::bind(config.listen).await.map_err(|error| listen_error(config.listen, error))?;
    let addr = listener.local_addr().map_err(|error| listen_error(config.listen, error))?;
    let webhook_timeout = config.webhook_timeout;
    // With the port that was picked, where one was.
    let config = SandboxConfig { listen: addr, ..config };
    let sandbox =
        tokio::task::spawn_blocking(move || Sandbox::open(&config)).await.map_err(|_| SandboxError::Worker)??;
    let (stop, stopped) = watch::channel(false);
    let dispatcher = tokio::spawn(webhook_dispatcher::run(sandbox.clone(), webhook_timeout, stopped.clone()));
    let server = tokio::spawn(serve(listener, router(sandbox.clone()), stopped));
    tracing::info!(%addr, "the sandbox is running");
    let credentials = sandbox.credentials().clone();
    Ok(RunningSandbox { base_url: format!("http://{addr}"), addr, credentials, sandbox, stop, server, dispatcher })
}

fn listen_error(address: SocketAddr, source: io::Error) -> SandboxError {
    match source.kind() {
        io::ErrorKind::AddrInUse => SandboxError::AddressInUse(address),
        _ => SandboxError::Listen { address, source },
    }
}

impl RunningSandbox {
    /// Takes no more requests, lets answers and webhooks under way end, closes the data.
    pub async fn stop(self) -> Result<(), SandboxError> {
        self.stop.send_replace(true);
        self.server.await.map_err(|_| SandboxError::Worker)?;
        self.dispatcher.await.map_err(|_| SandboxError::Worker)?;
        let sandbox = self.sandbox;
        tokio::task::spawn_blocking(move || sandbox.close()).await.map_err(|_| SandboxError::Worker)?
    }
}

async fn serve(listener: TcpListener, router: Router, mut stopped: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            _ = stopped.changed() => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept(), if connections.len() < MAX_CONNECTIONS => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(serve_connection(stream, router.clone(), stopped.clone()));
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
    drop(listener);
    let all_ended = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(STOP_GRACE, all_ended).await.is_err() {
        connections.shutdown().await;
    }
}

async fn serve_connection(stream: TcpStream, router: Router, mut stopped: watch::Receiver<bool>) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set");
    }
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let answer = service.call(request.map(Body::new));
        async move { answer.await.map_err(|never| match never {}).and_then(close_if_marked) }
    });
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    tokio::pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return log_end(ended),
        _ = stopped.changed() => connection.as_mut().graceful_shutdown(),
    }
    log_end(connection.await);
}

fn log_end(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// A fault asks to close the connection instead of answering.
#[derive(Debug, thiserror::Error)]
#[error("closed by a fault")]
struct ClosedByFault;

/// An error from the service makes hyper close the connection without a byte.
fn close_if_marked(response: Response) -> Result<Response, ClosedByFault> {
    if response.extensions().get::<CloseConnection>().is_some() { Err(ClosedByFault) } else { Ok(response) }
}
