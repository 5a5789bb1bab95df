//! The team of the profile at hand: joining it, how it stands with its database, leaving it.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::app::features::team::{TeamAction, TeamField, TeamInput, TeamLink};
use crate::app::{Action, State};
use crate::domain::secret::SecretText;
use crate::domain::team::{AwayRule, TeamMembership};
use crate::domain::text::visible;
use crate::ui::drafts::Drafts;
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::{Button, SecretField, SecretInput, TextField, label_ui};

use super::line::{line_ui, setting_ui};
use super::people::people_ui;
use super::{one_of_ui, text};

/// Widest text, in points.
const COLUMN: f32 = 760.0;

/// What is typed to join, or to join otherwise.
#[derive(Debug, Default)]
struct TeamDraft {
    is_open: bool,
    input: TeamInput,
    password: SecretInput,
    /// *Join team* was pressed: what is wrong is said at its field.
    was_sent: bool,
}

impl TeamDraft {
    /// The form as it was sent, without the password.
    fn of(membership: &TeamMembership) -> Self {
        let input = TeamInput {
            address: membership.address.clone(),
            profile: membership.profile.clone(),
            ca_file: membership.ca_file.clone().unwrap_or_default(),
            when_away: membership.when_away,
        };
        Self { is_open: true, input, ..Self::default() }
    }
}

/// Draws the section.
pub(super) fn team_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let width = ui.available_width().min(COLUMN);
    ui.scope(|ui| {
        ui.set_max_width(width);
        label_ui(ui, Text::Small, tokens(ui).subdued, text::TEAM_EXPLAINED);
        ui.add_space(space::XS);
        let draft: &mut TeamDraft = drafts.of();
        match state.profiles.current_saved().and_then(|saved| saved.team.as_deref()) {
            _ if draft.is_open => join_ui(ui, draft, actions),
            Some(membership) => joined_ui(ui, state, membership, (draft, actions)),
            None => {
                let is_managed = state.profiles.is_managed(&state.workspace.profile_id);
                let refusal = is_managed.then_some(text::SET_BY_YOUR_ORGANISATION);
                draft.is_open = Button::secondary(text::JOIN_A_TEAM).disabled(refusal).ui(ui).clicked();
            }
        }
    });
}

fn joined_ui(
    ui: &mut Ui,
    state: &State,
    membership: &TeamMembership,
    (draft, actions): (&mut TeamDraft, &mut Vec<Action>),
) {
    setting_ui(ui, text::TEAM_DATABASE, |ui| line_ui(ui, &visible(&membership.address, 120)));
    setting_ui(ui, text::TEAM_PROFILE, |ui| line_ui(ui, &visible(&membership.profile, 60)));
    link_ui(ui, state);
    rule_ui(ui, membership.when_away, |rule| actions.push(Action::Team(TeamAction::SetAwayRule(rule))));
    let is_busy = !state.workspace.operations.open().is_empty();
    let open = is_busy.then_some(text::RESOLVE_OPEN_OPERATIONS_FIRST);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if Button::secondary(text::CHANGE_TEAM).disabled(open).ui(ui).clicked() {
            *draft = TeamDraft::of(membership);
        }
        if Button::danger(text::LEAVE_TEAM).disabled(open).ui(ui).clicked() {
            actions.push(Action::Team(TeamAction::Leave));
        }
    });
    people_ui(ui, state);
}

fn link_ui(ui: &mut Ui, state: &State) {
    match state.workspace.team.link() {
        TeamLink::Connected(session) => {
            let role = session.role.name();
            let line = text::team_connected(visible(&session.person, 60), role, session.latency_ms);
            setting_ui(ui, text::TEAM_CONNECTION, |ui| line_ui(ui, &line));
        }
        TeamLink::NotJoined | TeamLink::Connecting => {
            setting_ui(ui, text::TEAM_CONNECTION, |ui| line_ui(ui, text::TEAM_CONNECTING));
        }
        // Why is above every panel.
        TeamLink::Away { since, .. } => {
            let line = text::team_away_since(state.zone().full(*since));
            setting_ui(ui, text::TEAM_CONNECTION, |ui| line_ui(ui, &line));
        }
    }
}

fn rule_ui(ui: &mut Ui, current: AwayRule, mut chosen: impl FnMut(AwayRule)) {
    setting_ui(ui, text::WHEN_DATABASE_IS_AWAY, |ui| {
        let rule = one_of_ui(ui, text::WHEN_DATABASE_IS_AWAY, AwayRule::iter(), &current, |rule| match rule {
            AwayRule::Stop => text::STOP_CHANGES,
            AwayRule::Alone => text::WORK_ALONE,
        });
        rule.into_iter().for_each(&mut chosen);
    });
    let explained = match current {
        AwayRule::Stop => text::STOP_CHANGES_EXPLAINED,
        AwayRule::Alone => text::WORK_ALONE_EXPLAINED,
    };
    label_ui(ui, Text::Small, tokens(ui).subdued, explained);
    ui.add_space(space::S);
}

fn join_ui(ui: &mut Ui, draft: &mut TeamDraft, actions: &mut Vec<Action>) {
    let problem = draft.input.problem().filter(|_| draft.was_sent);
    let error = |field: TeamField| problem.filter(|(wrong, _)| *wrong == field).map(|(_, what)| what);
    TextField::labelled(text::TEAM_DATABASE, &mut draft.input.address)
        .placeholder(text::TEAM_DATABASE_EXAMPLE)
        .required(true)
        .error(error(TeamField::Address))
        .ui(ui);
    TextField::labelled(text::TEAM_PROFILE, &mut draft.input.profile)
        .required(true)
        .error(error(TeamField::Profile))
        .ui(ui);
    SecretField::labelled(text::TEAM_PASSWORD, &mut draft.password).hint(text::TEAM_PASSWORD_HINT).ui(ui);
    TextField::labelled(text::TEAM_CA_FILE, &mut draft.input.ca_file).placeholder(text::TEAM_CA_FILE_EXAMPLE).ui(ui);
    rule_ui(ui, draft.input.when_away, |rule| draft.input.when_away = rule);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if Button::primary(text::JOIN_TEAM).ui(ui).clicked() {
            send(draft, actions);
        }
        if Button::secondary(text::CANCEL).ui(ui).clicked() {
            *draft = TeamDraft::default();
        }
    });
}

fn send(draft: &mut TeamDraft, actions: &mut Vec<Action>) {
    draft.was_sent = true;
    if draft.input.problem().is_none() {
        let password = Some(draft.password.text()).filter(|text| !text.is_empty()).map(SecretText::new);
        let draft = std::mem::take(draft);
        actions.push(Action::Team(TeamAction::Join { input: draft.input, password }));
    }
}
