//! Payouts of which nothing was reported since Paydesk came to the service: how old what is shown is, and the one
//! button that asks for all of them.

use chrono::{DateTime, Utc};
use egui::Ui;

use paydesk_core::features::payouts::refresh::why_not_probe;
use paydesk_core::features::payouts::{PayoutsAction, payout_is_busy};
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::CachedRecord;
use paydesk_core::{Action, State};
use paydesk_domain::payout::Payout;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Button, Notice};

use super::text;

/// What asking does, said before it is asked: not every service has a call that only reads.
pub fn what_asking_does(state: &State) -> &'static str {
    let reads = state.view().traits.capabilities.may_retrieve(ResourceKind::Payout);
    if reads { "Checking gets the current status from the service" } else { text::SERVICE_HAS_NO_CALL }
}

/// Why a payout cannot be asked for now.
pub fn why_not_ask(state: &State, payout: &Payout) -> Option<String> {
    let view = state.view();
    let reads = view.traits.capabilities.may_retrieve(ResourceKind::Payout);
    payout_is_busy(&view, &payout.payout_id).filter(|_| !reads).or_else(|| why_not_probe(&view))
}

/// How many payouts nothing was reported of, and since when at the longest; counted when that may have changed.
#[derive(Debug, Default)]
pub struct StalePayouts {
    of: Option<(u64, Option<DateTime<Utc>>)>,
    count: usize,
    oldest: Option<DateTime<Utc>>,
}

impl StalePayouts {
    fn follow(&mut self, state: &State) -> (usize, Option<DateTime<Utc>>) {
        let of = Some((
            state.workspace.records.revision(ResourceKind::Payout),
            state.workspace.payouts.refresh.connected_since(),
        ));
        if self.of != of {
            self.of = of;
            let refresh = &state.workspace.payouts.refresh;
            let stale = || refresh.stale(&state.workspace.records);
            self.count = stale().count();
            self.oldest = stale().map(|known| known.record.reported_at).min();
        }
        (self.count, self.oldest)
    }
}

/// Draws how many payouts may have moved on, or how far the asking came.
pub fn refresh_ui(ui: &mut Ui, state: &State, stale_payouts: &mut StalePayouts, actions: &mut Vec<Action>) {
    if let Some((nth, of)) = state.workspace.payouts.refresh.progress() {
        let text = text::checking_payout_status_of(nth, of);
        if Notice::new(Tone::Info, &text).icon(Icon::Processing).action("Stop checking").ui(ui) {
            actions.push(Action::Payouts(PayoutsAction::StopRefreshing));
        }
        ui.add_space(space::S);
        return;
    }
    let (count, oldest) = stale_payouts.follow(state);
    let Some(oldest) = oldest else { return };
    let oldest = state.zone().full(oldest);
    let (title, button, may) = match count {
        1 => (text::one_payout_is_shown(&oldest), "Check 1 payout".to_owned(), "It may"),
        _ => (text::payouts_are_shown(count, &oldest), text::check_payouts(count), "They may"),
    };
    let text = text::have_changed_since(may, what_asking_does(state));
    let why_not = why_not_probe(&state.view());
    Notice::new(Tone::Info, &text).icon(Icon::Clock).title(&title).ui_with(ui, |ui| {
        ui.add_space(space::XS);
        if Button::secondary(&button).icon(Icon::Refresh).disabled(why_not.as_deref()).ui(ui).clicked() {
            actions.push(Action::Payouts(PayoutsAction::RefreshAll));
        }
    });
    ui.add_space(space::S);
}

/// Says of the open payout as of when its status is known.
pub fn as_of_ui(ui: &mut Ui, state: &State, known: &CachedRecord, actions: &mut Vec<Action>) {
    let Some(payout) = known.payout().filter(|_| state.workspace.payouts.refresh.may_be_stale(known)) else { return };
    let busy = why_not_ask(state, payout);
    let title = text::status_as_of(state.zone().full(known.record.reported_at));
    Notice::new(Tone::Info, what_asking_does(state)).icon(Icon::Clock).title(&title).ui_with(ui, |ui| {
        ui.add_space(space::XS);
        let ask = Button::secondary("Check status now").icon(Icon::Refresh).disabled(busy.as_deref());
        if ask.ui(ui).clicked() {
            actions.push(Action::Payouts(PayoutsAction::Refresh(payout.payout_id.clone())));
        }
    });
}
