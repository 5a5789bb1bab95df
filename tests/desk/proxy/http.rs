//! As much of HTTP as the proxy has to know: where a message ends, and answers that are not the service's.

use std::sync::OnceLock;

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

/// Reads one message with its body; `None` where the connection ends before it does.
pub async fn read_message(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(4096);
    let mut length = None;
    loop {
        length = length.or_else(|| message_length(&bytes));
        if length.is_some_and(|length| bytes.len() >= length) {
            return Some(bytes);
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}

/// Length of head and body, once the head is there.
fn message_length(bytes: &[u8]) -> Option<usize> {
    let head = head_length(bytes)?;
    let text = std::str::from_utf8(&bytes[..head]).ok()?;
    let length = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    };
    Some(head + text.lines().find_map(length).unwrap_or(0))
}

/// Whether head and body are all there.
pub fn is_whole(bytes: &[u8]) -> bool {
    message_length(bytes).is_some_and(|length| bytes.len() >= length)
}

/// Method, path and version, where it can be read.
pub fn first_line(bytes: &[u8]) -> String {
    let line = bytes.split(|byte| *byte == b'\r').next().unwrap_or_default();
    String::from_utf8_lossy(line).into_owned()
}

/// Length of the head with the blank line that ends it.
pub fn head_length(bytes: &[u8]) -> Option<usize> {
    // Line by line: in an unoptimised build, ten times faster than byte by byte.
    let text = std::str::from_utf8(bytes)
        .unwrap_or_else(|error| std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default());
    text.find("\r\n\r\n").map(|at| at + 4)
}

/// `answer` announcing another length than its body has.
pub fn with_wrong_length(answer: &[u8], off_by: i64) -> Vec<u8> {
    let head = head_length(answer).unwrap_or(answer.len());
    let right = answer.len() - head;
    let wrong = right.saturating_add_signed(isize::try_from(off_by).unwrap_or(0));
    let text = String::from_utf8_lossy(&answer[..head]);
    let lines = text.trim_end().lines().map(|line| match line.to_ascii_lowercase().starts_with("content-length:") {
        true => format!("content-length: {wrong}\r\n"),
        false => format!("{line}\r\n"),
    });
    let mut bytes = lines.collect::<String>().into_bytes();
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(&answer[head..]);
    bytes
}

/// An answer of somebody between desk and service, who closes afterwards.
pub fn answer(status: u16, headers: &str, body: &[u8]) -> Vec<u8> {
    let head =
        format!("HTTP/1.1 {status} Words\r\n{headers}Connection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// `answer` as a cache gives it that stored it `age_s` seconds before.
pub fn from_cache(answer: &[u8], age_s: i64) -> Vec<u8> {
    let line_end = answer.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let marks = format!("Age: {age_s}\r\nVia: 1.1 cache.example\r\n");
    [&answer[..line_end], marks.as_bytes(), &answer[line_end..]].concat()
}

/// The page of a proxy or a hotel.
pub fn page(status: u16) -> Vec<u8> {
    answer(status, "Content-Type: text/html\r\n", b"<!doctype html><h1>Sign in to the guest network</h1>")
}

/// An answer that looks as if it came from the service.
pub fn json(status: u16, body: &str) -> Vec<u8> {
    answer(status, "Content-Type: application/json\r\n", body.as_bytes())
}

/// Bodies that come with status 200 and are no answer to anything.
pub const WRONG_BODIES: [&str; 3] =
    ["{}", r#"{"success":false}"#, r#"{"error":{"type":"api_error","code":"HE_00","message":"it went wrong"}}"#];

/// An answer in the shape of the API's errors.
pub fn refusal(status: u16, kind: &str, code: &str) -> Vec<u8> {
    let body = format!(r#"{{"error":{{"type":"{kind}","code":"{code}","message":"said on the way"}}}}"#);
    let limit = "X-RateLimit-Limit: 600\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 1795255200\r\n";
    let headers = format!(
        "Content-Type: application/json\r\n{}",
        if status == 429 { format!("{limit}Date: Sat, 21 Nov 2026 09:59:30 GMT\r\n") } else { String::new() }
    );
    answer(status, &headers, body.as_bytes())
}

/// An address elsewhere, as a redirect.
pub fn redirect(status: u16) -> Vec<u8> {
    answer(status, "Location: https://elsewhere.invalid/\r\n", b"")
}

/// What the bomb becomes when it is decoded: half a gigabyte.
pub const BOMB_DECODED_BYTES: usize = 1 + 258 * 8 * BOMB_OCTETS;
/// Groups of eight runs in the bomb; a group has a whole number of bytes.
const BOMB_OCTETS: usize = 260_000;
/// CRC-32 of so many spaces.
const BOMB_CRC: u32 = 0x8E30_E3A1;

/// A success whose body, decoded, would fill the memory.
pub fn gzip_bomb() -> Vec<u8> {
    static BOMB: OnceLock<Vec<u8>> = OnceLock::new();
    let headers = "Content-Type: application/json\r\nContent-Encoding: gzip\r\n";
    answer(200, headers, BOMB.get_or_init(bomb))
}

/// A gzip stream of [`BOMB_DECODED_BYTES`] spaces: one literal, then "258 bytes from one back" again and again, in a
/// block with the fixed codes of RFC 1951, section 3.2.6.
fn bomb() -> Vec<u8> {
    let mut start = Bits::default();
    start.push(0b011, 3);
    start.push_code(0x30 + u32::from(b' '), 8);
    // Length 258 is code 285 without extra bits, distance 1 is code 0: 13 bits, so eight of them are 13 bytes.
    let run = |bits: &mut Bits| {
        bits.push_code(0b1100_0101, 8);
        bits.push_code(0, 5);
    };
    (0..16).for_each(|_| run(&mut start));
    let group = &start.bytes[2..15];
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    bytes.extend(&start.bytes[..2]);
    (0..BOMB_OCTETS - 1).for_each(|_| bytes.extend(group));
    // The last group shares its last byte with the code that ends the block: seven zero bits.
    bytes.extend(&group[..12]);
    bytes.extend([group[12] & 0b111, 0]);
    bytes.extend(BOMB_CRC.to_le_bytes());
    bytes.extend(u32::try_from(BOMB_DECODED_BYTES).unwrap_or(u32::MAX).to_le_bytes());
    bytes
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    /// Lowest bit first.
    fn push(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= u8::from(value >> bit & 1 == 1) << (self.used % 8);
            }
            self.used += 1;
        }
    }

    /// Huffman codes stand highest bit first.
    fn push_code(&mut self, code: u32, count: u32) {
        (0..count).rev().for_each(|bit| self.push(code >> bit & 1, 1));
    }
}
