//! Of which time the newest is that is known of a payment or a dispute: they have no record of ours that would say.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::records::order::Timestamped;
use paydesk_domain::webhook::{ContentType, WebhookEvent};

/// So many records whose time is remembered are a generation. Two are stored; of what is forgotten the next read says.
const GENERATION: usize = 25_000;

/// Kind and id of a record.
type ContentKey = (ContentType, String);

/// Of when the newest of a record is: what was reported lately, and before that.
#[derive(Debug, Default)]
pub(crate) struct LatestTimes {
    young: BTreeMap<ContentKey, DateTime<Utc>>,
    old: BTreeMap<ContentKey, DateTime<Utc>>,
}

impl LatestTimes {
    fn get(&self, key: &ContentKey) -> Option<DateTime<Utc>> {
        self.young.get(key).or_else(|| self.old.get(key)).copied()
    }

    fn put(&mut self, key: ContentKey, moment: DateTime<Utc>) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, moment);
    }
}

impl LatestTimes {
    /// Whether an event on the same record came before that is of a later time.
    pub(crate) fn overtook(&self, event: &WebhookEvent) -> bool {
        let latest = self.get(&key(event));
        latest.zip(moment(event)).is_some_and(|(latest, moment)| moment < latest)
    }

    pub(crate) fn remember(&mut self, event: &WebhookEvent) {
        if let Some(moment) = moment(event) {
            self.put(key(event), moment);
        }
    }
}

fn moment(event: &WebhookEvent) -> Option<DateTime<Utc>> {
    Timestamped { object: &event.object, event_at: event.timestamp }.moment()
}

fn key(event: &WebhookEvent) -> ContentKey {
    (event.content.clone(), event.object_id.clone().unwrap_or_default())
}
