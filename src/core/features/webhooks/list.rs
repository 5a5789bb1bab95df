//! The log of events as the panel shows it: prepared rows of the profile, the newest on top, filtered.
//!
//! Bounded: the oldest rows leave first, and what was refused leaves before what is genuine. The store keeps every
//! event.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_domain::ids::EventId;
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::webhook::{ContentType, DeliveryRefusal, EventVerdict, WebhookEvent};
use paydesk_domain::zone::Zone;

use super::text;
use super::{RefusedDelivery, StoredEvent, Webhooks};

/// Most rows held; the store says as many when it opens.
pub const ROWS_MAX: usize = 5_000;
/// Most rows read on top of these, when a person asks for older ones.
const OLDER_MAX: usize = 20_000;
/// So many rows may come into the list in one [`STRETCH`]; the others wait for its end.
const AT_ONCE: u64 = 20;
const STRETCH: TimeDelta = TimeDelta::milliseconds(250);
/// Rows are numbered from here: older ones get the numbers before.
const FIRST: u64 = 1 << 40;
/// Most bytes of bodies held.
const BYTES_MAX: usize = 64 * 1024 * 1024;
/// Most refused deliveries held: anybody on this machine can make them.
const REFUSED_MAX: usize = 200;
/// Longest text shown of a body, in characters.
const BODY_MAX_CHARS: usize = 200_000;

/// The status of a row, as a person looks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum EventState {
    Applied,
    Older,
    NoObject,
    OtherMerchant,
    BadSignature,
    Unreadable,
    DifferentBody,
}

impl EventState {
    pub fn label(self) -> &'static str {
        match self {
            Self::Applied => text::APPLIED,
            Self::Older => "Older",
            Self::NoObject => "No object",
            Self::OtherMerchant => text::OTHER_MERCHANT,
            Self::BadSignature => "Bad signature",
            Self::Unreadable => "Unreadable",
            Self::DifferentBody => "Different body",
        }
    }
}

/// Which rows are shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventFilter {
    pub content: Option<ContentType>,
    pub state: Option<EventState>,
    /// What the id, the object or the type has in it, in lower case.
    pub text: String,
}

impl EventFilter {
    pub(super) fn set_text(&mut self, text: &str) {
        self.text = text.trim().to_lowercase();
    }

    pub fn is_active(&self) -> bool {
        *self != Self::default()
    }

    fn shows(&self, row: &EventTableRow) -> bool {
        let content = || row.genuine().map(|(_, event)| &event.content);
        self.has_text(row)
            && self.state.is_none_or(|state| state == row.state)
            && self.content.as_ref().is_none_or(|wanted| content() == Some(wanted))
    }

    fn has_text(&self, row: &EventTableRow) -> bool {
        let has = |text: &str| text.to_lowercase().contains(&self.text);
        let genuine = || {
            row.genuine().is_some_and(|(stored, event)| {
                has(stored.delivery.event_id.as_str())
                    || event.object_id.as_deref().is_some_and(has)
                    || has(&event.event_type)
            })
        };
        self.text.is_empty() || genuine()
    }
}

/// What a row is of.
#[derive(Debug, Clone, PartialEq)]
pub enum EventObject {
    Genuine(Box<StoredEvent>, Arc<WebhookEvent>),
    Refused(Box<RefusedDelivery>),
}

/// One row, ready to draw.
#[derive(Debug, Clone, PartialEq)]
pub struct EventTableRow {
    /// Counts the rows of this run.
    pub number: u64,
    pub content: EventObject,
    pub state: EventState,
    /// The verdict with its reason.
    pub reason: String,
    pub type_text: String,
    pub object_text: String,
    pub received_text: String,
}

impl EventTableRow {
    pub fn genuine(&self) -> Option<(&StoredEvent, &Arc<WebhookEvent>)> {
        match &self.content {
            EventObject::Genuine(stored, event) => Some((stored, event)),
            EventObject::Refused(_) => None,
        }
    }

    pub fn received_at(&self) -> DateTime<Utc> {
        match &self.content {
            EventObject::Genuine(stored, _) => stored.delivery.received_at,
            EventObject::Refused(refused) => refused.received_at,
        }
    }

    pub fn headers(&self) -> &[(String, String)] {
        match &self.content {
            EventObject::Genuine(stored, _) => &stored.delivery.headers,
            EventObject::Refused(refused) => &refused.headers,
        }
    }

