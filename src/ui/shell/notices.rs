//! What is above every panel until it is mended or dismissed: keys, the journal, problems met at the start.

use egui::{Frame, Margin, Panel, Ui};

use crate::drafts::Drafts;
use crate::journal_export::journal_export_ui;
use paydesk_core::crash_report::OfferedReport;
use paydesk_core::features::profiles::KeyPlace;
use paydesk_core::features::team::TeamAction;
use paydesk_core::managed::ManagedTeam;
use paydesk_core::operations::JournalHealth;
use paydesk_core::presenter::key_refused;
use paydesk_core::problem::Problem;
use paydesk_core::route::Route;
use paydesk_core::service_link::ServiceLink;
use paydesk_core::text::read_only_until_joined;
use paydesk_core::{Action, State};
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Tone, space, tokens};
use paydesk_widgets::{Button, Notice};

use super::text;

/// Draws them, if there are any.
pub(super) fn notices_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let key = KeyNotice::of(state).filter(|key| !key.is_dismissed(drafts));
    let lock = state.workspace.connection.lock();
    let journal = state.journal_problem().filter(|_| lock.is_none());
    let team = state.workspace.team.problem().filter(|_| lock.is_none() && journal.is_none());
    let view = state.view();
    let to_join = view.team_to_join().filter(|_| view.profile.is_some() && lock.is_none());
    let crash = state.crash_report.as_ref();
    let has_own = key.is_some() || journal.is_some() || team.is_some() || to_join.is_some() || crash.is_some();
    if state.problems.is_empty() && !has_own {
        return;
    }
    let margin = Margin { left: space::XL as i8, right: space::XL as i8, top: space::M as i8, bottom: 0 };
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    Panel::top("problems").show_separator_line(false).frame(frame).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if let Some(key) = key {
            key.ui(ui, state, drafts, actions);
        }
        if let (Some(problem), Some(reason)) = (journal, state.read_only_reason()) {
            let notice = Notice::new(Tone::Danger, &problem.what_to_do).icon(Icon::Lock).title(&reason);
            notice.ui_with(ui, |ui| {
                ui.add_space(space::XS);
                match &state.journal {
                    JournalHealth::Missing(_) => missing_journal_ui(ui, actions),
                    JournalHealth::Opening | JournalHealth::Ready | JournalHealth::Unavailable(_) => {
                        journal_export_ui(ui, state, actions);
                    }
                }
            });
        }
        if let Some(problem) = team {
            team_away_ui(ui, state, problem, actions);
        }
        if let Some(set) = to_join {
            to_join_ui(ui, state, set, actions);
        }
        if let Some(offered) = crash {
            crash_report_ui(ui, state, offered, actions);
        }
        for (index, problem) in state.problems.iter().enumerate() {
            let notice = Notice::new(Tone::Attention, &problem.what_to_do).title(&problem.what);
            if ui.push_id(index, |ui| notice.action(text::DISMISS).ui(ui)).inner {
                actions.push(Action::DismissProblem(index));
            }
        }
    });
}

/// The database of the team does not answer, and what that means by the rule of the profile.
fn team_away_ui(ui: &mut Ui, state: &State, problem: &Problem, actions: &mut Vec<Action>) {
    let title = state.read_only_reason().unwrap_or_else(|| text::working_alone(&problem.what));
    let notice = Notice::new(Tone::Attention, &problem.what_to_do).title(&title);
    if notice.action("Connect now").ui(ui) {
        actions.push(Action::Team(TeamAction::Reconnect));
    }
}

/// The organisation set a team for the profile, and this person has not joined it.
fn to_join_ui(ui: &mut Ui, state: &State, set: &ManagedTeam, actions: &mut Vec<Action>) {
    let title = read_only_until_joined(visible(&set.profile, 60));
    let notice =
        Notice::new(Tone::Attention, "Enter your user name and the password of the team's database in Settings")
            .icon(Icon::Lock)
            .title(&title);
    let is_there = state.workspace.route == Route::Settings;
    let notice = if is_there { notice } else { notice.action("Open settings") };
    if notice.ui(ui) {
        actions.push(Action::GoTo(Route::Settings));
    }
}

