//! How the bank decides about evidence: by the test words in it, otherwise by how much of what is required for
//! the reason is there ([`EVIDENCE_NEEDS`](paydesk_domain::evidence::EVIDENCE_REQUIREMENTS)).

use serde_json::{Map, Value};

use paydesk_domain::evidence::evidence_needs;

/// In `uncategorized_text`: the dispute is won.
pub const WINNING: &str = "winning_evidence";
/// In `uncategorized_text`: the dispute is lost.
pub const LOSING: &str = "losing_evidence";

/// In `uncategorized_text`: the bank does not decide.
pub const UNDECIDED: &str = "undecided_evidence";

/// What the bank decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BankDecision {
    Won,
    Lost,
}

/// The decision about `evidence` against a dispute for `reason`; `None` where there is none. Won with at least half of what is required; where it
/// depends on the product, of the row that the evidence meets best.
pub fn of(reason: &str, evidence: &Map<String, Value>) -> Option<BankDecision> {
    let text = evidence.get("uncategorized_text").and_then(Value::as_str).unwrap_or_default();
    if text.contains(WINNING) {
        return Some(BankDecision::Won);
    }
    if text.contains(LOSING) {
        return Some(BankDecision::Lost);
    }
    if text.contains(UNDECIDED) {
        return None;
    }
    let enough = evidence_needs(reason).iter().any(|row| {
        let met = row.met(|field| evidence.contains_key(field.as_str()));
        met * 2 >= row.requirements.len()
    });
    Some(if enough { BankDecision::Won } else { BankDecision::Lost })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn with(fields: &[&str]) -> Map<String, Value> {
        fields.iter().map(|field| ((*field).to_owned(), json!("x"))).collect()
    }

    #[test]
    fn half_of_what_is_required_wins_and_less_loses() {
        for (reason, fields, decision) in [
            ("fraudulent", &["shipping_date", "customer_signature"][..], BankDecision::Won),
            ("fraudulent", &["service_date", "access_activity_log"], BankDecision::Won),
            ("fraudulent", &["shipping_date", "access_activity_log"], BankDecision::Lost),
            ("fraudulent", &["shipping_date"], BankDecision::Lost),
            ("product_not_received", &["shipping_date", "shipping_carrier"], BankDecision::Lost),
            ("product_not_received", &["shipping_date", "shipping_carrier", "shipping_address"], BankDecision::Won),
            ("whatever", &["receipt"], BankDecision::Won),
            ("whatever", &["shipping_date"], BankDecision::Lost),
            ("duplicate", &[], BankDecision::Lost),
        ] {
            assert_eq!(of(reason, &with(fields)), Some(decision), "{reason} {fields:?}");
        }
    }

    #[test]
    fn the_words_of_a_test_decide_before_anything_else() {
        let mut evidence = with(&["receipt", "customer_communication"]);
        evidence.insert("uncategorized_text".to_owned(), json!("losing_evidence"));
        assert_eq!(of("general", &evidence), Some(BankDecision::Lost));
        let winning = json!({"uncategorized_text": "this is winning_evidence."});
        assert_eq!(of("fraudulent", winning.as_object().unwrap()), Some(BankDecision::Won));
        let undecided = json!({"uncategorized_text": "undecided_evidence"});
        assert_eq!(of("fraudulent", undecided.as_object().unwrap()), None);
    }
}