    /// The bytes that are held, and how many there were.
    pub fn body(&self) -> (&[u8], usize) {
        match &self.content {
            EventObject::Genuine(stored, _) => (&stored.delivery.body, stored.delivery.body.len()),
            EventObject::Refused(refused) => (&refused.body, refused.body_bytes),
        }
    }

    fn prepare(number: u64, content: EventObject, zone: Zone, now: DateTime<Utc>) -> Self {
        let (state, reason, type_text, object_text) = match &content {
            EventObject::Genuine(stored, event) => {
                let note = stored.note.as_ref();
                let state = note.map_or(EventState::Applied, |note| state(&note.verdict));
                let type_text = if event.event_type.is_empty() { "(no type)" } else { &event.event_type };
                let object = event.object_id.as_deref().unwrap_or_default();
                (state, note.map_or_else(String::new, |note| note.reason.clone()), type_text.to_owned(), object)
            }
            EventObject::Refused(refused) => {
                let state = match refused.refusal {
                    DeliveryRefusal::BadSignature(_) => EventState::BadSignature,
                    DeliveryRefusal::Unreadable(_) => EventState::Unreadable,
                    DeliveryRefusal::DifferentBody(_) => EventState::DifferentBody,
                };
                (state, refused.refusal.to_string(), "(refused)".to_owned(), "")
            }
        };
        let (type_text, object_text) = (visible(&type_text, 60), visible_id(object_text, 80));
        let mut row = Self { number, content, state, reason, type_text, object_text, received_text: String::new() };
        row.write_time(zone, now);
        row
    }

    fn write_time(&mut self, zone: Zone, now: DateTime<Utc>) {
        let at = self.received_at();
        let today = zone.date(at) == zone.date(now);
        self.received_text = if today { zone.clock(at) } else { zone.short(at, now) };
    }
}

fn state(verdict: &EventVerdict) -> EventState {
    match verdict {
        EventVerdict::Applied => EventState::Applied,
        EventVerdict::Older => EventState::Older,
        EventVerdict::OtherMerchant => EventState::OtherMerchant,
        EventVerdict::NoObject | EventVerdict::Unknown(_) => EventState::NoObject,
    }
}

/// The open row, with its body as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedEvent {
    pub number: u64,
    /// The body set out as JSON; absent where it is none.
    pub pretty: Option<String>,
    /// The exact bytes, what is no text in them marked.
    pub exact: String,
}

impl OpenedEvent {
    pub(super) fn of(row: &EventTableRow) -> Self {
        let (body, _) = row.body();
        let pretty = serde_json::from_slice::<serde_json::Value>(body).ok();
        let pretty = pretty.and_then(|value| serde_json::to_string_pretty(&value).ok());
        let cut = |text: String| text.chars().take(BODY_MAX_CHARS).collect();
        Self { number: row.number, pretty: pretty.map(cut), exact: cut(marked(body)) }
    }
}

/// Bytes as a text in which every one can be seen: what is no plain text is as `‹0A›`.
fn marked(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => text.push_str("‹0A›\n"),
                c if paydesk_domain::text::is_hidden(c) => text.push_str(&format!("‹{:02X}›", u32::from(c))),
                c => text.push(c),
            }
        }
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("‹{byte:02X}›")));
    }
    text
}

/// The listed events: prepared rows, the newest first, and the filter.
#[derive(Debug, Default)]
pub struct EventLog {
    /// Oldest first; numbers follow each other.
    rows: VecDeque<EventTableRow>,
    by_id: HashMap<EventId, u64>,
    /// Numbers by the id of the object.
    by_object: HashMap<String, BTreeSet<u64>>,
    last_number: u64,
    refused: usize,
    /// Rows that a person read from disk on top.
    older: usize,
    /// Of all bodies held.
    bytes: usize,
    /// Refused deliveries that were not reported one by one.
    pub unreported: u64,
    /// How many genuine events are held.
    held: u64,
    /// Numbers of what is shown, the newest first.
    view: VecDeque<u64>,
    /// Counts how often shown rows came, went or moved.
    revision: u64,
    /// Counts how often others were asked for.
    questions: u64,
    pace: ArrivalPacing,
}

/// How new rows come into the list. A few come at once; of a flood, nobody reads every row that runs past.
#[derive(Debug, Default)]
struct ArrivalPacing {
    /// The newest row that was looked at.
    last: u64,
    /// When the current stretch of time began, and how many rows came into the list in it.
    since: Option<DateTime<Utc>>,
    rows: u64,
    /// When the rows that wait are shown.
    due: Option<DateTime<Utc>>,
}

