//! How far a hub is that reads for a team, as it is stored with what it read.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::place::ReadPlace;

/// How far the hub of a team has read; another hub continues from it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamReadPlace {
    pub list: ReadPlace,
    /// When the statuses that change were last read.
    pub statuses_read_at: Option<DateTime<Utc>>,
    /// The payments of all stored events up to this change were read; `None` before the first is looked for.
    pub events_upto: Option<i64>,
}

impl TeamReadPlace {
    /// As it is stored.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// What is stored; one that cannot be read is as none: all is read once more.
    pub fn from_json(stored: Value) -> Self {
        serde_json::from_value(stored).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_comes_back_as_it_was_stored_and_a_strange_one_begins_again() {
        let list = ReadPlace { offset: 300, total: Some(7), as_of: Some(DateTime::UNIX_EPOCH), ..ReadPlace::default() };
        let place = TeamReadPlace { list, statuses_read_at: Some(DateTime::UNIX_EPOCH), events_upto: Some(5) };
        assert_eq!(TeamReadPlace::from_json(place.to_json()), place);
        for strange in [Value::Null, serde_json::json!({}), serde_json::json!({"list": {"offset": -1}})] {
            assert_eq!(TeamReadPlace::from_json(strange), TeamReadPlace::default());
        }
    }
}
