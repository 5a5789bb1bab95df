//! Everything the palette and the keyboard can do: each command is declared once, with its texts and its keys.

use strum::IntoEnumIterator;

use crate::action::Action;
use crate::command::objects::object_in_front;
use crate::command::{Command, CommandEffect, CommandTexts, CursorMove, HandlingControl, Shortcut};
use crate::dialog::HelpPage;
use crate::features::analytics::{AnalyticsAction, Board};
use crate::features::bulk::BulkAction;
use crate::features::disputes::{DisputesAction, EvidenceDraftAction, Neighbour, SubmissionAction, submit_blocker};
use crate::features::payments::{PaymentsAction, PaymentsFilter};
use crate::features::requests::RequestsAction;
use crate::features::review_queue::item::DecisionKind;
use crate::features::review_queue::{ReviewQueueAction, ReviewSession, why_not_decide};
use crate::manual::ManualPlace;
use crate::operations::ResourceKind;
use crate::panels::{PANELS, PanelSpec, panel_of};
use crate::route::Route;
use crate::settings::{Density, ThemeChoice};
use crate::state::State;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::profile::{Environment, ProfileId};

const fn plain(key: &'static str) -> Shortcut {
    Shortcut::plain(key)
}

const fn command(key: &'static str) -> Shortcut {
    Shortcut::command(key)
}

/// Cmd+M minimises every window of a Mac.
const NEXT_MISSING_FIELD: &[Shortcut] =
    if cfg!(target_os = "macos") { &[Shortcut::command_shift("M")] } else { &[command("M")] };
/// As browsers have it, with the key of the arrow that moves the cursor in text fields of a Mac.
const BACK: &[Shortcut] =
    if cfg!(target_os = "macos") { &[command("["), Shortcut::alt("ArrowLeft")] } else { &[Shortcut::alt("ArrowLeft")] };

/// Which disputes a command is for.
const OPEN_OR_SELECTED: &str = "The open or selected disputes";

impl Command {
    /// All commands in the order of the shortcut list: what leads to the panels, and then the others.
    pub fn all() -> impl Iterator<Item = Self> {
        let panels =
            PANELS.iter().flat_map(|panel| std::iter::once(Self::Show(panel.route)).chain(panel.parts.iter().copied()));
        let is_part = |command: &Self| PANELS.iter().any(|panel| panel.parts.contains(command));
        let others = Self::iter().filter(move |command| !is_part(command));
        panels.chain(others.flat_map(|command| {
            let new = PANELS.iter().filter(move |_| command == Self::FulfilPayout).filter_map(PanelSpec::new_command);
            std::iter::once(command).chain(new)
        }))
    }

    /// The object that it is about, where it is about one and one is in front.
    pub fn object(self, state: &State) -> Option<ObjectRef> {
        object_in_front(state).filter(|_| self.is_about_object())
    }

    /// Whether a key that is held down does it again and again: moves and steps, and nothing that acts.
    pub fn may_repeat(self) -> bool {
        matches!(
            self,
            Self::NextRow
                | Self::PreviousRow
                | Self::NextDispute
                | Self::PreviousDispute
                | Self::NextMissingField
                | Self::LargerText
                | Self::SmallerText
        )
    }

    /// Whether it decides on the payment in front of the review queue, without a dialog.
    pub fn decides_in_review(self, state: &State) -> bool {
        matches!(self, Self::Approve | Self::CancelPayment) && in_review(state).is_some()
    }

    /// Whether it leads to a panel, or to a view of one.
    pub fn shows_a_panel(self) -> bool {
        matches!(self, Self::Show(_)) || PANELS.iter().any(|panel| panel.parts.contains(&self))
    }

