//! What a notification says: its state in the title, then what it is about and what to do, and the profile last.

use paydesk_domain::deadline::respond_by;
use paydesk_domain::known::Known;
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::text::visible_id;
use paydesk_domain::zone::Zone;

use super::due::{DueItem, DueSubject, EstimatedTime};
use super::preferences::NotificationKind;
use super::text;

/// Title and body of a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationText {
    pub title: String,
    pub body: String,
}

/// How times are written, and what is near.
#[derive(Debug, Clone, Copy)]
pub struct Wording {
    pub zone: Zone,
    pub lead_hours: u16,
}

impl Wording {
    /// Of things of one kind in one profile.
    pub fn of_group(self, group: &[DueItem]) -> NotificationText {
        let Some(first) = group.first() else { return NotificationText { title: String::new(), body: String::new() } };
        let facts = if group.len() == 1 { self.facts_of(first) } else { self.facts_of_all(group) };
        let facts: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        let what_to_do = what_to_do(first.kind(), group.len());
        let body = [facts.join(" · "), what_to_do.to_owned(), first.place.clone()];
        let lines: Vec<String> = body.into_iter().filter(|line| !line.is_empty()).collect();
        NotificationText { title: self.title(group), body: lines.join("\n") }
    }

    /// Of everything that quiet hours held back.
    pub fn after_quiet_hours(self, groups: &[Vec<DueItem>]) -> NotificationText {
        let count = groups.iter().map(Vec::len).sum();
        let places: Vec<&str> = groups.iter().filter_map(|group| group.first()).map(|it| it.place.as_str()).collect();
        let one_place = places.first().filter(|first| places.iter().all(|place| place == *first));
        let line = |group: &Vec<DueItem>| match one_place {
            Some(_) => self.title(group),
            None => text::of_profile(self.title(group), group.first().map_or("", |item| &item.place)),
        };
        let lines = groups.iter().map(line).chain(one_place.map(|place| (*place).to_owned()));
        NotificationText { title: text::after_quiet_hours(count), body: lines.collect::<Vec<_>>().join("\n") }
    }

    fn title(self, group: &[DueItem]) -> String {
        let count = group.len();
        let known = Known::Exact(count as u64).at_least_if(group.iter().any(DueItem::may_be_more));
        match group.first().map(|first| &first.subject) {
            None => String::new(),
            Some(DueSubject::Authorization { .. }) => text::authorizations_expire(known, self.lead_hours),
            Some(DueSubject::Dispute { .. }) => text::disputes_on_last_day(known),
            Some(DueSubject::Operation { state, title }) if count == 1 => text::operation(state, title),
            Some(DueSubject::Operation { .. }) => text::operations_to_check(count),
            Some(DueSubject::BulkRun { title, .. }) if count == 1 => title.clone(),
            Some(DueSubject::BulkRun { .. }) => text::runs_finished(count),
            Some(DueSubject::Approval { title, status, .. }) if count == 1 => text::operation(status, title),
            Some(DueSubject::Approval { .. }) => text::approvals(count),
        }
    }

    fn facts_of(self, item: &DueItem) -> Vec<String> {
        let id = visible_id(&item.id, 64);
        let amount = item.amount.as_ref().map(ToString::to_string).unwrap_or_default();
        match &item.subject {
            DueSubject::Authorization { ends, .. } => vec![id, amount, text::expires(self.time(*ends))],
            DueSubject::Dispute { due, .. } => {
                vec![id, amount, text::respond_by(respond_by(due.at, due.is_estimated, self.zone))]
            }
            // The title names it.
            DueSubject::Operation { .. } => Vec::new(),
            DueSubject::BulkRun { done, not_sent, failed, unknown, .. } => {
                vec![done.text(), text::not_sent(*not_sent), text::failed(*failed), text::unknown(*unknown)]
            }
            DueSubject::Approval { person, .. } => vec![text::by(person)],
        }
    }

    fn facts_of_all(self, group: &[DueItem]) -> Vec<String> {
        let known: Option<Vec<Money>> = group.iter().map(|item| item.amount.clone()).collect();
        let sums = known.map(MoneySums::from_iter).unwrap_or_default().text();
        let first = group.iter().filter_map(DueItem::ends).min();
        let are_disputes = group.first().is_some_and(|item| item.kind() == NotificationKind::DisputesOnLastDay);
        let first = first.map(|ends| match are_disputes {
            true => text::first_due(respond_by(ends.at, ends.is_estimated, self.zone)),
            false => text::first_expires(self.time(ends)),
        });
        vec![sums, first.unwrap_or_default()]
    }

    fn time(self, time: EstimatedTime) -> String {
        let text = self.zone.weekday(time.at);
        if time.is_estimated { text::estimated(text) } else { text }
    }
}

fn what_to_do(kind: NotificationKind, count: usize) -> &'static str {
    match (kind, count) {
        (NotificationKind::ExpiringAuthorizations, 1) => "Capture or cancel it before then",
        (NotificationKind::ExpiringAuthorizations, _) => "Capture or cancel them before then",
        (NotificationKind::DisputesOnLastDay, _) => "Submit evidence before then",
        (NotificationKind::UnknownOutcomes, 1) => "Open Operations to check it",
        (NotificationKind::UnknownOutcomes, _) => "Open Operations to check them",
        (NotificationKind::BulkRuns, _) => "Open the bulk run to see each result",
        (NotificationKind::Approvals, _) => "Open Approvals to see the next step",
    }
}