impl EventLog {
    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.view.len()
    }

    pub fn is_empty(&self) -> bool {
        self.view.is_empty()
    }

    /// Another number whenever shown rows came, went or moved.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Another number whenever other rows are asked for.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The row at `index` of what is shown.
    pub fn row(&self, index: usize) -> Option<&EventTableRow> {
        self.view.get(index).and_then(|number| self.find(*number))
    }

    /// Where a row is in what is shown.
    pub fn position(&self, number: u64) -> Option<usize> {
        self.view.binary_search_by(|shown| number.cmp(shown)).ok()
    }

    pub fn find(&self, number: u64) -> Option<&EventTableRow> {
        let place = self.rows.binary_search_by_key(&number, |row| row.number).ok()?;
        self.rows.get(place)
    }

    /// When rows that wait are shown.
    pub(super) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.pace.due
    }

    pub(super) fn clock_jumped(&mut self, by: TimeDelta) {
        for at in [&mut self.pace.since, &mut self.pace.due].into_iter().flatten() {
            *at += by;
        }
    }

    /// All rows, oldest first.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &EventTableRow> {
        self.rows.iter()
    }

    pub(crate) fn knows(&self, event_id: &EventId) -> bool {
        self.by_id.contains_key(event_id)
    }

    pub(super) fn add(&mut self, stored: StoredEvent, event: Arc<WebhookEvent>, zone: Zone, now: DateTime<Utc>) {
        let (event_id, object_id) = (stored.delivery.event_id.clone(), event.object_id.clone());
        self.held += 1;
        let number = self.push(EventObject::Genuine(Box::new(stored), event), zone, now);
        self.by_id.insert(event_id, number);
        self.remember_object(object_id, number);
    }

    /// Puts an event before all others.
    pub(super) fn add_older(&mut self, stored: StoredEvent, event: Arc<WebhookEvent>, zone: Zone, now: DateTime<Utc>) {
        if !self.takes_older() {
            return;
        }
        let (event_id, object_id) = (stored.delivery.event_id.clone(), event.object_id.clone());
        let first = self.rows.front().map_or(FIRST, |row| row.number);
        let row = EventTableRow::prepare(first - 1, EventObject::Genuine(Box::new(stored), event), zone, now);
        self.bytes += row.body().0.len();
        self.older += 1;
        self.held += 1;
        self.last_number = self.last_number.max(row.number);
        self.by_id.insert(event_id, row.number);
        self.remember_object(object_id, row.number);
        self.rows.push_front(row);
    }

    fn remember_object(&mut self, object_id: Option<String>, number: u64) {
        if let Some(object_id) = object_id {
            self.by_object.entry(object_id).or_default().insert(number);
        }
    }

    fn forget_object(&mut self, event: &WebhookEvent, number: u64) {
        let Some(object_id) = &event.object_id else { return };
        if let Some(numbers) = self.by_object.get_mut(object_id) {
            numbers.remove(&number);
            if numbers.is_empty() {
                self.by_object.remove(object_id);
            }
        }
    }

    /// Genuine events that are about the object with this id, in the order in which they came.
    pub fn of_object(&self, id: &str) -> impl Iterator<Item = &EventTableRow> {
        let numbers = self.by_object.get(id).into_iter().flatten();
        numbers.filter_map(|number| self.find(*number))
    }

    /// Whether there is room for older ones.
    pub(super) fn takes_older(&self) -> bool {
        self.older < OLDER_MAX && self.bytes < BYTES_MAX
    }

    /// How many genuine events are held.
    pub(super) fn held(&self) -> u64 {
        self.held
    }

    /// The oldest event that is held.
    pub(super) fn oldest(&self) -> Option<EventId> {
        let genuine = self.rows.iter().find_map(EventTableRow::genuine);
        genuine.map(|(stored, _)| stored.delivery.event_id.clone())
    }

    /// Genuine events that were received since then.
    pub(crate) fn genuine_since(&self, since: DateTime<Utc>) -> impl Iterator<Item = &Arc<WebhookEvent>> {
        let genuine = self.rows.iter().filter_map(EventTableRow::genuine);
        genuine.filter(move |(stored, _)| stored.delivery.received_at >= since).map(|(_, event)| event)
    }

    pub(super) fn refused(&mut self, refused: RefusedDelivery, more: u32, zone: Zone, now: DateTime<Utc>) {
        self.unreported += u64::from(more);
        self.refused += 1;
        self.push(EventObject::Refused(Box::new(refused)), zone, now);
        if self.refused > REFUSED_MAX
            && let Some(oldest) = self.rows.iter().position(|row| row.genuine().is_none())
        {
            self.remove(oldest);
        }
    }

    pub(super) fn repeated(&mut self, event_id: &EventId) {
        let number = self.by_id.get(event_id).copied();
        let place = number.and_then(|number| self.rows.binary_search_by_key(&number, |row| row.number).ok());
        if let Some(EventObject::Genuine(stored, _)) =
            place.and_then(|place| Some(&mut self.rows.get_mut(place)?.content))
        {
            stored.deliveries = stored.deliveries.saturating_add(1);
        }
    }

    fn push(&mut self, content: EventObject, zone: Zone, now: DateTime<Utc>) -> u64 {
        self.last_number = self.last_number.max(FIRST) + 1;
        let row = EventTableRow::prepare(self.last_number, content, zone, now);
        self.bytes += row.body().0.len();
        self.rows.push_back(row);
        while self.rows.len() > ROWS_MAX + self.older || self.bytes > BYTES_MAX && self.rows.len() > 1 {
            self.remove(0);
        }
        self.last_number
    }

    fn remove(&mut self, place: usize) {
        let Some(row) = self.rows.remove(place) else { return };
        self.bytes -= row.body().0.len();
        if let Ok(shown) = self.view.binary_search_by(|shown| row.number.cmp(shown)) {
            self.view.remove(shown);
            self.revision += 1;
        }
        match row.content {
            EventObject::Genuine(stored, event) => {
                self.held -= 1;
                self.by_id.remove(&stored.delivery.event_id);
                self.forget_object(&event, row.number);
            }
            EventObject::Refused(_) => self.refused -= 1,
        }
    }
}

