//! What all dialogs share: how one is shown, and how it names what it is about.

use chrono::{DateTime, Utc};
use egui::{Id, Ui};

use paydesk_core::State;
use paydesk_core::operations::ResourceKind;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::profile::Environment;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::facts::Facts;
use paydesk_widgets::{ConfirmDialog, DialogAnswer, facts_ui};

use super::text;

/// Shows `dialog`; each opening is a dialog of its own, so that none inherits the keyboard of the one before.
pub fn show(
    ui: &Ui,
    state: &State,
    dialog: ConfirmDialog<'_>,
    opened_at: DateTime<Utc>,
    body: impl FnOnce(&mut Ui),
) -> DialogAnswer {
    let age = (state.now - opened_at).to_std().unwrap_or_default();
    dialog.show(ui.ctx(), Id::unique("dialog").with(opened_at), age, body).0
}

/// Names the payment, whatever `rows` adds, and the environment with its profile.
pub fn object_ui(ui: &mut Ui, state: &State, payment_id: &PaymentId, rows: impl FnOnce(&mut Facts<'_>)) {
    let place = state.workspace.profile.as_ref().map(|profile| (profile.environment, profile.name.as_str()));
    named_ui(ui, place, ResourceKind::Payment, payment_id.as_str(), rows);
}

/// Names any object, whatever `rows` adds, and the environment with its profile.
pub fn named_ui(
    ui: &mut Ui,
    place: Option<(Environment, &str)>,
    kind: ResourceKind,
    id: &str,
    rows: impl FnOnce(&mut Facts<'_>),
) {
    facts_ui(ui, kind.title(), |facts| {
        facts.mono(text::ID, &visible_id(id, 64));
        rows(facts);
        if let Some((environment, name)) = place {
            facts.text(text::ENVIRONMENT, &format!("{}, {}", environment.word(), visible(name, 60)));
        }
    });
}
