//! What the columns of tables are called in files that people open.

use std::borrow::Cow;

use crate::zone::Zone;

/// Columns of times whose names do not say so with `_at`.
const TIMES: [&str; 7] = ["created", "as_of", "timestamp", "deadline", "evidence_deadline", "snoozed_until", "expiry"];

/// What a column is called that the API calls `name`: `Payment ID`, `Created (Europe/Berlin)`.
pub(super) fn title_for_people(name: &str, zone: Zone) -> String {
    let title = match name {
        "merchant_order_reference_id" => Cow::Borrowed("Order reference"),
        "card_last4" => "Card last four".into(),
        name => words(name).into(),
    };
    let is_time = TIMES.contains(&name) || name.ends_with("_at");
    if is_time { format!("{title} ({zone})") } else { title.into_owned() }
}

/// `payment_id` as `Payment ID`.
fn words(name: &str) -> String {
    let word = |(place, word): (usize, &str)| match word {
        "id" => "ID".to_owned(),
        word if place == 0 => {
            word.get(..1).map(str::to_uppercase).unwrap_or_default() + word.get(1..).unwrap_or_default()
        }
        word => word.to_owned(),
    };
    name.split('_').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_called_as_people_call_them_and_times_name_their_zone() {
        let title = |name| title_for_people(name, "Europe/Berlin".parse().unwrap());
        let titles = ["payment_id", "amount_received", "card_last4", "as_of", "evidence_submitted_at"].map(title);
        let expected = [
            "Payment ID",
            "Amount received",
            "Card last four",
            "As of (Europe/Berlin)",
            "Evidence submitted at (Europe/Berlin)",
        ];
        assert_eq!(titles, expected);
    }
}