impl Webhooks {
    pub(super) fn change_filter(&mut self, change: impl FnOnce(&mut EventFilter)) {
        change(&mut self.filter);
        self.log.questions += 1;
        self.show_again();
    }

    /// Rows or filter have changed: what is shown is picked again.
    pub(super) fn show_again(&mut self) {
        let Self { filter, log, .. } = self;
        let shown = log.rows.iter().rev().filter(|row| filter.shows(row));
        log.view = shown.map(|row| row.number).collect();
        log.revision += 1;
        log.pace = ArrivalPacing { last: log.last_number, ..ArrivalPacing::default() };
    }

    /// An event is listed; [`Self::show_new`] shows it.
    pub(crate) fn list(&mut self, stored: StoredEvent, event: Arc<WebhookEvent>, zone: Zone, now: DateTime<Utc>) {
        self.on_disk += 1;
        self.log.add(stored, event, zone, now);
    }

    /// Rows came: those that are picked are shown above the others, at once or, of a flood, a moment later.
    pub(crate) fn show_new(&mut self, now: DateTime<Utc>) {
        let EventLog { last_number, pace, .. } = &mut self.log;
        if pace.due.is_some() {
            return;
        }
        let since = pace.since.filter(|since| now - *since < STRETCH).unwrap_or_else(|| {
            pace.rows = 0;
            now
        });
        pace.since = Some(since);
        pace.rows += last_number.saturating_sub(pace.last.max(FIRST));
        if pace.rows <= AT_ONCE {
            self.show_waiting();
        } else {
            pace.due = Some(since + STRETCH);
        }
    }

    fn show_waiting(&mut self) {
        let Self { filter, log, .. } = self;
        let EventLog { rows, view, revision, pace, last_number, .. } = log;
        *revision += 1;
        let first = rows.partition_point(|row| row.number <= pace.last);
        let new = rows.range(first..).filter(|row| filter.shows(row));
        new.for_each(|row| view.push_front(row.number));
        pace.last = *last_number;
    }

    /// Shows the rows that wait, where their moment has come.
    pub(super) fn show_waiting_due(&mut self, now: DateTime<Utc>) {
        if self.log.pace.due.is_some_and(|due| due <= now) {
            self.show_waiting();
            self.log.pace = ArrivalPacing { last: self.log.pace.last, ..ArrivalPacing::default() };
        }
    }

    /// The zone changed: all times are written again.
    pub(crate) fn write_times_again(&mut self, zone: Zone, now: DateTime<Utc>) {
        self.log.rows.iter_mut().for_each(|row| row.write_time(zone, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_a_body_can_be_seen() {
        assert_eq!(marked(b"{\"a\":\"\xc3\xa9\"}\r\n\xff"), "{\"a\":\"é\"}‹0D›‹0A›\n‹FF›");
    }
}
