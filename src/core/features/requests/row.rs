//! A call as it is drawn: its texts, prepared once when it comes.

use std::time::Duration;

use paydesk_api::exchange::{Exchange, curl};
use paydesk_domain::money::grouped_count;
use paydesk_domain::operation::{CallKind, Proof};
use paydesk_domain::text::visible;
use paydesk_domain::zone::Zone;

use super::text;

/// Longest path in a row, in characters.
const PATH_CHARS: usize = 200;
/// What is said where an answer is well-formed, but not of what was asked.
const OTHER_ECHO: (&str, &str) =
    ("unexpected response", "the response does not match the request, which may have been executed");

/// One call of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct LoggedCall {
    /// Counts the calls of all profiles.
    pub number: u64,
    pub exchange: Exchange,
    pub row: RowTexts,
}

/// The texts of a row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RowTexts {
    pub time: String,
    pub path: String,
    /// `200`; empty where there was no answer.
    pub status: String,
    pub took: String,
    /// `97 of 100`: calls left in this window; empty where the answer did not report.
    pub rate: String,
    /// `Read` or `Operation`.
    pub kind: &'static str,
    /// For screen readers.
    pub name: String,
    /// Everything above, in small letters.
    pub(super) search: String,
}

impl LoggedCall {
    /// The command line that would make the same call; `None` where a part of the body is gone.
    pub fn curl_command(&self) -> Option<String> {
        curl::command(&self.exchange.asked)
    }

    pub(super) fn new(number: u64, exchange: Exchange, zone: Zone) -> Self {
        let mut call = Self { number, exchange, row: RowTexts::default() };
        call.prepare(zone);
        call
    }

    /// Writes the texts.
    pub(super) fn prepare(&mut self, zone: Zone) {
        let exchange = &self.exchange;
        let rate = exchange.rate().and_then(|rate| rate.remaining.zip(rate.limit));
        self.row = RowTexts {
            time: zone.clock_ms(exchange.asked.began_at),
            path: visible(&exchange.asked.path, PATH_CHARS),
            status: exchange.status().map(|status| status.to_string()).unwrap_or_default(),
            took: took_text(exchange.took),
            rate: rate.map(|(left, limit)| text::of(left, limit)).unwrap_or_default(),
            kind: match exchange.asked.kind {
                CallKind::Read => text::READ,
                CallKind::Operation => text::OPERATION,
            },
            ..RowTexts::default()
        };
        self.name();
    }

    fn name(&mut self) {
        let (exchange, row) = (&self.exchange, &mut self.row);
        let (method, proof) = (exchange.asked.method.as_str(), exchange.proof.word());
        let parts = [method, &row.path, &row.status, proof, &exchange.code, &row.took, &row.time];
        row.name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let request_id = exchange.response().and_then(|response| response.request_id.as_deref()).unwrap_or_default();
        let more = [row.kind, exchange.asked.endpoint.name, &exchange.why, request_id].join(" ");
        row.search = format!("{} {more}", row.name).to_lowercase();
    }

    /// Takes over what the core says of it; whether that is something else.
    pub(super) fn set_proof(&mut self, proof: Proof) -> bool {
        let exchange = &mut self.exchange;
        if exchange.proof == proof {
            return false;
        }
        exchange.proof = proof;
        if !proof.is_trouble() {
            exchange.code.clear();
            exchange.why.clear();
        } else if exchange.code.is_empty() {
            (exchange.code, exchange.why) = (OTHER_ECHO.0.to_owned(), OTHER_ECHO.1.to_owned());
        }
        self.name();
        true
    }
}

/// `0.8 ms`, `12 ms`, `60,000 ms`.
fn took_text(took: Duration) -> String {
    let micros = took.as_micros();
    if micros < 9_950 {
        let tenths = (micros + 50) / 100;
        return text::ms(tenths / 10, tenths % 10);
    }
    let millis = u64::try_from((micros + 500) / 1_000).unwrap_or(u64::MAX);
    text::ms_text(grouped_count(millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_a_call_took_is_reported_in_milliseconds() {
        let text = |micros| took_text(Duration::from_micros(micros));
        assert_eq!(text(0), "0.0 ms");
        assert_eq!(text(840), "0.8 ms");
        assert_eq!(text(9_949), "9.9 ms");
        assert_eq!(text(9_950), "10 ms");
        assert_eq!(text(12_499), "12 ms");
        assert_eq!(text(60_000_000), "60,000 ms");
    }
}
