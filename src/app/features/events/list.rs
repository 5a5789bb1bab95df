//! The log of events as the panel shows it: prepared rows of all profiles, the newest on top, filtered.
//!
//! Bounded: the oldest rows leave first, and what was refused leaves before what is genuine. The store keeps every event.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::features::payments::list::Move;
use crate::app::state::State;
use crate::app::zone::Zone;
use crate::domain::ids::EventId;
use crate::domain::text::visible;
use crate::domain::webhook::{ContentType, Refusal, Verdict, WebhookEvent};

use super::{KeptEvent, RefusedDelivery};

/// Most rows held; the store tells as many when it opens.
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

/// How a row stands, as a person looks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum Standing {
    Applied,
    Older,
    NoObject,
    BadSignature,
    Unreadable,
}

impl Standing {
    pub fn label(self) -> &'static str {
        match self {
            Self::Applied => "Applied",
            Self::Older => "Older",
            Self::NoObject => "No object",
            Self::BadSignature => "Bad signature",
            Self::Unreadable => "Unreadable",
        }
    }
}

/// Which rows are shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    pub content: Option<ContentType>,
    pub standing: Option<Standing>,
    /// What the id, the object or the type has in it, in lower case.
    pub text: String,
}

impl Filter {
    pub(super) fn set_text(&mut self, text: &str) {
        self.text = text.trim().to_lowercase();
    }

    pub fn is_active(&self) -> bool {
        *self != Self::default()
    }

    fn shows(&self, row: &Row) -> bool {
        let content = || row.genuine().map(|(_, event)| &event.content);
        self.has_text(row)
            && self.standing.is_none_or(|standing| standing == row.standing)
            && self.content.as_ref().is_none_or(|wanted| content() == Some(wanted))
    }

    fn has_text(&self, row: &Row) -> bool {
        let has = |text: &str| text.to_lowercase().contains(&self.text);
        let genuine = || {
            row.genuine().is_some_and(|(kept, event)| {
                has(kept.delivery.event_id.as_str())
                    || event.object_id.as_deref().is_some_and(has)
                    || has(&event.event_type)
            })
        };
        self.text.is_empty() || genuine()
    }
}

/// What a row is of.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    Genuine(Box<KeptEvent>, Arc<WebhookEvent>),
    Refused(Box<RefusedDelivery>),
}

/// One row, ready to draw.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Counts the rows of this run.
    pub number: u64,
    pub content: Content,
    pub standing: Standing,
    /// The verdict with its reason.
    pub reason: String,
    pub type_text: String,
    pub object_text: String,
    pub received_text: String,
}

impl Row {
    pub fn genuine(&self) -> Option<(&KeptEvent, &Arc<WebhookEvent>)> {
        match &self.content {
            Content::Genuine(kept, event) => Some((kept, event)),
            Content::Refused(_) => None,
        }
    }

    pub fn profile_id(&self) -> &str {
        match &self.content {
            Content::Genuine(kept, _) => &kept.delivery.profile_id,
            Content::Refused(refused) => &refused.profile_id,
        }
    }

    pub fn received_at(&self) -> DateTime<Utc> {
        match &self.content {
            Content::Genuine(kept, _) => kept.delivery.received_at,
            Content::Refused(refused) => refused.received_at,
        }
    }

    pub fn headers(&self) -> &[(String, String)] {
        match &self.content {
            Content::Genuine(kept, _) => &kept.delivery.headers,
            Content::Refused(refused) => &refused.headers,
        }
    }

    /// The bytes that are held, and how many there were.
    pub fn body(&self) -> (&[u8], usize) {
        match &self.content {
            Content::Genuine(kept, _) => (&kept.delivery.body, kept.delivery.body.len()),
            Content::Refused(refused) => (&refused.body, refused.body_bytes),
        }
    }

