//! The team of the profile at hand: joining it, how it stands with its database, leaving it.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::drafts::Drafts;
use paydesk_core::features::team::{TeamAction, TeamField, TeamInput, TeamLink, user_problem};
use paydesk_core::managed::ManagedTeam;
use paydesk_core::{Action, State};
use paydesk_domain::secret::SecretText;
use paydesk_domain::team::{AwayRule, TeamMembership};
use paydesk_domain::text::visible;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, SecretField, SecretInput, TextField, label_ui};

use super::line::{line_ui, lines_ui, setting_ui};
use super::people::people_ui;
use super::{one_of_ui, text};

/// Widest text, in points.
const COLUMN: f32 = 760.0;

/// What is typed to join, or to join otherwise.
#[derive(Debug, Default)]
struct TeamDraft {
    is_open: bool,
    input: TeamInput,
    /// Of the database that the organisation set.
    user: String,
    password: SecretInput,
    /// *Join team* was pressed: what is wrong is said at its field.
    was_sent: bool,
}

impl TeamDraft {
    /// The form as it was sent, without the password.
    fn of(membership: &TeamMembership, set: Option<&ManagedTeam>) -> Self {
        let user = set.and_then(|set| set.user_of(membership)).unwrap_or_default();
        let input = TeamInput {
            address: membership.address.clone(),
            profile: membership.profile.clone(),
            ca_file: membership.ca_file.clone().unwrap_or_default(),
            when_away: membership.when_away,
        };
        Self { is_open: true, input, user, ..Self::default() }
    }

    /// `None` where the stored one stays.
    fn typed_password(&self) -> Option<SecretText> {
        Some(self.password.text()).filter(|text| !text.is_empty()).map(SecretText::new)
    }
}

/// Draws the section.
pub(super) fn team_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let width = ui.available_width().min(COLUMN);
    ui.scope(|ui| {
        ui.set_max_width(width);
        label_ui(
            ui,
            Text::Small,
            tokens(ui).subdued,
            "Colleagues who join the same team share records, notes and evidence, and see who is working on what: \
                nothing is captured, refunded or paid out twice",
        );
        ui.add_space(space::XS);
        let draft: &mut TeamDraft = drafts.of();
        let membership = state.profiles.current_saved().and_then(|saved| saved.team.as_deref());
        match (membership, state.profiles.policy.team(&state.profiles.current)) {
            (membership, Some(set)) if draft.is_open || membership.is_none() => {
                join_set_ui(ui, set, membership, (draft, actions));
            }
            _ if draft.is_open => join_ui(ui, draft, actions),
            (Some(membership), set) => joined_ui(ui, state, (membership, set), (draft, actions)),
            (None, _) => draft.is_open = Button::secondary("Join a team…").ui(ui).clicked(),
        }
    });
}

fn joined_ui(
    ui: &mut Ui,
    state: &State,
    (membership, set): (&TeamMembership, Option<&ManagedTeam>),
    (draft, actions): (&mut TeamDraft, &mut Vec<Action>),
) {
    place_ui(ui, (&membership.address, &membership.profile), None);
    link_ui(ui, state);
    let choose = |rule| actions.push(Action::Team(TeamAction::SetAwayRule(rule)));
    rule_ui(ui, membership.when_away, may_choose(set), choose);
    let is_busy = !state.workspace.operations.open().is_empty();
    let open = is_busy.then_some("Resolve the open operations first");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if Button::secondary("Change…").disabled(open).ui(ui).clicked() {
            *draft = TeamDraft::of(membership, set);
        }
        let fixed = set.map(|_| text::SET_BY_YOUR_ORGANISATION);
        if Button::danger("Leave team").disabled(fixed.or(open)).ui(ui).clicked() {
            actions.push(Action::Team(TeamAction::Leave));
        }
    });
    people_ui(ui, state);
}

/// What of a team cannot be edited here.
fn place_ui(ui: &mut Ui, (address, profile): (&str, &str), ca_file: Option<&str>) {
    setting_ui(ui, text::TEAM_DATABASE, |ui| lines_ui(ui, &visible(address, 120)));
    setting_ui(ui, text::TEAM_PROFILE, |ui| lines_ui(ui, &visible(profile, 60)));
    if let Some(file) = ca_file {
        setting_ui(ui, text::TEAM_CA_FILE, |ui| lines_ui(ui, &visible(file, 120)));
    }
}

fn link_ui(ui: &mut Ui, state: &State) {
    match state.workspace.team.link() {
        TeamLink::Connected(session) => {
            let role = session.role.name();
            let line = text::team_connected(visible(&session.person, 60), role, session.latency_ms);
            setting_ui(ui, text::TEAM_CONNECTION, |ui| line_ui(ui, &line));
        }
        TeamLink::NotJoined | TeamLink::Connecting => {
            setting_ui(ui, text::TEAM_CONNECTION, |ui| line_ui(ui, "Connecting to the database…"));
        }
        // Why is above every panel.
        TeamLink::Away { since, .. } => {
            let line = text::team_away_since(state.zone().full(*since));
            setting_ui(ui, text::TEAM_CONNECTION, |ui| line_ui(ui, &line));
        }
    }
}