    /// The texts and keys of the command: their only place.
    // A dispatch table.
    #[allow(clippy::too_many_lines)]
    pub fn texts(self) -> CommandTexts {
        let texts = |text, tooltip, keys| CommandTexts { text, tooltip, keys };
        match self {
            Self::Show(route) => route.panel().command,
            Self::ShowToCapture => texts("Go to payments to capture", "Authorized payments", const { &[command("3")] }),
            Self::ShowInReview => texts(
                "Go to payments in review",
                "Filtered in Paydesk: the service has no filter for this",
                const { &[command("4")] },
            ),
            Self::ShowFailed => texts("Go to failed payments", "Declined payments", &[]),
            Self::ShowDisputeAnalytics => texts("Go to dispute reports", "Disputed, lost, won, open and due", &[]),
            Self::ShowPaymentAnalytics => texts("Go to payment reports", "Success, processed, declined", &[]),
            Self::ImportFile => texts("Import a file…", "One operation per line, as a bulk run", &[]),
            Self::Search => {
                texts("Search this list", "Moves the focus to the search field", const { &[plain("/"), command("F")] })
            }
            Self::Refresh => texts("Refresh", "Reloads the current panel", const { &[plain("R"), plain("F5")] }),
            Self::ClearFilters => texts("Clear filters", "Shows all payments", &[]),
            Self::NextRow => texts("Next row", "Moves down in the list", const { &[plain("J"), plain("ArrowDown")] }),
            Self::PreviousRow => {
                texts("Previous row", "Moves up in the list", const { &[plain("K"), plain("ArrowUp")] })
            }
            Self::FirstRow => texts("First row", "Moves to the top of the list", const { &[plain("Home")] }),
            Self::LastRow => texts("Last loaded row", "Moves to the end of what is loaded", const { &[plain("End")] }),
            Self::OpenRow => texts("Open row", "Opens the selected object", const { &[plain("Enter")] }),
            Self::ClosePane => texts("Close pane", "Closes the open details or form", const { &[plain("Escape")] }),
            Self::Back => texts("Back", "Returns to where this was opened", BACK),
            Self::Capture => texts("Capture this payment…", "Asks for the amount first", const { &[plain("C")] }),
            Self::CancelPayment => texts("Cancel this payment…", "Asks for a reason first", const { &[plain("X")] }),
            Self::Approve => texts("Approve this payment…", "For a payment in review", const { &[plain("A")] }),
            Self::SkipReview => texts("Skip", "In the review queue: decide later", const { &[plain("S")] }),
            Self::WriteNote => texts("Write note…", "On the open object", const { &[plain("N")] }),
            Self::UndoReview => {
                texts("Undo the latest decision", "In the review queue, before it is sent", const { &[plain("U")] })
            }
            Self::RefundPayment => texts("Refund this payment…", "Full or partial amount", const { &[plain("B")] }),
            Self::ConfirmPayment => texts("Confirm this payment…", "Charges the attached payment method", &[]),
            Self::TryAgain => texts("Try again…", "A new payment, filled in from the declined one", &[]),
            Self::FulfilPayout => texts("Fulfil this payout…", "Asks before money is sent", const { &[plain("F")] }),
            Self::CheckStatus => texts("Check status", "Asks the service for the refund's status", &[]),
            Self::ConfirmSubscription => texts("Confirm this subscription…", "With a payment method", &[]),
            Self::ChangePlan => texts("Change plan…", "Of the open subscription", &[]),
            Self::EditDetails => texts("Edit details…", "Of the open object", &[]),
            Self::OpenCustomer => texts("Open customer", "Or a guest's payments", &[]),
            Self::OpenPayment => texts("Open payment", "The payment of the open object", &[]),
            Self::ShowCustomerPayments => texts("Show the customer's payments", "All of them", &[]),
            Self::CopyId => texts("Copy ID", "Of the open object", &[]),
            Self::CopyAmount => texts("Copy amount", "With its currency", &[]),
            Self::CopyCreated => texts("Copy creation time", "In UTC, for other programs", &[]),
            Self::NextDispute => texts("Next dispute", "In the order of the list", const { &[command("PageDown")] }),
            Self::PreviousDispute => {
                texts("Previous dispute", "In the order of the list", const { &[command("PageUp")] })
            }
            Self::NextMissingField => {
                texts("Next missing field", "Recommended for the dispute, and empty", NEXT_MISSING_FIELD)
            }
            Self::DraftStatement => {
                texts("Draft statement", "Written from the completed fields", const { &[command("D")] })
            }
            Self::FillKnownFacts => {
                texts("Fill in facts", "Into every empty field with a known fact", const { &[command("L")] })
            }
            Self::InsertFact => {
                texts("Insert a fact…", "From the open dispute into the focused field", const { &[command("I")] })
            }
            Self::AssignDispute => texts("Assign disputes…", OPEN_OR_SELECTED, const { &[plain("T")] }),
            Self::SnoozeDispute => texts("Snooze disputes…", OPEN_OR_SELECTED, const { &[plain("Z")] }),
            Self::ChangeDeadline => texts("Change deadline…", "Of the open dispute", &[]),
            Self::CopyDeadline => texts("Copy deadline", "In UTC, for other programs", &[]),
            Self::ContestDispute => texts(
                "Don't contest disputes",
                "The open or selected disputes; run again to contest them",
                const { &[Shortcut::command_shift("W")] },
            ),
            Self::SubmitEvidence => {
                texts("Submit evidence…", "Reviews the open dispute first", const { &[command("S")] })
            }
            Self::SubmitAndOpenNext => texts(
                "Submit and open next",
                "Reviews the evidence; in the review, sends it and opens the next dispute that needs evidence",
                const { &[Shortcut::command_shift("S")] },
            ),
            Self::New(kind) => panel_of(kind).new.map_or(texts("New…", "", &[]), |new| new.command),
            Self::Palette => {
                texts("Command palette", "Finds commands, and objects by their ID", const { &[command("K")] })
            }
            Self::Manual => texts("Manual", "Opens the page of this panel", const { &[plain("F1")] }),
            Self::Shortcuts => texts("Keyboard shortcuts", "Every command with its keys", const { &[plain("?")] }),
            Self::Glossary => texts("Glossary", "What statuses and decline codes mean", &[]),
            Self::About => texts("About Paydesk", "Version, licences and data directory", &[]),
            Self::AddProfile => texts("Add profile…", "Connect your own service", &[]),
            Self::EditProfile => texts("Edit profile…", "Its name, address and keys", &[]),
            Self::ReplaceKey => texts("Replace key…", "For the active profile", &[]),
            Self::UnlockProduction => texts("Unlock production…", "Allows changes with this profile", &[]),
            Self::LockProduction => texts("Lock production", "Blocks all changes with this profile", &[]),
            Self::LightTheme => texts("Light theme", "", &[]),
            Self::DarkTheme => texts("Dark theme", "", &[]),
            Self::SystemTheme => texts("System theme", "", &[]),
            Self::LargerText => texts("Larger text", "Up to 200%", const { &[command("+"), command("=")] }),
            Self::SmallerText => texts("Smaller text", "Down to 80%", const { &[command("-")] }),
            Self::NormalText => texts("Text at 100%", "", const { &[command("0")] }),
            Self::ToggleDensity => texts("Compact or comfortable rows", "", &[]),
            Self::Requests => texts(
                "Requests to the service",
                "The latest API requests and responses",
                const { &[command("J"), plain("F12")] },
            ),
            Self::ExportList => texts("Export list…", "The list in view as CSV, Excel workbook or JSON Lines", &[]),
            Self::ExportJournal => texts("Export journal…", "Saves every entry to a file, for support", &[]),
        }
    }