    fn prepare(number: u64, content: Content, zone: Zone, now: DateTime<Utc>) -> Self {
        let (standing, reason, type_text, object_text) = match &content {
            Content::Genuine(kept, event) => {
                let note = kept.note.as_ref();
                let standing = note.map_or(Standing::Applied, |note| standing(&note.verdict));
                let type_text = if event.event_type.is_empty() { "(no type)" } else { &event.event_type };
                let object = event.object_id.as_deref().unwrap_or_default();
                (standing, note.map_or_else(String::new, |note| note.reason.clone()), type_text.to_owned(), object)
            }
            Content::Refused(refused) => {
                let standing = match refused.refusal {
                    Refusal::BadSignature(_) => Standing::BadSignature,
                    Refusal::Unreadable(_) => Standing::Unreadable,
                };
                (standing, refused.refusal.to_string(), "(refused)".to_owned(), "")
            }
        };
        let (type_text, object_text) = (visible(&type_text, 60), visible(object_text, 80));
        let mut row = Self { number, content, standing, reason, type_text, object_text, received_text: String::new() };
        row.write_time(zone, now);
        row
    }

    fn write_time(&mut self, zone: Zone, now: DateTime<Utc>) {
        let at = self.received_at();
        let today = zone.date(at) == zone.date(now);
        self.received_text = if today { zone.clock(at) } else { zone.short(at, now) };
    }
}

fn standing(verdict: &Verdict) -> Standing {
    match verdict {
        Verdict::Applied => Standing::Applied,
        Verdict::Older => Standing::Older,
        Verdict::NoObject | Verdict::Unknown(_) => Standing::NoObject,
    }
}

/// The open row, with its body as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    pub number: u64,
    /// The body set out as JSON; absent where it is none.
    pub pretty: Option<String>,
    /// The exact bytes, what is no text in them marked.
    pub exact: String,
}

impl Opened {
    fn of(row: &Row) -> Self {
        let (body, _) = row.body();
        let pretty = serde_json::from_slice::<serde_json::Value>(body).ok();
        let pretty = pretty.and_then(|value| serde_json::to_string_pretty(&value).ok());
        let cut = |text: String| text.chars().take(BODY_MAX_CHARS).collect();
        Self { number: row.number, pretty: pretty.map(cut), exact: cut(marked(body)) }
    }
}

/// Bytes as a text in which every one can be seen: what is no plain text stands as `‹0A›`.
fn marked(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => text.push_str("‹0A›\n"),
                c if crate::domain::text::is_hidden(c) => text.push_str(&format!("‹{:02X}›", u32::from(c))),
                c => text.push(c),
            }
        }
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("‹{byte:02X}›")));
    }
    text
}

/// See the module.
#[derive(Debug, Default)]
pub struct Log {
    /// Oldest first; numbers follow each other.
    rows: VecDeque<Row>,
    by_id: HashMap<(String, EventId), u64>,
    last_number: u64,
    refused: usize,
    /// Rows that a person read from disk on top.
    older: usize,
    /// Of all bodies held.
    bytes: usize,
    /// Refused deliveries that were not told of one by one.
    pub untold: u64,
    /// How many genuine events of each profile are held.
    held: HashMap<String, u64>,
    /// Numbers of what is shown, the newest first.
    view: VecDeque<u64>,
    pace: Pace,
}

/// How new rows come into the list. A few come at once; of a flood, nobody reads every row that runs past.
#[derive(Debug, Default)]
struct Pace {
    /// The newest row that was looked at.
    last: u64,
    /// When the current stretch of time began, and how many rows came into the list in it.
    since: Option<DateTime<Utc>>,
    rows: u64,
    /// When the rows that wait are shown.
    due: Option<DateTime<Utc>>,
}

