//! The verifier: body, header and secret in, *valid* or *why not* out.

use egui::{Align, Layout, Ui};

use paydesk_core::features::webhooks::{SignatureFinding, WebhooksAction};
use paydesk_core::{Action, State};
use paydesk_domain::secret::SecretText;
use paydesk_domain::text::sentences;
use paydesk_domain::webhook::SIGNATURE_HEADER;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, SecretField, SecretInput, TextField, heading_ui, label_ui, secret_value_ui};

use super::WebhooksDraft;
use super::draft::VerifierField;
use super::text;
use paydesk_widgets::reading_order::line_from_right_ui;

/// Rows of the field for the body.
const BODY_ROWS: usize = 6;

/// Draws the pane.
pub fn verifier_ui(ui: &mut Ui, state: &State, draft: &mut WebhooksDraft, actions: &mut Vec<Action>) {
    pane_ui(ui, "verifier", |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        head_ui(ui, actions);
        let text = "Paste what your endpoint received. Nothing is sent or stored.";
        label_ui(ui, Text::Small, tokens(ui).subdued, text);
        fields_ui(ui, state, draft, actions);
        if let Some(finding) = &state.workspace.webhooks.finding {
            finding_ui(ui, finding);
        }
    });
}

fn head_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    let line = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, line, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE_PANE).ui(ui).clicked() {
            actions.push(Action::Webhooks(WebhooksAction::ShowVerifier(false)));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            heading_ui(ui, Text::Title, tokens(ui).text, text::SIGNATURE_CHECKER);
        });
    });
}

fn fields_ui(ui: &mut Ui, state: &State, draft: &mut WebhooksDraft, actions: &mut Vec<Action>) {
    let wants = draft.wants.take();
    let verifier = &mut draft.verifier;
    let body = TextField::labelled(text::BODY, &mut verifier.body).mono().rows(BODY_ROWS);
    let body = body.hint("The raw body of the request, unchanged").ui(ui);
    let header = TextField::labelled(SIGNATURE_HEADER, &mut verifier.header).mono().ui(ui);
    sandbox_ui(ui, state, &mut verifier.secret, actions);
    let secret = SecretField::labelled(text::SECRET, &mut verifier.secret).placeholder(text::PASTE_IT_HERE).ui(ui);
    match wants {
        Some(VerifierField::Body) => body.take_keyboard(),
        Some(VerifierField::Secret) => secret.response.request_focus(),
        None => {}
    }
    if (body.changed || header.changed || secret.changed) && state.workspace.webhooks.finding.is_some() {
        actions.push(Action::Webhooks(WebhooksAction::ForgetFinding));
    }
    let missing = [
        (verifier.body.is_empty(), "Paste the body first"),
        (verifier.header.is_empty(), "Paste the header first"),
        (verifier.secret.is_empty(), text::PASTE_SECRET_FIRST),
    ];
    let missing = missing.into_iter().find(|(missing, _)| *missing).map(|(_, text)| text);
    let verify = Button::primary(text::VERIFY_TEXT).disabled(missing).ui(ui).clicked();
    if missing.is_none() && (verify || header.submitted || secret.submitted) {
        let (body, header) = (verifier.body.clone(), verifier.header.clone());
        let secret = SecretText::new(verifier.secret.text());
        actions.push(Action::Webhooks(WebhooksAction::Verify { body, header, secret }));
    }
}

/// The secret of the embedded sandbox, to be looked at, copied, and used here: its events can be checked.
fn sandbox_ui(ui: &mut Ui, state: &State, typed: &mut SecretInput, actions: &mut Vec<Action>) {
    let Some(secret) = &state.workspace.webhooks.sandbox_secret else { return };
    label_ui(ui, Text::Small, tokens(ui).subdued, "The sandbox signs its events with this secret");
    secret_value_ui(ui, "Sandbox webhook secret", secret);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if Button::secondary("Copy sandbox secret").icon(Icon::Copy).ui(ui).clicked() {
            actions.push(Action::CopySecret(secret.clone()));
        }
        if Button::secondary("Use this secret").ui(ui).clicked() {
            typed.fill(secret.expose());
            actions.push(Action::Webhooks(WebhooksAction::ForgetFinding));
        }
    });
}

fn finding_ui(ui: &mut Ui, finding: &SignatureFinding) {
    match finding {
        SignatureFinding::Valid(form) => {
            let form = form.name();
            let text = text::signature_matches_this_body(form);
            Notice::new(Tone::Positive, &text).icon(Icon::Success).title("Valid").ui(ui);
        }
        SignatureFinding::Explained(faults) => {
            let text = sentences(faults);
            Notice::new(Tone::Attention, &text).icon(Icon::Warning).title(text::NOT_VALID).ui(ui);
        }
        SignatureFinding::Unexplained { what } => {
            Notice::new(Tone::Danger, what).icon(Icon::Failure).title(text::NOT_VALID).ui(ui);
        }
    }
}