    /// What the command does now; `None` where it makes no sense at the moment.
    // A dispatch table.
    #[allow(clippy::too_many_lines)]
    pub fn effect(self, state: &State) -> Option<CommandEffect> {
        let percent = state.settings.text_percent;
        let action = match self {
            Self::Show(Route::List(ResourceKind::Payment)) => Action::Payments(PaymentsAction::ShowAll),
            Self::Show(route) => Action::GoTo(route),
            Self::ShowToCapture => Action::Payments(PaymentsAction::ShowToCapture),
            Self::ShowInReview => Action::Payments(PaymentsAction::ShowInReview),
            Self::ShowFailed => Action::Payments(PaymentsAction::ShowOnly(Box::new(PaymentsFilter::failed()))),
            Self::ShowDisputeAnalytics => Action::Analytics(AnalyticsAction::Show(Board::Disputes)),
            Self::ShowPaymentAnalytics => Action::Analytics(AnalyticsAction::Show(Board::Payments)),
            Self::ImportFile => Action::Bulk(BulkAction::Import),
            Self::Search => return has_search(state).then_some(CommandEffect::FocusSearch),
            Self::ClearFilters => return clears_filters(state),
            Self::Refresh => return (state.workspace.route.panel().refresh)(state).map(CommandEffect::Act),
            Self::NextRow => return moves_or_reviews(state, 1, ReviewQueueAction::Next),
            Self::PreviousRow => return moves_or_reviews(state, -1, ReviewQueueAction::Previous),
            Self::FirstRow => return moves_or_scrolls(state, CursorMove::First),
            Self::LastRow => return moves_or_scrolls(state, CursorMove::Last),
            Self::OpenRow => return Some(CommandEffect::OpenRow).filter(|_| has_visible_rows(state)),
            Self::ClosePane => return (state.workspace.route.panel().close)(state),
            Self::Back => return goes_back(state),
            Self::Capture
            | Self::RefundPayment
            | Self::ConfirmPayment
            | Self::TryAgain
            | Self::FulfilPayout
            | Self::CheckStatus
            | Self::ConfirmSubscription
            | Self::ChangePlan
            | Self::EditDetails
            | Self::OpenCustomer
            | Self::OpenPayment
            | Self::ShowCustomerPayments
            | Self::CopyId
            | Self::CopyAmount
            | Self::CopyCreated
            | Self::ChangeDeadline
            | Self::CopyDeadline => return on_open(self, state),
            Self::CancelPayment => return cancels(state),
            Self::Approve => return approves(state),
            Self::SkipReview => return skips_review(state),
            Self::WriteNote => return self.offer(&object_in_front(state)?, state)?.ok(),
            Self::UndoReview => return undoes_review(state),
            Self::NextDispute => return opens_neighbour(state, Neighbour::Next),
            Self::PreviousDispute => return opens_neighbour(state, Neighbour::Previous),
            Self::NextMissingField => return leads_to_missing(state),
            Self::DraftStatement => return drafts(state, EvidenceDraftAction::DraftStatement),
            Self::FillKnownFacts => return drafts(state, EvidenceDraftAction::FillKnownFacts),
            Self::InsertFact => return drafted_dispute(state).map(|_| CommandEffect::ChooseFact),
            Self::AssignDispute => return handles(state, HandlingControl::Assign),
            Self::SnoozeDispute => return handles(state, HandlingControl::Snooze),
            Self::ContestDispute => return handles(state, HandlingControl::Contest),
            Self::SubmitEvidence => return reviews_evidence(state),
            Self::SubmitAndOpenNext => return submits_and_opens_next(state),
            Self::New(kind) => {
                let refusal = panel_of(kind).new?.refusal;
                return act_if(refusal(state).is_none(), Action::OpenNew(kind));
            }
            Self::Palette => Action::OpenPalette,
            Self::Manual => Action::ShowHelp(manual_page(state)),
            Self::Shortcuts => Action::ShowShortcuts,
            Self::Glossary => Action::ShowHelp(HelpPage::Glossary),
            Self::About => Action::ShowHelp(HelpPage::About),
            Self::AddProfile => Action::EditProfile(None),
            Self::EditProfile => return on_profile(state, |id| CommandEffect::Act(Action::EditProfile(Some(id)))),
            Self::ReplaceKey => return on_profile(state, CommandEffect::GiveKey),
            Self::UnlockProduction => {
                return act_if(
                    state.profiles.may_unlock(state.workspace.profile.as_ref()),
                    Action::AskUnlockProduction,
                );
            }
            Self::LockProduction => {
                return act_if(state.profiles.may_lock(state.workspace.profile.as_ref()), Action::LockProduction);
            }
            Self::LightTheme => Action::SetTheme(ThemeChoice::Light),
            Self::DarkTheme => Action::SetTheme(ThemeChoice::Dark),
            Self::SystemTheme => Action::SetTheme(ThemeChoice::System),
            Self::LargerText => Action::SetTextPercent(percent + 10),
            Self::SmallerText => Action::SetTextPercent(percent.saturating_sub(10)),
            Self::NormalText => Action::SetTextPercent(100),
            Self::ToggleDensity => Action::SetDensity(match state.settings.density {
                Density::Comfortable => Density::Compact,
                Density::Compact => Density::Comfortable,
            }),
            Self::Requests => Action::Requests(RequestsAction::Toggle),
            Self::ExportList => return (state.workspace.route.panel().export)(state),
            Self::ExportJournal => Action::ExportJournal,
        };
        Some(CommandEffect::Act(action))
    }
}

