//! Finds entries in the bytes of a journal that cannot be read as a database any more, or lost some of its rows.
//!
//! A payload is stored as it was written, in one piece unless it is longer than a page: so it can be found by how it
//! begins. Nothing proves that a piece is what was written; it is for people to look at.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::Value;

/// How every payload begins.
const BEGINNING: &[u8] = b"{\"operation_id\":\"";
/// Most pieces that are stored.
const PIECES_MAX: usize = 100_000;

/// A payload found in the bytes.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct SalvagedPayload {
    /// Where it begins in the file.
    pub found_at_byte: usize,
    pub verified: bool,
    pub payload: String,
}

/// Every payload in `bytes` that is none of those `known`, each once.
pub fn pieces(bytes: &[u8], known: &HashSet<&str>) -> Vec<SalvagedPayload> {
    let mut precondition: HashSet<&str> = known.clone();
    let begins = bytes.windows(BEGINNING.len()).enumerate().filter(|(_, window)| *window == BEGINNING);
    let payloads = begins.filter_map(|(at, _)| Some((at, payload(&bytes[at..])?)));
    let new = payloads.filter(|(_, payload)| precondition.insert(payload));
    new.take(PIECES_MAX)
        .map(|(found_at_byte, payload)| SalvagedPayload { found_at_byte, verified: false, payload: payload.to_owned() })
        .collect()
}

/// The JSON object that `bytes` begin with, if it is whole.
fn payload(bytes: &[u8]) -> Option<&str> {
    let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<Value>();
    values.next()?.ok()?;
    std::str::from_utf8(&bytes[..values.byte_offset()]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_payloads_are_found_once_and_broken_ones_are_not() {
        let (first, second) = (r#"{"operation_id":"a","x":{"y":"}"}}"#, r#"{"operation_id":"b"}"#);
        let bytes = format!("\u{1}..{first}\0{second}{{\"operation_id\":\"cut{first}{second}{{\"operation_id\":\"c\",");
        let found = pieces(bytes.as_bytes(), &HashSet::new());
        assert_eq!(found.iter().map(|piece| piece.payload.as_str()).collect::<Vec<_>>(), [first, second]);
        assert_eq!(found[0].found_at_byte, 3);
        assert_eq!(pieces(bytes.as_bytes(), &HashSet::from([first])).len(), 1);
    }
}
