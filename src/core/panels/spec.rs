//! What is declared of a panel. Most of it has a default: a panel states what is different in it.

use crate::action::Action;
use crate::command::{Command, CommandEffect, CommandTexts, Shortcut};
use crate::features::record_lists::is_offered;
use crate::manual::ManualPage;
use crate::operations::ResourceKind;
use crate::route::Route;
use crate::state::State;
use paydesk_domain::waiting::WaitingCount;

/// A group of the sidebar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum Section {
    /// What to do now.
    Home,
    Payments,
    /// What is large enough to be a group of its own. Without a title.
    Others,
    Activity,
    /// For who connects a shop with the service.
    Developers,
    /// Below the others, without a title.
    Bottom,
}

impl Section {
    /// `None` where the entries need none.
    pub fn title(self) -> Option<&'static str> {
        match self {
            Self::Payments => Some("Payments"),
            Self::Activity => Some("Activity"),
            Self::Developers => Some("Developers"),
            Self::Home | Self::Others | Self::Bottom => None,
        }
    }
}

/// One panel.
#[derive(Debug)]
pub struct PanelSpec {
    pub route: Route,
    /// In the sidebar.
    pub title: &'static str,
    pub section: Section,
    /// What it is called among the tabs of a panel that has several. Those of one panel have its title, and the first of
    /// them has the entry in the sidebar.
    pub tab: Option<&'static str>,
    /// Whether it has an entry in the sidebar now.
    pub is_listed: fn(&State) -> bool,
    /// The command that leads to it.
    pub command: CommandTexts,
    /// What the manual says of it.
    pub manual: ManualPage,
    /// More commands that lead to a part of it, in the order of the list of shortcuts.
    pub parts: &'static [Command],
    /// How a new one is made, where its form is opened in the panel.
    pub new: Option<NewSpec>,
    pub count: fn(&State) -> Option<WaitingCount>,
    /// What `R` does while the panel is in front.
    pub refresh: fn(&State) -> Option<Action>,
    /// What Escape does while it is: closes the form in front, or the pane.
    pub close: fn(&State) -> Option<CommandEffect>,
    /// How the list in front is exported.
    pub export: fn(&State) -> Option<CommandEffect>,
    /// Whether the keys of a list belong to it now.
    pub has_rows: fn(&State) -> bool,
}

/// How a new one is made.
#[derive(Debug, Clone, Copy)]
pub struct NewSpec {
    /// The command that opens the form.
    pub command: CommandTexts,
    /// Why none can be made now.
    pub refusal: fn(&State) -> Option<String>,
    /// The button at a customer that opens the form for that customer; `None` where the form names none.
    pub for_customer: Option<&'static str>,
}

impl NewSpec {
    /// Made where the service may be changed, and not for a customer.
    pub(super) const fn new(text: &'static str, tooltip: &'static str) -> Self {
        Self { command: texts(text, tooltip, &[]), refusal: State::read_only_reason, for_customer: None }
    }
}

impl PanelSpec {
    /// A panel without a list, a count and a form.
    pub(super) const fn new(route: Route, title: &'static str, section: Section, command: CommandTexts) -> Self {
        Self {
            route,
            title,
            section,
            tab: None,
            is_listed: |_| true,
            command,
            manual: ManualPage::Contents,
            parts: &[],
            new: None,
            count: |_| None,
            refresh: |_| None,
            close: |_| None,
            export: |_| None,
            has_rows: |_| false,
        }
    }

    /// A panel that lists [`Records`](crate::records::Records) of a kind, with one of them beside the list or a form
    /// in front of it.
    pub(super) const fn records(
        kind: ResourceKind,
        title: &'static str,
        section: Section,
        command: CommandTexts,
    ) -> Self {
        Self {
            close: close_record,
            export: export_list,
            has_rows: |state| in_front(state).is_some_and(|kind| state.form(kind).is_none()),
            ..Self::new(Route::List(kind), title, section, command)
        }
    }

    /// The command that opens the form for a new one of its list.
    pub fn new_command(&self) -> Option<Command> {
        self.new.and(self.route.resource()).map(Command::New)
    }
}

pub(super) const fn key(key: &'static str) -> Shortcut {
    Shortcut::command(key)
}

pub(super) const fn texts(text: &'static str, tooltip: &'static str, keys: &'static [Shortcut]) -> CommandTexts {
    CommandTexts { text, tooltip, keys }
}

pub(super) fn act(action: Option<Action>) -> Option<CommandEffect> {
    action.map(CommandEffect::Act)
}

/// The record that is open beside the list of a kind, where no form is in front of it.
pub(super) fn open_id(state: &State, kind: ResourceKind) -> Option<&str> {
    state.workspace.opened.get(kind).filter(|_| state.form(kind).is_none())
}

/// Reads the list of a kind again, where the service has one and no form is in front of it.
pub(super) fn read_list(state: &State, kind: ResourceKind) -> Option<Action> {
    (is_offered(kind, &state.view()) && state.form(kind).is_none()).then_some(Action::ReadRecords(kind))
}

/// Closes what is in front of the list in front: the form, or else the pane.
pub(super) fn close_record(state: &State) -> Option<CommandEffect> {
    let kind = in_front(state)?;
    let form = state.form(kind).map(|_| Action::LeaveForm(kind));
    let pane = || state.workspace.opened.get(kind).map(|_| Action::ShowRecord(kind, None));
    act(form.or_else(pane))
}

/// Opens the menu that exports the list in front, where no form is in front of it and no export is under way.
pub(super) fn export_list(state: &State) -> Option<CommandEffect> {
    let has_form = in_front(state).is_some_and(|kind| state.form(kind).is_some());
    (!has_form && state.table_exports.running().is_none()).then_some(CommandEffect::ExportList)
}

/// What the panel in front lists.
fn in_front(state: &State) -> Option<ResourceKind> {
    state.workspace.route.resource()
}
