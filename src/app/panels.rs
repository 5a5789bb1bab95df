//! The panels, each declared once: where it stands in the sidebar, what leads to it, what refreshing and closing mean
//! in it. How a panel is drawn stands in one row of `ui::panels`.

use super::action::Action;
use super::command::{Command, CommandEffect, CommandTexts, Shortcut};
use super::features::analytics::AnalyticsAction;
use super::features::customers::CustomersAction;
use super::features::disputes::DisputesAction;
use super::features::payments::{PaymentsAction, new_payment_refusal};
use super::features::refunds::{RefundsAction, why_not_ask_refund};
use super::features::subscriptions::new_subscription_refusal;
use super::operations::ResourceKind;
use super::route::Route;
use super::state::State;

/// A group of the sidebar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum Section {
    MoneyIn,
    Disputes,
    MoneyOut,
    PeopleAndKeys,
    Insight,
    Work,
    /// Below the others, without a title.
    Bottom,
}

impl Section {
    pub fn title(self) -> &'static str {
        match self {
            Self::MoneyIn => "Money in",
            Self::Disputes => "Disputes",
            Self::MoneyOut => "Money out",
            Self::PeopleAndKeys => "People and keys",
            Self::Insight => "Insight",
            Self::Work => "Work",
            Self::Bottom => "",
        }
    }
}

/// The number beside the name of a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelCount {
    /// How many there are.
    Total(u64),
    /// How many wait for a person.
    Waiting(u64),
}

/// One panel.
#[derive(Debug)]
pub struct PanelSpec {
    pub route: Route,
    /// What it lists, where that is a kind of resource.
    pub resource: Option<ResourceKind>,
    /// In the sidebar.
    pub title: &'static str,
    pub section: Section,
    /// The command that leads to it.
    pub command: CommandTexts,
    /// More commands that lead to a part of it, in the order of the list of shortcuts.
    pub parts: &'static [Command],
    /// How a new one is made, where its form is opened in the panel.
    pub new: Option<NewSpec>,
    pub count: fn(&State) -> Option<PanelCount>,
    /// What `R` does in it.
    pub refresh: fn(&State) -> Option<Action>,
    /// What Escape does in it: closes the form in front, or the pane.
    pub close: fn(&State) -> Option<CommandEffect>,
    /// Whether the keys of a list belong to it now.
    pub has_rows: fn(&State) -> bool,
}

/// The command that opens the form for a new record.
#[derive(Debug, Clone, Copy)]
pub struct NewSpec {
    pub command: CommandTexts,
    /// Why none can be made now.
    pub refusal: fn(&State) -> Option<String>,
}

impl PanelSpec {
    /// The command that opens the form for a new record of its list.
    pub fn new_command(&self) -> Option<Command> {
        self.new.and(self.resource).map(Command::New)
    }
}

const fn new(
    text: &'static str,
    tooltip: &'static str,
    keys: &'static [Shortcut],
    refusal: fn(&State) -> Option<String>,
) -> Option<NewSpec> {
    Some(NewSpec { command: texts(text, tooltip, keys), refusal })
}

const fn key(key: &'static str) -> Shortcut {
    Shortcut { key, command: true, shift: false }
}

const fn texts(text: &'static str, tooltip: &'static str, keys: &'static [Shortcut]) -> CommandTexts {
    CommandTexts { text, tooltip, keys }
}

fn act(action: Option<Action>) -> Option<CommandEffect> {
    action.map(CommandEffect::Act)
}

fn without_count(_: &State) -> Option<PanelCount> {
    None
}

fn without_refresh(_: &State) -> Option<Action> {
    None
}