/// Whether more than one rule may be worked by: an organisation can ask for the strictest.
fn may_choose(set: Option<&ManagedTeam>) -> bool {
    set.is_none_or(|set| set.when_away != AwayRule::Stop)
}

fn rule_ui(ui: &mut Ui, current: AwayRule, may_choose: bool, mut chosen: impl FnMut(AwayRule)) {
    let name = |rule: &AwayRule| match rule {
        AwayRule::Stop => "Stop changes",
        AwayRule::Alone => "Work alone",
    };
    setting_ui(ui, text::WHEN_DATABASE_IS_AWAY, |ui| {
        if may_choose {
            let rule = one_of_ui(ui, text::WHEN_DATABASE_IS_AWAY, AwayRule::iter(), &current, name);
            rule.into_iter().for_each(&mut chosen);
        } else {
            line_ui(ui, name(&current));
        }
    });
    let explained = match current {
        AwayRule::Stop => "Nothing is changed at the service until the database responds",
        AwayRule::Alone => "Operations continue and are marked: a colleague may be changing the same item",
    };
    label_ui(ui, Text::Small, tokens(ui).subdued, explained);
    ui.add_space(space::S);
}

fn join_ui(ui: &mut Ui, draft: &mut TeamDraft, actions: &mut Vec<Action>) {
    let problem = draft.input.problem().filter(|_| draft.was_sent);
    let error = |field: TeamField| problem.filter(|(wrong, _)| *wrong == field).map(|(_, what)| what);
    TextField::labelled(text::TEAM_DATABASE, &mut draft.input.address)
        .placeholder("postgresql://anna@db.example.com/paydesk")
        .required(true)
        .error(error(TeamField::Address))
        .ui(ui);
    TextField::labelled(text::TEAM_PROFILE, &mut draft.input.profile)
        .required(true)
        .error(error(TeamField::Profile))
        .ui(ui);
    SecretField::labelled(text::TEAM_PASSWORD, &mut draft.password).hint(text::TEAM_PASSWORD_HINT).ui(ui);
    TextField::labelled(text::TEAM_CA_FILE, &mut draft.input.ca_file)
        .placeholder("Only if the system does not trust the server's certificate")
        .ui(ui);
    rule_ui(ui, draft.input.when_away, true, |rule| draft.input.when_away = rule);
    match send_ui(ui, true) {
        Some(true) => send(draft, actions),
        Some(false) => *draft = TeamDraft::default(),
        None => {}
    }
}

/// The form of a team that the organisation set: who the person is in its database, and nothing else.
fn join_set_ui(
    ui: &mut Ui,
    set: &ManagedTeam,
    membership: Option<&TeamMembership>,
    (draft, actions): (&mut TeamDraft, &mut Vec<Action>),
) {
    label_ui(
        ui,
        Text::Small,
        tokens(ui).subdued,
        "Your organisation set this team. Until you join it with your user name and password, the profile is \
            read-only.",
    );
    place_ui(ui, (set.database.as_str(), &set.profile), set.ca_file.as_deref());
    let problem = user_problem(&draft.user).filter(|_| draft.was_sent);
    TextField::labelled("User name in the database", &mut draft.user).required(true).error(problem).ui(ui);
    SecretField::labelled(text::TEAM_PASSWORD, &mut draft.password).hint(text::TEAM_PASSWORD_HINT).ui(ui);
    let rule = set.allowed(draft.input.when_away);
    rule_ui(ui, rule, may_choose(Some(set)), |rule| draft.input.when_away = rule);
    match send_ui(ui, membership.is_some()) {
        Some(true) => send_set(draft, actions),
        Some(false) => *draft = TeamDraft::default(),
        None => {}
    }
}

/// Whether the form is sent, or left where it can be.
fn send_ui(ui: &mut Ui, can_cancel: bool) -> Option<bool> {
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let is_sent = Button::primary("Join team").ui(ui).clicked();
        let is_left = can_cancel && Button::secondary(text::CANCEL).ui(ui).clicked();
        (is_sent || is_left).then_some(is_sent)
    });
    row.inner
}

fn send(draft: &mut TeamDraft, actions: &mut Vec<Action>) {
    draft.was_sent = true;
    if draft.input.problem().is_none() {
        let password = draft.typed_password();
        let draft = std::mem::take(draft);
        actions.push(Action::Team(TeamAction::Join { input: draft.input, password }));
    }
}

fn send_set(draft: &mut TeamDraft, actions: &mut Vec<Action>) {
    draft.was_sent = true;
    if user_problem(&draft.user).is_none() {
        let password = draft.typed_password();
        let TeamDraft { user, input: TeamInput { when_away, .. }, .. } = std::mem::take(draft);
        actions.push(Action::Team(TeamAction::JoinSet { user, when_away, password }));
    }
}
