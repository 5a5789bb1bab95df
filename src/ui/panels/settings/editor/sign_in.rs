//! Signing in to the dashboard of the service, in the editor of a profile that is saved.

use egui::Ui;

use crate::drafts::SignInDraft;
use crate::form::{FormAction, FormFields, group_ui};
use crate::panels::settings::text;
use paydesk_core::Action;
use paydesk_core::features::profiles::{DashboardSignIn, SignInAction, SignInProgress};
use paydesk_domain::secret::SecretText;
use paydesk_domain::text::{sentences, visible};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, label_ui};

const EMAIL: &str = "sign_in.email";
const PASSWORD: &str = "sign_in.password";
const CODE: &str = "sign_in.code";

/// Draws the group. `unsaved` says that the form is not what is saved, which is what the service is asked with.
pub(super) fn sign_in_ui(
    ui: &mut Ui,
    (state, progress, unsaved): (DashboardSignIn, &SignInProgress, bool),
    draft: &mut SignInDraft,
    actions: &mut Vec<Action>,
) {
    group_ui(ui, "Dashboard sign-in, optional");
    if let Some(problem) = &progress.problem {
        let text = sentences(&[visible(&problem.what, 400), problem.what_to_do.clone()]);
        Notice::new(Tone::Danger, &text).title("You are not signed in").ui(ui);
        ui.add_space(space::S);
    }
    let action = match state {
        DashboardSignIn::SignedIn => signed_in_ui(ui),
        DashboardSignIn::SignedOut | DashboardSignIn::Expired if progress.wants_second_factor() => {
            second_factor_ui(ui, progress, draft)
        }
        DashboardSignIn::SignedOut | DashboardSignIn::Expired => begin_ui(ui, (state, progress, unsaved), draft),
    };
    actions.extend(action.map(Action::SignIn));
    ui.add_space(space::M);
}

fn signed_in_ui(ui: &mut Ui) -> Option<SignInAction> {
    label_ui(
        ui,
        Text::Body,
        tokens(ui).text,
        "You are signed in: the service filters the payment list, and Settings compares its count with Paydesk's",
    );
    ui.add_space(space::S);
    Button::secondary("Sign out").ui(ui).clicked().then_some(SignInAction::SignOut)
}

fn begin_ui(
    ui: &mut Ui,
    (state, progress, unsaved): (DashboardSignIn, &SignInProgress, bool),
    draft: &mut SignInDraft,
) -> Option<SignInAction> {
    let (explained, button) = match state {
        DashboardSignIn::Expired => (
            "You are signed out of the service's dashboard. Until you sign in again, Paydesk filters the payments \
                and does not compare them.",
            text::SIGN_IN_AGAIN,
        ),
        DashboardSignIn::SignedOut | DashboardSignIn::SignedIn => (
            "Some services filter and count payments only for a signed-in user. Everything else works with the \
                key.",
            "Sign in",
        ),
    };
    label_ui(ui, Text::Small, tokens(ui).subdued, explained);
    ui.add_space(space::S);
    let mut fields = FormFields::new(&mut draft.entry, &[], "");
    fields.text(ui, EMAIL, text::E_MAIL, &mut draft.email, "");
    fields.secret(
        ui,
        PASSWORD,
        "Password",
        &mut draft.password,
        "Used once and not saved. The sign-in is saved in the system keyring.",
    );
    let is_entered = fields.form_action() == Some(FormAction::Submit);
    let missing = draft.email.trim().is_empty() || draft.password.is_empty();
    let refusal = match (unsaved, missing) {
        (true, _) => Some("Save the profile first"),
        (false, true) => Some("Enter your e-mail and password"),
        (false, false) => None,
    };
    let is_clicked = Button::secondary(button).disabled(refusal).busy(progress.is_asking()).ui(ui).clicked();
    let goes = (is_clicked || is_entered) && refusal.is_none() && !progress.is_asking();
    goes.then(|| {
        let (email, password) = (draft.email.trim().to_owned(), SecretText::new(draft.password.text()));
        draft.password.clear();
        SignInAction::Begin { email, password }
    })
}

fn second_factor_ui(ui: &mut Ui, progress: &SignInProgress, draft: &mut SignInDraft) -> Option<SignInAction> {
    let mut fields = FormFields::new(&mut draft.entry, &[], "");
    fields.secret(ui, CODE, "Second factor", &mut draft.code, text::SECOND_FACTOR_HINT);
    let is_entered = fields.form_action() == Some(FormAction::Submit);
    let (mut goes_on, mut skips) = (is_entered, false);
    let is_code = draft.code.text().len() == 6 && draft.code.text().bytes().all(|digit| digit.is_ascii_digit());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let refusal = (!is_code).then_some(text::SECOND_FACTOR_HINT);
        goes_on |= Button::secondary("Continue").disabled(refusal).busy(progress.is_asking()).ui(ui).clicked();
        skips = Button::link(text::SKIP).hint("Where the service allows it").ui(ui).clicked();
    });
    match (skips, goes_on && is_code) {
        (true, _) => Some(SignInAction::Skip),
        (false, true) => {
            let code = SecretText::new(draft.code.text());
            draft.code.clear();
            Some(SignInAction::Code(code))
        }
        (false, false) => None,
    }
}