/// All panels in the order of the sidebar.
pub static PANELS: [PanelSpec; 12] = [
    PanelSpec {
        route: Route::Payments,
        resource: Some(ResourceKind::Payment),
        title: "Payments",
        section: Section::MoneyIn,
        command: texts("Show all payments", "The list without filters", &[key("1")]),
        parts: &[Command::ShowToCapture, Command::ShowInReview, Command::ShowFailed],
        new: new("New payment…", "To be charged where the customer pays", &[key("N")], |state| {
            new_payment_refusal(&state.view())
        }),
        count: |state| state.workspace.payments.total.map(PanelCount::Total),
        refresh: |state| {
            state.form(ResourceKind::Payment).is_none().then_some(Action::Payments(PaymentsAction::Refresh))
        },
        close: |state| act(state.workspace.payments.close(state.form(ResourceKind::Payment)).map(Action::Payments)),
        has_rows: |state| state.form(ResourceKind::Payment).is_none(),
    },
    PanelSpec {
        route: Route::Refunds,
        resource: Some(ResourceKind::Refund),
        title: "Refunds",
        section: Section::MoneyIn,
        command: texts("Show refunds", "Those known here", &[]),
        parts: &[],
        new: None,
        count: without_count,
        refresh: |state| {
            let open = state.workspace.records.find(ResourceKind::Refund, open_id(state, ResourceKind::Refund)?)?;
            let may_ask = why_not_ask_refund(&state.view(), open).is_none();
            may_ask.then(|| Action::Refunds(RefundsAction::CheckStatus(open.record.id.clone())))
        },
        close: |state| close_record(state, ResourceKind::Refund),
        has_rows: |_| true,
    },
    PanelSpec {
        route: Route::PaymentLinks,
        resource: Some(ResourceKind::PaymentLink),
        title: "Payment links",
        section: Section::MoneyIn,
        command: texts("Show payment links", "Those made here", &[]),
        parts: &[],
        new: new("New payment link…", "Create a page where a customer pays", &[], State::read_only_reason),
        count: without_count,
        // Opened once more, its payment is read once more.
        refresh: |state| {
            let open = open_id(state, ResourceKind::PaymentLink)?.to_owned();
            Some(Action::ShowRecord(ResourceKind::PaymentLink, Some(open)))
        },
        close: |state| close_record(state, ResourceKind::PaymentLink),
        has_rows: |state| has_no_form(state, ResourceKind::PaymentLink),
    },
    PanelSpec {
        route: Route::Subscriptions,
        resource: Some(ResourceKind::Subscription),
        title: "Subscriptions",
        section: Section::MoneyIn,
        command: texts("Show subscriptions", "Those made here", &[]),
        parts: &[],
        new: new("New subscription…", "Create one for a customer, with its first payment", &[], |state| {
            new_subscription_refusal(&state.view())
        }),
        count: without_count,
        refresh: without_refresh,
        close: |state| close_record(state, ResourceKind::Subscription),
        has_rows: |state| has_no_form(state, ResourceKind::Subscription),
    },
    PanelSpec {
        route: Route::Disputes,
        resource: Some(ResourceKind::Dispute),
        title: "Dispute inbox",
        section: Section::Disputes,
        command: texts("Show disputes", "Those with the least time left first", &[key("5")]),
        parts: &[],
        new: None,
        count: |state| state.workspace.disputes.to_answer.filter(|count| *count > 0).map(PanelCount::Waiting),
        refresh: |_| Some(Action::Disputes(DisputesAction::Refresh)),
        close: |state| {
            let disputes = &state.workspace.disputes;
            let review = disputes.review.as_ref().map(|_| DisputesAction::LeaveReview);
            let open = || disputes.open.as_ref().map(|_| DisputesAction::Open(None));
            act(review.or_else(open).map(Action::Disputes))
        },
        has_rows: |state| state.workspace.disputes.open.is_none(),
    },
    PanelSpec {
        route: Route::Payouts,
        resource: Some(ResourceKind::Payout),
        title: "Payouts",
        section: Section::MoneyOut,
        command: texts("Show payouts", "Those made here", &[]),
        parts: &[],
        new: new("New payout…", "Create a payout: money to somebody", &[], State::read_only_reason),
        count: without_count,
        refresh: without_refresh,
        // What is typed into a form is looked at before that is closed.
        close: |state| match state.form(ResourceKind::Payout) {
            Some(_) => Some(CommandEffect::LeaveForm),
            None => close_record(state, ResourceKind::Payout),
        },
        has_rows: |state| has_no_form(state, ResourceKind::Payout),
    },
    PanelSpec {
        route: Route::Customers,
        resource: Some(ResourceKind::Customer),
        title: "Customers",
        section: Section::PeopleAndKeys,
        command: texts("Show customers", "Those known here", &[]),
        parts: &[],
        new: new("New customer…", "Create one with contact and address", &[], State::read_only_reason),
        count: without_count,
        refresh: |state| {
            let open = open_id(state, ResourceKind::Customer)?.to_owned();
            Some(Action::Customers(CustomersAction::Find(open)))
        },
        close: |state| close_record(state, ResourceKind::Customer),
        has_rows: |state| has_no_form(state, ResourceKind::Customer),
    },
    PanelSpec {
        route: Route::ApiKeys,
        resource: Some(ResourceKind::ApiKey),
        title: "API keys",
        section: Section::PeopleAndKeys,
        command: texts("Show API keys", "Those made here, without their values", &[]),
        parts: &[],
        new: new("New API key…", "Create one with the account's admin key", &[], |state| {
            state.workspace.api_keys.refusal(&state.view())
        }),
        count: without_count,
        refresh: without_refresh,
        close: |state| close_record(state, ResourceKind::ApiKey),
        has_rows: |state| has_no_form(state, ResourceKind::ApiKey),
    },
    PanelSpec {
        route: Route::Analytics,
        resource: None,
        title: "Analytics",
        section: Section::Insight,
        command: texts("Show analytics", "Disputes and payments in numbers", &[key("6")]),
        parts: &[Command::ShowDisputeAnalytics, Command::ShowPaymentAnalytics],
        new: None,
        count: without_count,
        refresh: |_| Some(Action::Analytics(AnalyticsAction::Refresh)),
        close: |_| None,
        has_rows: |_| false,
    },
    PanelSpec {
        route: Route::Attention,
        resource: None,
        title: "Needs attention",
        section: Section::Work,
        command: texts("Show what needs attention", "Operations whose outcome is not known", &[key("4")]),
        parts: &[],
        new: None,
        count: |state| Some(state.attention_count() as u64).filter(|open| *open > 0).map(PanelCount::Waiting),
        refresh: |_| Some(Action::CheckOperationsNow),
        close: |_| None,
        has_rows: |_| false,
    },
    PanelSpec {
        route: Route::Webhooks,
        resource: None,
        title: "Events",
        section: Section::Work,
        command: texts("Show webhook events", "What the service told by itself", &[]),
        parts: &[],
        new: None,
        count: without_count,
        refresh: without_refresh,
        close: |state| act(state.workspace.webhooks.close().map(Action::Webhooks)),
        has_rows: |_| true,
    },
    PanelSpec {
        route: Route::Settings,
        resource: None,
        title: "Settings",
        section: Section::Bottom,
        command: texts("Show settings", "Profiles, theme, time zone, text size", &[key(",")]),
        parts: &[],
        new: None,
        count: without_count,
        refresh: without_refresh,
        close: |state| state.profiles.editor.as_ref().map(|_| CommandEffect::LeaveForm),
        has_rows: |_| false,
    },
];