impl Log {
    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.view.len()
    }

    pub fn is_empty(&self) -> bool {
        self.view.is_empty()
    }

    /// The row at `index` of what is shown.
    pub fn row(&self, index: usize) -> Option<&Row> {
        self.view.get(index).and_then(|number| self.find(*number))
    }

    /// Where a row stands in what is shown.
    pub fn position(&self, number: u64) -> Option<usize> {
        self.view.iter().position(|shown| *shown == number)
    }

    pub fn find(&self, number: u64) -> Option<&Row> {
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

    /// All rows of all profiles, oldest first.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &Row> {
        self.rows.iter()
    }

    pub(super) fn knows(&self, profile_id: &str, event_id: &EventId) -> bool {
        self.by_id.contains_key(&(profile_id.to_owned(), event_id.clone()))
    }

    pub(super) fn add(&mut self, kept: KeptEvent, event: Arc<WebhookEvent>, zone: Zone, now: DateTime<Utc>) {
        let key = (kept.delivery.profile_id.clone(), kept.delivery.event_id.clone());
        self.one_more(&key.0);
        let number = self.push(Content::Genuine(Box::new(kept), event), zone, now);
        self.by_id.insert(key, number);
    }

    fn one_more(&mut self, profile_id: &str) {
        match self.held.get_mut(profile_id) {
            Some(held) => *held += 1,
            None => drop(self.held.insert(profile_id.to_owned(), 1)),
        }
    }

    /// Puts an event before all others.
    pub(super) fn add_older(&mut self, kept: KeptEvent, event: Arc<WebhookEvent>, zone: Zone, now: DateTime<Utc>) {
        if !self.takes_older() {
            return;
        }
        let key = (kept.delivery.profile_id.clone(), kept.delivery.event_id.clone());
        let first = self.rows.front().map_or(FIRST, |row| row.number);
        let row = Row::prepare(first - 1, Content::Genuine(Box::new(kept), event), zone, now);
        self.bytes += row.body().0.len();
        self.older += 1;
        self.one_more(&key.0);
        self.last_number = self.last_number.max(row.number);
        self.by_id.insert(key, row.number);
        self.rows.push_front(row);
    }

    /// Whether there is room for older ones.
    pub(super) fn takes_older(&self) -> bool {
        self.older < OLDER_MAX && self.bytes < BYTES_MAX
    }

    /// How many genuine events of a profile are held.
    pub(super) fn held(&self, profile_id: &str) -> u64 {
        self.held.get(profile_id).copied().unwrap_or_default()
    }

    /// The oldest event of a profile that is held.
    pub(super) fn oldest(&self, profile_id: &str) -> Option<EventId> {
        self.genuine_of(profile_id).next().map(|kept| kept.delivery.event_id.clone())
    }

    /// Genuine events of a profile that were received since then.
    pub(in crate::app) fn genuine_since(
        &self,
        profile_id: &str,
        since: DateTime<Utc>,
    ) -> impl Iterator<Item = &Arc<WebhookEvent>> {
        let genuine = self.rows.iter().filter_map(Row::genuine);
        let ours = genuine
            .filter(move |(kept, _)| kept.delivery.profile_id == profile_id && kept.delivery.received_at >= since);
        ours.map(|(_, event)| event)
    }

    fn genuine_of(&self, profile_id: &str) -> impl Iterator<Item = &KeptEvent> {
        let genuine = self.rows.iter().filter_map(|row| row.genuine().map(|(kept, _)| kept));
        genuine.filter(move |kept| kept.delivery.profile_id == profile_id)
    }

    pub(super) fn refused(&mut self, refused: RefusedDelivery, more: u32, zone: Zone, now: DateTime<Utc>) {
        self.untold += u64::from(more);
        self.refused += 1;
        self.push(Content::Refused(Box::new(refused)), zone, now);
        if self.refused > REFUSED_MAX
            && let Some(oldest) = self.rows.iter().position(|row| row.genuine().is_none())
        {
            self.remove(oldest);
        }
    }

    pub(super) fn repeated(&mut self, profile_id: &str, event_id: &EventId) {
        let number = self.by_id.get(&(profile_id.to_owned(), event_id.clone())).copied();
        let place = number.and_then(|number| self.rows.binary_search_by_key(&number, |row| row.number).ok());
        if let Some(Content::Genuine(kept, _)) = place.and_then(|place| Some(&mut self.rows.get_mut(place)?.content)) {
            kept.deliveries = kept.deliveries.saturating_add(1);
        }
    }

    fn push(&mut self, content: Content, zone: Zone, now: DateTime<Utc>) -> u64 {
        self.last_number = self.last_number.max(FIRST) + 1;
        let row = Row::prepare(self.last_number, content, zone, now);
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
        }
        match row.content {
            Content::Genuine(kept, _) => {
                if let Some(held) = self.held.get_mut(&kept.delivery.profile_id) {
                    *held -= 1;
                }
                self.by_id.remove(&(kept.delivery.profile_id, kept.delivery.event_id));
            }
            Content::Refused(_) => self.refused -= 1,
        }
    }
}

