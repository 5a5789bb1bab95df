//! How many records there are of each status: one type for what a service counts and for what is known here, so that both
//! are compared in one way.

use std::collections::BTreeMap;

/// Numbers of records by the word of their status. A status of which there are none may be named or not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatusCounts(BTreeMap<String, u64>);

/// A status of which two sides count different numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusDifference {
    pub status: String,
    pub service: u64,
    pub here: u64,
}

impl StatusCounts {
    /// Counts so many more of a status; 0 names it.
    pub fn add(&mut self, status: impl Into<String>, count: u64) {
        let sum = self.0.entry(status.into()).or_default();
        *sum = sum.saturating_add(count);
    }

    pub fn of(&self, status: &str) -> u64 {
        self.0.get(status).copied().unwrap_or_default()
    }

    /// Whether a status is named, be it of none.
    pub fn names(&self, status: &str) -> bool {
        self.0.contains_key(status)
    }

    /// Of all statuses together.
    pub fn total(&self) -> u64 {
        self.0.values().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The statuses of which the service counts (`self`) another number than there are `here`, by their words.
    pub fn differences(&self, here: &Self) -> Vec<StatusDifference> {
        let mut words: Vec<&String> = self.0.keys().chain(here.0.keys()).collect();
        words.sort();
        words.dedup();
        let difference = |status: &String| StatusDifference {
            status: status.clone(),
            service: self.of(status),
            here: here.of(status),
        };
        words.into_iter().map(difference).filter(|found| found.service != found.here).collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(status, count)| (status.as_str(), *count))
    }
}

/// Counts one for each word.
impl<S: Into<String>> FromIterator<S> for StatusCounts {
    fn from_iter<T: IntoIterator<Item = S>>(statuses: T) -> Self {
        statuses.into_iter().fold(Self::default(), |mut counts, status| {
            counts.add(status, 1);
            counts
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_of_which_there_are_none_make_no_difference() {
        let mut service: StatusCounts = ["won", "won", "lost"].into_iter().collect();
        service.add("dispute_expired", 0);
        let here: StatusCounts = ["lost", "won", "won"].into_iter().collect();
        assert_eq!((service.differences(&here), service.total()), (Vec::new(), 3));
        assert!(service.names("dispute_expired") && !here.names("dispute_expired"));
    }

    #[test]
    fn equal_totals_of_other_statuses_differ() {
        let (service, here) = (StatusCounts::from_iter(["won", "won"]), StatusCounts::from_iter(["won", "lost"]));
        let difference = |status: &str, service, here| StatusDifference { status: status.into(), service, here };
        assert_eq!(service.differences(&here), [difference("lost", 0, 1), difference("won", 2, 1)]);
    }
}