/// The manual, at what it says of the panel in front.
pub fn manual_page(state: &State) -> HelpPage {
    HelpPage::Manual(ManualPlace::of(state.workspace.route.panel().manual))
}

/// The commands that lead to another profile: one for each that is not current, with its texts and its environment.
pub fn switches(state: &State) -> impl Iterator<Item = (String, Environment, Action)> {
    let others = state.profiles.all_ids().filter(|id| *id != state.profiles.current);
    others.filter_map(|id| {
        let name = state.profiles.name_of(&id)?;
        let environment = state.profiles.environment_of(&id);
        Some((format!("Switch to {name}"), environment, Action::SwitchProfile(id)))
    })
}

/// For the current profile, where it is one that a person added.
fn on_profile(state: &State, effect: impl FnOnce(ProfileId) -> CommandEffect) -> Option<CommandEffect> {
    state.profiles.current_saved().map(|profile| effect(profile.id.clone()))
}

/// Moves through the list in view.
fn moves(state: &State, step: CursorMove) -> Option<CommandEffect> {
    has_visible_rows(state).then_some(CommandEffect::MoveRow(step))
}

/// Whether rows can be moved through: the keys of a form in front of a list are its own. The requests at the bottom of
/// the window have rows whatever is above them.
fn has_visible_rows(state: &State) -> bool {
    let in_panel = (state.workspace.route.panel().has_rows)(state);
    in_panel || state.settings.requests_open
}

