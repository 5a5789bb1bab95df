//! Events that a team's hub received: kept among those of this desk, with how far the team's were read.

use rusqlite::{OptionalExtension as _, params};

use paydesk_core::failure::RecordsFault;
use paydesk_core::features::webhooks::Delivery;
use paydesk_domain::profile::ProfileId;

use super::webhook_events::WebhookEventsFile;

/// The profile of a team that a profile of this desk is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamEventsPlace {
    pub profile_id: ProfileId,
    /// The team's id of it.
    pub team_profile: String,
}

/// Events in the order in which the team stored them.
#[derive(Debug, Clone)]
pub struct TeamDeliveries {
    pub place: TeamEventsPlace,
    pub deliveries: Vec<Delivery>,
    /// Up to which number of the team this desk has read once they are kept.
    pub upto: i64,
}

/// Called on the store's thread with how far the team's events were read: `Ok(None)` where none was, an error where it
/// is not known.
pub type PositionCallback = Box<dyn FnOnce(Result<Option<i64>, ()>) + Send>;
/// Called on the store's thread with whether the events are on disk.
pub type TeamKeptCallback = Box<dyn FnOnce(bool) + Send>;

/// What the store does with a team's events.
pub enum TeamEventsJob {
    Position(TeamEventsPlace, PositionCallback),
    Keep(TeamDeliveries, TeamKeptCallback),
}

impl WebhookEventsFile {
    /// Up to which number the team's events were read.
    pub fn team_position(&self, place: &TeamEventsPlace) -> Result<Option<i64>, RecordsFault> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT change FROM team_positions WHERE profile_id = ?1 AND team_profile = ?2")?;
        Ok(statement.query_row(params![place.profile_id.as_str(), place.team_profile], |row| row.get(0)).optional()?)
    }

    /// Keeps events that are new here with the number up to which was read, in one commit; says which are new.
    pub fn keep_of_team(&self, page: &TeamDeliveries) -> Result<Vec<bool>, RecordsFault> {
        let TeamDeliveries { place, deliveries, upto } = page;
        let transaction = self.connection.unchecked_transaction()?;
        let mut insert = transaction.prepare_cached(
            "INSERT INTO events (profile_id, event_id, received_at, headers, body) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (profile_id, event_id) DO NOTHING",
        )?;
        let mut are_new = Vec::with_capacity(deliveries.len());
        for Delivery { profile_id, event_id, received_at, headers, body } in deliveries {
            let headers = serde_json::to_string(headers)?;
            let row = params![profile_id.as_str(), event_id.as_str(), received_at.to_rfc3339(), headers, &body[..]];
            are_new.push(insert.execute(row)? == 1);
        }
        drop(insert);
        transaction.execute(
            "INSERT INTO team_positions (profile_id, team_profile, change) VALUES (?1, ?2, ?3) \
             ON CONFLICT (profile_id, team_profile) DO UPDATE SET change = excluded.change",
            params![place.profile_id.as_str(), place.team_profile, upto],
        )?;
        transaction.commit()?;
        Ok(are_new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DeliveryStored;
    use paydesk_domain::ids::EventId;

    fn delivery(id: &str) -> Delivery {
        Delivery {
            profile_id: ProfileId::new("shop"),
            event_id: EventId::new(id),
            received_at: chrono::DateTime::UNIX_EPOCH,
            headers: Vec::new(),
            body: id.as_bytes().into(),
        }
    }

    fn page(team: &str, ids: &[&str], upto: i64) -> TeamDeliveries {
        let place = TeamEventsPlace { profile_id: ProfileId::new("shop"), team_profile: team.to_owned() };
        TeamDeliveries { place, deliveries: ids.iter().map(|id| delivery(id)).collect(), upto }
    }

    #[test]
    fn what_this_desk_has_is_not_new_and_how_far_was_read_is_kept_for_each_team() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("events.sqlite");
        let file = WebhookEventsFile::open(&path).file.unwrap();
        assert_eq!(file.keep(&[delivery("own")]), [DeliveryStored::New]);
        let first = page("one", &["own", "a", "b"], 7);
        assert_eq!(file.team_position(&first.place).unwrap(), None);
        assert_eq!(file.keep_of_team(&first).unwrap(), [false, true, true]);
        assert_eq!(file.keep_of_team(&first).unwrap(), [false; 3]);
        // The team's database was restored from an older copy.
        assert_eq!(file.keep_of_team(&page("one", &["c"], 5)).unwrap(), [true]);
        drop(file);
        let opened = WebhookEventsFile::open(&path);
        let file = opened.file.unwrap();
        assert_eq!(file.team_position(&first.place).unwrap(), Some(5));
        assert_eq!(file.team_position(&page("two", &[], 0).place).unwrap(), None);
        assert_eq!(opened.events.iter().map(|event| event.deliveries).collect::<Vec<_>>(), [1; 4]);
    }
}
