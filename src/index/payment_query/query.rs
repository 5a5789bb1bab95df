//! A query: the conditions that have to hold together.

use super::key::QueryKey;
use super::term::{QueryCondition, QueryTerm};

/// Conditions that have to hold together; without any, every payment is found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentQuery {
    pub conditions: Vec<QueryCondition>,
}

impl PaymentQuery {
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// Adds a condition; values of a key that is there become alternatives.
    pub fn add(&mut self, condition: QueryCondition) {
        let mut term = Some(condition.term);
        for known in self.conditions.iter_mut().filter(|known| known.negated == condition.negated) {
            let Some(new) = term.take() else { return };
            term = known.term.merge(new);
        }
        if let Some(term) = term {
            let condition = QueryCondition { negated: condition.negated, term };
            if !self.conditions.contains(&condition) {
                self.conditions.push(condition);
            }
        }
    }

    /// The query without the condition at `place`.
    pub fn without(&self, place: usize) -> Self {
        let mut conditions = self.conditions.clone();
        if place < conditions.len() {
            conditions.remove(place);
        }
        Self { conditions }
    }

    /// The query with all conditions on `key` replaced by `term`.
    pub fn with_only(&self, key: QueryKey, term: Option<QueryTerm>) -> Self {
        let others = self.conditions.iter().filter(|condition| condition.term.key() != Some(key)).cloned();
        Self { conditions: others.chain(term.map(QueryCondition::from)).collect() }
    }

    /// The condition that holds for some values of `key`, where there is one that is not negated.
    pub fn of_key(&self, key: QueryKey) -> Option<&QueryTerm> {
        let found = self.conditions.iter().find(|known| !known.negated && known.term.key() == Some(key));
        found.map(|condition| &condition.term)
    }

    /// The query with the value of `term` added to the conditions on its key, or removed where it is there.
    pub fn toggled(&self, term: QueryTerm) -> Self {
        let Some(key) = term.key() else { return self.clone() };
        let before = self.of_key(key).cloned();
        let after = match before {
            None => Some(term),
            Some(before) => before.toggled(term),
        };
        self.with_only(key, after)
    }
}

impl QueryTerm {
    /// Without the values of `other` where all of them are here, else with them; `None` where no value is left.
    fn toggled(self, other: Self) -> Option<Self> {
        macro_rules! toggled {
            ($($kind:ident),+) => {
                match (self, other) {
                    $((Self::$kind(ours), Self::$kind(values)) => toggled(ours, values).map(Self::$kind),)+
                    (ours, other) => (ours != other).then_some(other),
                }
            };
        }
        toggled!(Status, Currency, Customer, Email, Method, Card, Code, Family, Order, Id, Tag, Note)
    }
}

fn toggled<T: PartialEq>(mut ours: Vec<T>, values: Vec<T>) -> Option<Vec<T>> {
    if values.iter().all(|value| ours.contains(value)) {
        ours.retain(|value| !values.contains(value));
    } else {
        ours.extend(values.into_iter().filter(|value| !ours.contains(value)).collect::<Vec<_>>());
    }
    (!ours.is_empty()).then_some(ours)
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse_query;
    use super::*;
    use paydesk_domain::payment::PaymentStatus;

    fn query(text: &str) -> PaymentQuery {
        parse_query(text).unwrap()
    }

    #[test]
    fn a_value_is_added_to_its_key_and_taken_out_again() {
        let failed = || QueryTerm::Status(vec![PaymentStatus::Failed]);
        let mut text = query("anna amount:>10");
        text = text.toggled(failed());
        assert_eq!(text.to_string(), "anna amount:>10 status:failed");
        text = text.toggled(QueryTerm::Status(vec![PaymentStatus::Cancelled]));
        assert_eq!(text.to_string(), "anna amount:>10 status:failed,cancelled");
        text = text.toggled(failed());
        assert_eq!(text.to_string(), "anna amount:>10 status:cancelled");
        text = text.toggled(QueryTerm::Status(vec![PaymentStatus::Cancelled]));
        assert_eq!(text.to_string(), "anna amount:>10");
        assert_eq!(text.toggled(QueryTerm::Disputed(true)).toggled(QueryTerm::Disputed(true)), text);
        assert_eq!(
            text.toggled(QueryTerm::Disputed(true)).toggled(QueryTerm::Disputed(false)).to_string(),
            "anna amount:>10 disputed:no"
        );
    }

    #[test]
    fn one_condition_is_taken_out_and_the_others_stay() {
        let text = query("anna status:failed -currency:eur");
        assert_eq!(text.without(1).to_string(), "anna -currency:eur");
        assert_eq!(text.without(9), text);
    }
}