/// The round of the review queue, where that is in front.
fn in_review(state: &State) -> Option<&ReviewSession> {
    state.workspace.review_queue.session().filter(|_| state.workspace.route == Route::ReviewQueue)
}

/// To where what is in front was opened from; from an open dispute of the inbox, to that.
fn goes_back(state: &State) -> Option<CommandEffect> {
    match state.workspace.back.last() {
        Some(place) if !(is_on_dispute(state) && place.is_list_of(ResourceKind::Dispute)) => {
            Some(CommandEffect::Act(Action::GoBack))
        }
        Some(_) | None => act_if(is_on_dispute(state), Action::Disputes(DisputesAction::Open(None))),
    }
}

/// Whether the payment of the review queue can be decided now.
fn may_decide(state: &State, kind: DecisionKind) -> bool {
    let session = in_review(state).filter(|session| session.current().is_some_and(|item| item.decision.is_open()));
    session.is_some_and(|session| why_not_decide(session, kind, &state.workspace.payments, &state.view()).is_none())
}

/// Moves through the list in view, or through the review of evidence that is in front of it.
fn moves_or_scrolls(state: &State, step: CursorMove) -> Option<CommandEffect> {
    let scrolls = is_in_evidence_review(state) && !state.settings.requests_open;
    if scrolls { Some(CommandEffect::ScrollReview(step)) } else { moves(state, step) }
}

/// Whether the evidence of the open dispute is reviewed: what was read is sent, so no key leads to another dispute.
fn is_in_evidence_review(state: &State) -> bool {
    is_on_dispute(state) && state.workspace.disputes.review.is_some()
}

/// In the review queue the next payment is its next one, and beside an open dispute its next one; elsewhere it is a row
/// of the list.
fn moves_or_reviews(state: &State, rows: isize, review: ReviewQueueAction) -> Option<CommandEffect> {
    match in_review(state) {
        Some(_) => Some(CommandEffect::Act(Action::ReviewQueue(review))),
        None if is_on_dispute(state) && !is_in_evidence_review(state) && !state.settings.requests_open => {
            opens_neighbour(state, if rows > 0 { Neighbour::Next } else { Neighbour::Previous })
        }
        None => moves_or_scrolls(state, CursorMove::Rows(rows)),
    }
}

fn clears_filters(state: &State) -> Option<CommandEffect> {
    act_if(state.workspace.payments.filter.is_active(), Action::Payments(PaymentsAction::ClearFilters))
}

/// Whether a dispute is open in front.
fn is_on_dispute(state: &State) -> bool {
    state.workspace.route == Route::List(ResourceKind::Dispute) && state.workspace.disputes.open.id.is_some()
}

fn opens_neighbour(state: &State, neighbour: Neighbour) -> Option<CommandEffect> {
    let may_leave = is_on_dispute(state) && !is_in_evidence_review(state);
    let is_there = may_leave && state.workspace.disputes.neighbour(neighbour).is_some();
    act_if(is_there, Action::Disputes(DisputesAction::OpenNeighbour(neighbour)))
}

