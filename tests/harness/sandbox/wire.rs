//! A client that blocks, for sandboxes behind a socket: one request, one connection.

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

/// Sends a request and reads JSON; the error is that of a connection that ended early.
pub fn call(addr: SocketAddr, key: &str, method: &str, path: &str, body: Option<&Value>) -> Result<(u16, Value)> {
    let text = whole(addr, key, method, path, body)?;
    parse(&text).ok_or_else(|| Error::new(ErrorKind::UnexpectedEof, text))
}

/// The whole answer, head and body.
pub fn whole(addr: SocketAddr, key: &str, method: &str, path: &str, body: Option<&Value>) -> Result<String> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect(addr)?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\napi-key: {key}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes())?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    Ok(text)
}

pub fn parse(text: &str) -> Option<(u16, Value)> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(body).ok()?))
}
