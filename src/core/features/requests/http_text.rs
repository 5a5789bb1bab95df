//! A call as the two messages it consists of, line by line, for reading and copying.

use crate::features::requests::text;
use paydesk_api::exchange::{CapturedBody, Exchange, ExchangeEnd, TEXT_MAX_BYTES};
use paydesk_domain::money::grouped_count;
use paydesk_domain::text::visible;

/// Longest line, in characters: what is longer goes on in the next.
const LINE_CHARS: usize = 240;

/// What left: method, path, headers, body.
pub fn request_lines(exchange: &Exchange) -> Vec<String> {
    let asked = &exchange.asked;
    let mut lines = vec![format!("{} {}{}", asked.method.as_str(), asked.base_url, visible(&asked.path, 4_000))];
    lines.extend(asked.headers().into_iter().map(|(name, value)| format!("{name}: {value}")));
    body_lines(asked.body.as_ref(), text::NO_BODY, &mut lines);
    lines
}

/// What came: status, the headers that count, body; or why nothing did.
pub fn answer_lines(exchange: &Exchange) -> Vec<String> {
    match &exchange.end {
        ExchangeEnd::Answered { status, rate, response } => {
            let mut lines = vec![text::http(status)];
            let mut header = |name: &str, value: Option<String>| {
                lines.extend(value.map(|value| format!("{name}: {value}")));
            };
            header("X-RateLimit-Limit", rate.limit.map(|limit| limit.to_string()));
            header("X-RateLimit-Remaining", rate.remaining.map(|left| left.to_string()));
            header("X-RateLimit-Reset", rate.reset_unix_s.map(|reset| reset.to_string()));
            header(text::REQUEST_ID, response.request_id.clone());
            let missing = if exchange.why.is_empty() { text::NO_BODY } else { &exchange.why };
            body_lines(response.body.as_ref(), missing, &mut lines);
            lines
        }
        ExchangeEnd::Lost(loss) => vec![text::no_response(loss.what())],
        ExchangeEnd::NotSent(text) => vec![text::nothing_was_sent(text)],
        ExchangeEnd::GivenUp => vec![text::no_response(&exchange.why)],
    }
}

fn body_lines(body: Option<&CapturedBody>, missing: &str, lines: &mut Vec<String>) {
    lines.push(String::new());
    let Some(body) = body else {
        lines.push(format!("({missing})"));
        return;
    };
    let whole = grouped_count(body.whole_bytes() as u64);
    if body.is_forgotten() {
        lines.push(text::bytes_discarded_to_make_room(&whole));
        return;
    }
    if !body.is_whole() {
        lines.push(text::first_kib_of_bytes(TEXT_MAX_BYTES / 1024, &whole));
    }
    for line in body.pretty().lines() {
        let chars: Vec<char> = line.chars().collect();
        lines.extend(chars.chunks(LINE_CHARS).map(|part| visible(&part.iter().collect::<String>(), LINE_CHARS)));
    }
}