fn undoes_review(state: &State) -> Option<CommandEffect> {
    act_if(in_review(state).is_some(), Action::ReviewQueue(ReviewQueueAction::Undo))
}

/// To what is recommended and empty.
fn leads_to_missing(state: &State) -> Option<CommandEffect> {
    let row = state.workspace.disputes.open_row().filter(|_| is_on_dispute(state))?;
    let has_missing = row.dispute.status.takes_evidence() && row.counts.met < row.counts.recommended;
    has_missing.then_some(CommandEffect::NextMissingField)
}

/// The dispute in front, while its evidence is written.
fn drafted_dispute(state: &State) -> Option<&DisputeId> {
    let row = state.workspace.disputes.open_row().filter(|_| is_on_dispute(state))?;
    let may_draft = row.dispute.status.takes_evidence() && !is_in_evidence_review(state);
    may_draft.then_some(&row.dispute.dispute_id)
}

fn drafts(state: &State, action: impl FnOnce(DisputeId) -> EvidenceDraftAction) -> Option<CommandEffect> {
    let action = action(drafted_dispute(state)?.clone());
    Some(CommandEffect::Act(Action::Disputes(DisputesAction::Draft(action))))
}

/// The open dispute or the list of them is in front, and no evidence is reviewed.
fn is_on_disputes(state: &State) -> bool {
    state.workspace.route == Route::List(ResourceKind::Dispute) && state.workspace.disputes.review.is_none()
}

fn handles(state: &State, control: HandlingControl) -> Option<CommandEffect> {
    is_on_disputes(state).then_some(CommandEffect::Handle(control))
}

/// What was reviewed is sent; before, the review is opened.
fn submits_and_opens_next(state: &State) -> Option<CommandEffect> {
    match is_in_evidence_review(state) {
        true => {
            let submit = DisputesAction::Submission(SubmissionAction::SubmitAndOpenNext);
            Some(CommandEffect::Act(Action::Disputes(submit)))
        }
        false => reviews_evidence(state),
    }
}

fn reviews_evidence(state: &State) -> Option<CommandEffect> {
    let row = state.workspace.disputes.open_row().filter(|_| is_on_dispute(state))?;
    let may_review = state.workspace.disputes.review.is_none()
        && submit_blocker(&state.view(), row, &state.workspace.drafts).is_none();
    let review = SubmissionAction::Review(row.dispute.dispute_id.clone());
    act_if(may_review, Action::Disputes(DisputesAction::Submission(review)))
}

fn cancels(state: &State) -> Option<CommandEffect> {
    if in_review(state).is_some() {
        return may_decide(state, DecisionKind::Cancel).then_some(CommandEffect::CancelReviewed);
    }
    on_open(Command::CancelPayment, state)
}

fn approves(state: &State) -> Option<CommandEffect> {
    if in_review(state).is_some() {
        let approve = Action::ReviewQueue(ReviewQueueAction::Approve);
        return act_if(may_decide(state, DecisionKind::Approve), approve);
    }
    on_open(Command::Approve, state)
}

fn skips_review(state: &State) -> Option<CommandEffect> {
    let is_open = in_review(state)?.current()?.decision.is_open();
    act_if(is_open, Action::ReviewQueue(ReviewQueueAction::Skip))
}

/// Whether the list in view has a search field, and no form is in front of it.
fn has_search(state: &State) -> bool {
    match state.workspace.route {
        Route::List(ResourceKind::Dispute) => is_on_disputes(state),
        Route::List(kind) => state.form(kind).is_none(),
        Route::Webhooks | Route::AllOperations => true,
        Route::Home
        | Route::Analytics
        | Route::ReviewQueue
        | Route::OpenOperations
        | Route::BulkRuns
        | Route::Approvals
        | Route::Settings => false,
    }
}

fn act_if(sensible: bool, action: Action) -> Option<CommandEffect> {
    sensible.then_some(CommandEffect::Act(action))
}

/// On what is open beside its list; in the review queue keys decide.
fn on_open(command: Command, state: &State) -> Option<CommandEffect> {
    let object = object_in_front(state).filter(|_| in_review(state).is_none())?;
    command.offer(&object, state)?.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_key() {
        let keys: Vec<Shortcut> = Command::all().flat_map(|command| command.texts().keys.iter().copied()).collect();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{key:?} is used twice");
        }
    }
}