/// The record that is in front of a list: it is open, and no form is before it.
fn open_id(state: &State, kind: ResourceKind) -> Option<&str> {
    state.workspace.opened.get(kind).filter(|_| has_no_form(state, kind))
}

/// Closes what is in front of a list of records: the form, or else the pane.
fn close_record(state: &State, kind: ResourceKind) -> Option<CommandEffect> {
    let form = state.form(kind).map(|_| Action::LeaveForm(kind));
    let pane = || state.workspace.opened.get(kind).map(|_| Action::ShowRecord(kind, None));
    act(form.or_else(pane))
}

fn has_no_form(state: &State, panel: ResourceKind) -> bool {
    state.form(panel).is_none()
}

/// The panel that lists a kind of resource.
pub fn panel_of(kind: ResourceKind) -> &'static PanelSpec {
    // A test walks all kinds.
    PANELS.iter().find(|panel| panel.resource == Some(kind)).unwrap_or(&PANELS[0])
}

impl Route {
    /// The row of its panel.
    pub fn panel(self) -> &'static PanelSpec {
        // A test walks all routes.
        PANELS.iter().find(|panel| panel.route == self).unwrap_or(&PANELS[0])
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_route_has_one_panel_and_every_section_stands_together() {
        for route in Route::iter() {
            assert_eq!(PANELS.iter().filter(|panel| panel.route == route).count(), 1, "{route:?}");
        }
        for kind in ResourceKind::iter() {
            assert_eq!(PANELS.iter().filter(|panel| panel.resource == Some(kind)).count(), 1, "{kind:?}");
        }
        let sections: Vec<Section> = PANELS.iter().map(|panel| panel.section).collect();
        let mut runs = sections.clone();
        runs.dedup();
        assert_eq!(runs, Section::iter().collect::<Vec<_>>(), "in the order of the sidebar");
    }
}