/// What an internal error of an earlier run left.
fn crash_report_ui(ui: &mut Ui, state: &State, offered: &OfferedReport, actions: &mut Vec<Action>) {
    let title = text::internal_error(state.zone().full(offered.report.at));
    let about = text::crash_report(offered.more);
    Notice::new(Tone::Attention, &about).title(&title).ui_with(ui, |ui| {
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            if Button::secondary("Open report").icon(Icon::Open).ui(ui).clicked() {
                actions.push(Action::OpenCrashReport);
            }
            if Button::secondary(text::DISMISS).ui(ui).clicked() {
                actions.push(Action::DismissCrashReport);
            }
        });
    });
}

/// What a person can decide about a missing journal.
fn missing_journal_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let find = Button::secondary(text::CHECK_AGAIN).icon(Icon::Refresh);
        if find.hint("Once you have restored the file").ui(ui).clicked() {
            actions.push(Action::FindJournal);
        }
        let start = Button::secondary("Start a new journal");
        if start.hint("Operations in the lost journal are no longer checked").ui(ui).clicked() {
            actions.push(Action::StartNewJournal);
        }
    });
}

/// What is to be known of the key of the current profile.
enum KeyNotice<'a> {
    /// With the title of the notice.
    Refused(String),
    Missing(&'a Problem),
    ThisSession(&'a Problem),
}

impl<'a> KeyNotice<'a> {
    fn of(state: &'a State) -> Option<Self> {
        match (&state.workspace.connection.link, state.profiles.key_place(&state.profiles.current)) {
            (ServiceLink::Locked(error), _) => Some(Self::Refused(key_refused(error))),
            (ServiceLink::NotStarted(problem), KeyPlace::Missing) => Some(Self::Missing(problem)),
            (_, KeyPlace::ThisSession(why)) => Some(Self::ThisSession(why)),
            (_, KeyPlace::Keyring | KeyPlace::Missing | KeyPlace::NotLookedFor) => None,
        }
    }

    /// Only that a key is not saved can be dismissed: nothing can be done with one that is missing or refused.
    fn is_dismissed(&self, drafts: &Drafts) -> bool {
        matches!(self, Self::ThisSession(_)) && drafts.dismissed_key
    }

    fn ui(&self, ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
        let name = visible(&state.profiles.current_name(), 60);
        let (tone, title, text, give) = match self {
            Self::Refused(title) => (Tone::Danger, title.clone(), refused_text(state), "Replace key…"),
            Self::Missing(problem) => {
                let title = text::has_no_key(&name);
                let text = problem.text();
                (Tone::Danger, title, text, "Enter key…")
            }
            Self::ThisSession(why) => return this_session_ui(ui, state, why, drafts, actions),
        };
        let saved = state.profiles.current_saved();
        let icon = if matches!(self, Self::Refused(_)) { Icon::Lock } else { Icon::ApiKey };
        Notice::new(tone, &text).icon(icon).title(&title).ui_with(ui, |ui| {
            ui.add_space(space::XS);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = space::S;
                if let Some(saved) = saved
                    && Button::secondary(give).icon(Icon::ApiKey).ui(ui).clicked()
                {
                    drafts.give_key(saved.id.clone(), actions);
                }
                if Button::secondary("Reconnect").icon(Icon::Refresh).ui(ui).clicked() {
                    actions.push(Action::RetryService);
                }
            });
        });
    }
}

/// The key works, but is not saved: one line, until it is dismissed.
fn this_session_ui(ui: &mut Ui, state: &State, why: &Problem, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let title = text::key_is_not_saved(visible(&state.profiles.current_name(), 60));
    Notice::new(Tone::Attention, &why.what).icon(Icon::ApiKey).title(&title).line_ui(ui, |ui| {
        if Button::quiet_icon(Icon::Close, text::DISMISS).ui(ui).clicked() {
            drafts.dismissed_key = true;
        }
        if let Some(saved) = state.profiles.current_saved()
            && Button::secondary("Save key…").icon(Icon::ApiKey).hint(&why.what_to_do).ui(ui).clicked()
        {
            drafts.give_key(saved.id.clone(), actions);
        }
    });
}

/// What has stopped, and what has not.
fn refused_text(state: &State) -> String {
    let open = state.workspace.operations.open().len();
    let stored = match open {
        0 => String::new(),
        1 => "1 open operation stays listed in Operations".to_owned(),
        _ => text::open_operations_stay_listed_under(open),
    };
    let next = if state.profiles.current_saved().is_some() { "you replace the key" } else { "you try again" };
    text::profile_is_locked_nothing(next, &stored)
}
