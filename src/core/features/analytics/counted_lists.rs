//! Counts the cards that no metric reports, in the lists that are here, each time these have changed.

use chrono::{DateTime, Utc};

use crate::context::WorkspaceView;
use crate::features::disputes::Disputes;
use crate::features::payments::Pages;
use crate::features::webhooks::EventLog;

use super::Analytics;
use super::boards::{Board, CardId};
use super::card_content::CardContent;
use super::counted_here::{CountSources, CountedFrom};
use super::decisions;
use super::local::{CountScope, NotCountable, picture};
use super::payment_groups::{GroupScope, content};
use super::refresh::Card;

/// What the dispute list was when it was counted.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedList {
    pages: Pages,
    read_at: Option<DateTime<Utc>>,
    complete: bool,
    changes: u64,
}

impl Analytics {
    /// Counts the dispute list again where its board is shown and it has changed; while it is being read, the picture
    /// stays.
    pub(super) fn count_disputes(&mut self, list: &Disputes, events: &EventLog, view: &WorkspaceView<'_>) {
        let counted = CountedList {
            pages: list.inbox.reading.pages.clone(),
            read_at: list.inbox.reading.read_at,
            complete: list.inbox.reading.complete,
            changes: list.changes(),
        };
        if self.board != Board::Disputes || self.counted.as_ref() == Some(&counted) {
            return;
        }
        self.counted = Some(counted);
        for id in self.board.cards() {
            if let Some(card) = id.counted_here() {
                let scope = CountScope { question: &self.disputes, now: view.now, zone: view.zone };
                count_card(self.cards.entry(*id).or_default(), list, || picture(card, list, scope));
            }
        }
        let scope = CountScope { question: &self.disputes, now: view.now, zone: view.zone };
        let card = self.cards.entry(CardId::DecidedOverTime).or_default();
        count_card(card, list, || decisions::content(list, events, scope));
    }

    /// Groups the payments known here again where the board of disputes is shown and more is known.
    pub(super) fn group_payments(&mut self, sources: CountSources<'_>, view: &WorkspaceView<'_>) {
        if self.board != Board::Disputes {
            return;
        }
        let from = CountedFrom::new(sources.disputes, sources.history, view.now);
        let due = from.due_after(self.grouped_from);
        let is_due = due.is_some_and(|due| due <= view.now);
        self.refresh_policy.regroup_at = due.filter(|_| !is_due);
        let reading = &sources.disputes.inbox.reading;
        for (id, grouping) in self.board.cards().iter().filter_map(|id| Some((*id, id.payment_grouping()?))) {
            let card = self.cards.entry(id).or_default();
            match (&reading.pages, reading.read_at) {
                (Pages::Failed(error), _) => card.remote.fail(error.clone()),
                (Pages::Idle, Some(read_at)) if is_due || card.remote.is_loading() => {
                    let scope = GroupScope { sources, question: &self.disputes, now: view.now, zone: view.zone };
                    card.count(content(grouping, scope), read_at);
                }
                (Pages::Idle, Some(_)) => {}
                (Pages::NotAsked | Pages::Loading | Pages::Idle, _) if card.remote.is_loading() => {}
                (Pages::NotAsked | Pages::Loading | Pages::Idle, _) => card.remote.start_loading(),
            }
        }
        if is_due && reading.pages == Pages::Idle && reading.read_at.is_some() {
            self.grouped_from = Some(from);
        }
    }
}

/// Shows what is counted in the list; while it is being read, the picture stays.
fn count_card(card: &mut Card, list: &Disputes, counted: impl FnOnce() -> Result<CardContent, NotCountable>) {
    match (&list.inbox.reading.pages, list.inbox.reading.read_at) {
        (Pages::Failed(error), _) => card.remote.fail(error.clone()),
        (Pages::Idle, Some(read_at)) if list.inbox.reading.complete || list.inbox.reading.is_stalled => {
            card.count(counted(), read_at);
        }
        (Pages::NotAsked | Pages::Loading | Pages::Idle, _) if card.remote.is_loading() => {}
        (Pages::NotAsked | Pages::Loading | Pages::Idle, _) => card.remote.start_loading(),
    }
}
