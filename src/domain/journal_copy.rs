//! The team's copy of each desk's journal: every entry as the desk stored it, with its number there.

use chrono::{DateTime, Utc};

/// An entry as it is copied: `{"seq":17,"entry":{…}}`, the entry byte for byte as the journal has it.
pub fn copied_entry(number: i64, payload: &str) -> String {
    format!("{{\"seq\":{number},\"entry\":{payload}}}")
}

/// The number and the entry of a text that [`copied_entry`] made.
pub fn number_and_payload(copied: &str) -> Option<(i64, &str)> {
    let (number, payload) = copied.strip_prefix("{\"seq\":")?.strip_suffix('}')?.split_once(",\"entry\":")?;
    Some((number.parse().ok()?, payload))
}

/// Where an entry is among all copies of a profile: by when the team received it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CopyPlace {
    /// By the database's clock.
    pub received_at: DateTime<Utc>,
    /// The desk, as a UUID.
    pub desk_id: String,
    /// The number in the copy of that desk.
    pub number: i64,
}

/// Which entries of colleagues are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CopyPage {
    /// The newest before this one, newest first; the newest of all where there is none.
    Before(Option<CopyPlace>),
    /// The oldest after this one, oldest first.
    After(CopyPlace),
}

/// An entry of a colleague's journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColleagueEntry {
    pub place: CopyPlace,
    /// The user of the database who copied it.
    pub person: String,
    /// As [`copied_entry`] made it.
    pub copied: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_copied_is_read_back_byte_for_byte() {
        let payload = "{\"step\":\"sending\",\"entry\":{\"a\":\"}\"}}";
        let copied = copied_entry(17, payload);
        assert_eq!(copied, "{\"seq\":17,\"entry\":{\"step\":\"sending\",\"entry\":{\"a\":\"}\"}}}");
        assert_eq!(number_and_payload(&copied), Some((17, payload)));
        assert_eq!(number_and_payload("{\"seq\":x,\"entry\":{}}"), None);
    }
}