impl State {
    pub(super) fn open_event(&mut self, number: Option<u64>) {
        self.events.open = number.and_then(|number| self.events.log.find(number)).map(Opened::of);
    }

    /// Keys go through the events as through letters: the next is open at once.
    pub(super) fn step_event(&mut self, step: Move) {
        let log = &self.events.log;
        let Some(last) = log.len().checked_sub(1) else { return };
        let open = self.events.open.as_ref().and_then(|opened| log.position(opened.number));
        let row = match (step, open) {
            (Move::To(row), _) => row.min(last),
            (Move::First, _) | (Move::Rows(_), None) => 0,
            (Move::Last, _) => last,
            (Move::Rows(rows), Some(open)) => open.saturating_add_signed(rows).min(last),
        };
        let number = log.row(row).map(|row| row.number);
        self.open_event(number);
    }

    pub(super) fn filter_events(&mut self, change: impl FnOnce(&mut Filter)) {
        change(&mut self.events.filter);
        self.show_events_again();
    }

    /// Rows, filter or profile have changed: what is shown is picked anew.
    pub(in crate::app) fn show_events_again(&mut self) {
        let (filter, profile_id) = (&self.events.filter, &self.profiles.current);
        let log = &mut self.events.log;
        let shown = log.rows.iter().rev().filter(|row| row.profile_id() == profile_id && filter.shows(row));
        log.view = shown.map(|row| row.number).collect();
        log.pace = Pace { last: log.last_number, ..Pace::default() };
    }

    /// Rows came: those that are picked are shown above the others, at once or, of a flood, a moment later.
    pub(super) fn show_new_events(&mut self) {
        let now = self.now;
        let Log { last_number, pace, .. } = &mut self.events.log;
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
            self.show_waiting_events();
        } else {
            pace.due = Some(since + STRETCH);
        }
    }

    fn show_waiting_events(&mut self) {
        let (filter, profile_id) = (&self.events.filter, &self.profiles.current);
        let Log { rows, view, pace, last_number, .. } = &mut self.events.log;
        let first = rows.partition_point(|row| row.number <= pace.last);
        let new = rows.range(first..).filter(|row| row.profile_id() == profile_id && filter.shows(row));
        new.for_each(|row| view.push_front(row.number));
        pace.last = *last_number;
    }

    /// Shows the rows that wait, where their moment has come.
    pub(super) fn waiting_events_due(&mut self) {
        if self.events.log.pace.due.is_some_and(|due| due <= self.now) {
            self.show_waiting_events();
            let last = self.events.log.pace.last;
            self.events.log.pace = Pace { last, ..Pace::default() };
        }
    }

    /// The zone changed: all times are written anew.
    pub(in crate::app) fn prepare_events_again(&mut self) {
        let (zone, now) = (self.zone(), self.now);
        self.events.log.rows.iter_mut().for_each(|row| row.write_time(zone, now));
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
