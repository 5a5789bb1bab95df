//! The status of the receiver, as text, and what it needs to hear anything.

use egui::Ui;

use paydesk_core::features::webhooks::{ReceiverState, WebhooksAction};
use paydesk_core::{Action, State};
use paydesk_domain::money::grouped_count;
use paydesk_domain::secret::{SecretText, WebhookSecret};
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, SecretField, label_ui};

use super::WebhooksDraft;
use super::text;

const FIELD: f32 = 420.0;

/// Draws it.
pub fn receiver_ui(ui: &mut Ui, state: &State, draft: &mut WebhooksDraft, actions: &mut Vec<Action>) {
    match &state.workspace.webhooks.receiver {
        ReceiverState::Starting | ReceiverState::Forbidden => {
            drop(label_ui(ui, Text::Small, tokens(ui).subdued, &state.workspace.webhooks.receiver_text()))
        }
        ReceiverState::Listening { .. } => listening_ui(ui, state),
        ReceiverState::Off => off_ui(ui, state, actions),
        ReceiverState::Failed(problem) => {
            let text = problem.text();
            let notice = Notice::new(Tone::Attention, &text).title("Webhooks are not received");
            if notice.action(text::RETRY).ui(ui) {
                actions.push(Action::Webhooks(WebhooksAction::ListenAgain));
            }
            if state.profiles.current_saved().is_some() {
                secret_ui(ui, draft, actions);
            }
        }
    }
    let unreported = match state.workspace.webhooks.log().unreported {
        0 => None,
        1 => Some("1 more delivery was refused and is not listed".to_owned()),
        many => Some(text::more_deliveries_were_refused(grouped_count(many))),
    };
    if let Some(unreported) = unreported {
        label_ui(ui, Text::Small, tokens(ui).danger.text, &unreported);
    }
    if let Some(closed) = closed_text(state.workspace.webhooks.connections_closed) {
        label_ui(ui, Text::Small, tokens(ui).danger.text, &closed);
    }
    ui.add_space(space::S);
}

/// What is said of connections that were closed under load.
fn closed_text(count: u64) -> Option<String> {
    let which = match count {
        0 => return None,
        1 => "1 connection was closed before its delivery was complete".to_owned(),
        many => text::connections_were_closed_before(grouped_count(many)),
    };
    Some(text::too_many_were_open(&which))
}

fn listening_ui(ui: &mut Ui, state: &State) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let positive = tokens(ui).positive.text;
        Icon::Connected.ui(ui, 16.0, positive);
        label_ui(ui, Text::Small, tokens(ui).subdued, &visible(&state.workspace.webhooks.receiver_text(), 200));
    });
    if state.profiles.current_saved().is_some() {
        let text = "A service reaches this address through a tunnel or a reverse proxy (see Help). Changes missed \
            while Paydesk was closed are read at the next start, where the API allows it.";
        label_ui(ui, Text::Small, tokens(ui).subdued, text);
    }
}

fn off_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some(saved) = state.profiles.current_saved() else {
        label_ui(ui, Text::Small, tokens(ui).subdued, "The receiver starts with the sandbox");
        return;
    };
    let text = "Turn them on in the profile. Paydesk listens only on this computer, and only while it is running.";
    if Notice::new(Tone::Neutral, text).title("This profile receives no webhooks").action("Edit profile…").ui(ui) {
        actions.push(Action::EditProfile(Some(saved.id.clone())));
    }
}

fn secret_ui(ui: &mut Ui, draft: &mut WebhooksDraft, actions: &mut Vec<Action>) {
    let wrong = (!draft.secret.is_empty()).then(|| WebhookSecret::parse(draft.secret.text()).err()).flatten();
    let wrong = wrong.map(|error| error.to_string());
    let field =
        SecretField::labelled(text::WEBHOOK_SECRET, &mut draft.secret).width(FIELD).placeholder(text::PASTE_IT_HERE);
    let field = field.hint("From the service's dashboard; saved in the system keyring");
    let shown = field.error(wrong.as_deref()).ui(ui);
    let refused = wrong.as_deref().or(draft.secret.is_empty().then_some(text::PASTE_SECRET_FIRST));
    let keep = Button::secondary("Save webhook secret").disabled(refused).ui(ui);
    if refused.is_none() && (keep.clicked() || shown.submitted) {
        let secret = SecretText::new(draft.secret.text());
        draft.secret.clear();
        actions.push(Action::Webhooks(WebhooksAction::GiveSecret(secret)));
    }
}
