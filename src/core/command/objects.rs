//! What can be asked of one object: the menu of its row, the palette and the keys of what is open offer the same.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::action::Action;
use crate::command::{Command, CommandEffect, HandlingControl};
use crate::features::customers::{CustomersAction, customer_refusal};
use crate::features::disputes::{DisputeTableRow, DisputesAction, HandlingAction, SubmissionAction, submit_blocker};
use crate::features::history::HistoryPhase;
use crate::features::payments::{
    PaymentsAction, PaymentsFilter, is_editable, is_offered, new_payment_refusal, why_not_act, why_not_change,
};
use crate::features::payouts::{
    PayoutsAction, is_editable as is_payout_editable, known_payout, payout_is_busy, why_not_fulfil,
};
use crate::features::refunds::{RefundsAction, is_refundable, why_not_ask_refund, why_not_refund};
use crate::features::subscriptions::{SubscriptionStep, SubscriptionsAction, subscription_refusal};
use crate::operations::ResourceKind;
use crate::records::CachedRecord;
use crate::remote::Remote;
use crate::route::Route;
use crate::state::State;
use paydesk_domain::ids::{CustomerId, DisputeId, PaymentId, PayoutId};
use paydesk_domain::money::Money;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::payment::{Payment, PaymentAction, PaymentStatus};
use paydesk_domain::payout::{Payout, PayoutStatus};
use paydesk_domain::text::{visible, visible_id};
use paydesk_index::payment_columns::KnownCustomer;
use paydesk_index::payment_query::{PaymentQuery, QueryCondition, QueryTerm};

/// What a command does with an object now, or why it cannot, as text for the user.
pub type Offer = Result<CommandEffect, String>;

/// What commands do with an object, in the order of its menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectCommandGroup {
    /// They lead somewhere.
    Lead,
    Copy,
    /// They change something at the service or in Paydesk.
    Change,
}

/// A command that an object calls for.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectCommand {
    pub command: Command,
    pub group: ObjectCommandGroup,
    pub text: &'static str,
    pub offer: Offer,
}

/// One command about objects of a kind, or of every kind.
struct ObjectCommandSpec {
    command: Command,
    group: ObjectCommandGroup,
    kind: Option<ResourceKind>,
    /// Instead of the text that the command has elsewhere.
    text: Option<&'static str>,
    /// `None` where the object does not call for it.
    offer: OfferOf,
}

type OfferOf = fn(&State, &ObjectRef) -> Option<Offer>;

const fn any(command: Command, group: ObjectCommandGroup, offer: OfferOf) -> ObjectCommandSpec {
    ObjectCommandSpec { command, group, kind: None, text: None, offer }
}

const fn change(command: Command, kind: ResourceKind, offer: OfferOf) -> ObjectCommandSpec {
    ObjectCommandSpec { kind: Some(kind), ..any(command, ObjectCommandGroup::Change, offer) }
}

/// In the order of a menu. What cannot be taken back comes last.
static SPECS: &[ObjectCommandSpec] = &[
    any(Command::OpenPayment, ObjectCommandGroup::Lead, opens_payment),
    any(Command::OpenCustomer, ObjectCommandGroup::Lead, opens_customer),
    ObjectCommandSpec {
        kind: Some(ResourceKind::Customer),
        ..any(Command::ShowCustomerPayments, ObjectCommandGroup::Lead, |_, object| {
            let theirs = PaymentsFilter::of_customer(CustomerId::new(&*object.id));
            act(Action::Payments(PaymentsAction::ShowOnly(Box::new(theirs))))
        })
    },
    any(Command::WriteNote, ObjectCommandGroup::Lead, writes_note),
    any(Command::CopyId, ObjectCommandGroup::Copy, |_, object| Some(Ok(CommandEffect::Copy(object.id.clone())))),
    any(Command::CopyAmount, ObjectCommandGroup::Copy, copies_amount),
    any(Command::CopyCreated, ObjectCommandGroup::Copy, copies_created),
    ObjectCommandSpec {
        kind: Some(ResourceKind::Dispute),
        ..any(Command::CopyDeadline, ObjectCommandGroup::Copy, |state, object| {
            dispute(state, object)?.deadline.map(|deadline| copies_time(deadline.at))
        })
    },
    change(Command::Approve, ResourceKind::Payment, |state, object| asks(state, object, PaymentAction::Approve)),
    change(Command::ConfirmPayment, ResourceKind::Payment, |state, object| asks(state, object, PaymentAction::Confirm)),
    change(Command::Capture, ResourceKind::Payment, |state, object| asks(state, object, PaymentAction::Capture)),
    change(Command::RefundPayment, ResourceKind::Payment, refunds),
    change(Command::TryAgain, ResourceKind::Payment, tries_again),
    change(Command::EditDetails, ResourceKind::Payment, edits_payment),
    change(Command::CancelPayment, ResourceKind::Payment, |state, object| asks(state, object, PaymentAction::Cancel)),
    change(Command::CheckStatus, ResourceKind::Refund, checks_refund),
    change(Command::FulfilPayout, ResourceKind::Payout, fulfils),
    change(Command::EditDetails, ResourceKind::Payout, edits_payout),
    change(Command::EditDetails, ResourceKind::Customer, edits_customer),
    change(Command::ConfirmSubscription, ResourceKind::Subscription, |state, object| {
        steps(state, object, SubscriptionStep::Confirm)
    }),
    change(Command::ChangePlan, ResourceKind::Subscription, |state, object| {
        steps(state, object, SubscriptionStep::ChangePlan)
    }),
    change(Command::SubmitEvidence, ResourceKind::Dispute, submits),
    ObjectCommandSpec {
        text: Some("Assign…"),
        ..change(Command::AssignDispute, ResourceKind::Dispute, |state, object| {
            dispute(state, object).map(|row| handles(row, HandlingControl::Assign))
        })
    },
    ObjectCommandSpec {
        text: Some("Snooze…"),
        ..change(Command::SnoozeDispute, ResourceKind::Dispute, |state, object| {
            let row = dispute(state, object).filter(|row| !row.is_snoozed(state.now))?;
            let blocker = row.snooze_blocker(state.now).map(str::to_owned);
            Some(blocker.map_or_else(|| handles(row, HandlingControl::Snooze), Err))
        })
    },
    ObjectCommandSpec {
        text: Some("End snooze"),
        ..change(Command::SnoozeDispute, ResourceKind::Dispute, |state, object| {
            let row = dispute(state, object).filter(|row| row.is_snoozed(state.now))?;
            let wake = HandlingAction::Wake(vec![row.dispute.dispute_id.clone()]);
            act(Action::Disputes(DisputesAction::Handling(wake)))
        })
    },
    change(Command::ChangeDeadline, ResourceKind::Dispute, |state, object| {
        let row = dispute(state, object).filter(|row| row.dispute.status.takes_evidence())?;
        Some(handles(row, HandlingControl::Deadline))
    }),
    ObjectCommandSpec {
        text: Some("Don't contest"),
        ..change(Command::ContestDispute, ResourceKind::Dispute, |state, object| contests(state, object, false))
    },
    ObjectCommandSpec {
        text: Some("Contest again"),
        ..change(Command::ContestDispute, ResourceKind::Dispute, |state, object| contests(state, object, true))
    },
];

/// The commands that an object calls for, in the order of its menu.
pub fn commands_of<'a>(object: &'a ObjectRef, state: &'a State) -> impl Iterator<Item = ObjectCommand> + use<'a> {
    let specs = SPECS.iter().filter(|spec| spec.kind.is_none_or(|kind| kind == object.kind));
    specs.filter_map(|spec| {
        let text = spec.text.unwrap_or_else(|| spec.command.texts().text);
        (spec.offer)(state, object).map(|offer| ObjectCommand { command: spec.command, group: spec.group, text, offer })
    })
}

/// What is called by name beside its menu: `Payment pay_1 · 45.10 EUR · Ada Lovelace`.
pub fn title_of(object: &ObjectRef, state: &State) -> String {
    let noun = object.kind.noun();
    let noun = noun.get(..1).map(str::to_uppercase).unwrap_or_default() + noun.get(1..).unwrap_or_default();
    let amount = amount_of(object, state).map(|amount| amount.to_string());
    let customer = state.workspace.customer_text(object.kind, &object.id);
    let customer = Some(customer).filter(|customer| !customer.is_empty() && *customer != object.id);
    let parts = [Some(format!("{noun} {}", visible_id(&object.id, 40))), amount, customer.map(|it| visible(&it, 60))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The object in front: what is open beside its list, with no form before it, or is decided in the review queue.
pub fn object_in_front(state: &State) -> Option<ObjectRef> {
    let workspace = &state.workspace;
    let open = |kind| {
        if kind == ResourceKind::Payment {
            workspace.payments.open.as_ref().map(|id| id.as_str())
        } else if kind == ResourceKind::Dispute {
            workspace.disputes.open.id.as_ref().map(|id| id.as_str())
        } else {
            workspace.opened.get(kind)
        }
    };
    if workspace.route == Route::ReviewQueue {
        let reviewed = workspace.review_queue.session()?.current()?;
        return Some(ObjectRef::new(ResourceKind::Payment, reviewed.payment_id.as_str()));
    }
    let kind = workspace.route.resource().filter(|kind| state.form(*kind).is_none())?;
    open(kind).map(|id| ObjectRef::new(kind, id))
}

impl Command {
    /// Whether it is about one object.
    pub fn is_about_object(self) -> bool {
        SPECS.iter().any(|spec| spec.command == self)
    }

    /// What it does with an object; `None` where the object does not call for it.
    pub fn offer(self, object: &ObjectRef, state: &State) -> Option<Offer> {
        commands_of(object, state).find(|offered| offered.command == self).map(|offered| offered.offer)
    }
}

/// Where an object is known: payments and disputes have lists of their own, all other kinds are records.
enum KnownAs {
    Payment(PaymentId),
    Dispute(DisputeId),
    Record,
}

impl KnownAs {
    fn of(object: &ObjectRef) -> Self {
        if object.kind == ResourceKind::Payment {
            Self::Payment(PaymentId::new(&*object.id))
        } else if object.kind == ResourceKind::Dispute {
            Self::Dispute(DisputeId::new(&*object.id))
        } else {
            Self::Record
        }
    }
}

fn act(action: Action) -> Option<Offer> {
    Some(Ok(CommandEffect::Act(action)))
}

/// Unless there is a reason not to.
fn unless(refusal: Option<String>, action: Action) -> Option<Offer> {
    Some(refusal.map_or(Ok(CommandEffect::Act(action)), Err))
}

/// The payment as it was read.
fn payment<'a>(state: &'a State, object: &ObjectRef) -> Option<&'a Payment> {
    state.workspace.payments.detail(&PaymentId::new(&*object.id)).and_then(Remote::value)
}

fn record<'a>(state: &'a State, object: &ObjectRef) -> Option<&'a CachedRecord> {
    state.workspace.records.find(object.kind, &object.id)
}

fn payout<'a>(state: &'a State, object: &ObjectRef) -> Option<&'a Payout> {
    known_payout(&state.workspace.records, &PayoutId::new(&*object.id)).map(|(_, payout)| payout)
}

fn dispute<'a>(state: &'a State, object: &ObjectRef) -> Option<&'a DisputeTableRow> {
    state.workspace.disputes.find(&DisputeId::new(&*object.id))
}

fn handles(row: &DisputeTableRow, control: HandlingControl) -> Offer {
    Ok(CommandEffect::HandleOne(row.dispute.dispute_id.clone(), control))
}

/// Reviews what would be sent of a dispute that takes evidence.
fn submits(state: &State, object: &ObjectRef) -> Option<Offer> {
    let row = dispute(state, object).filter(|row| row.dispute.status.takes_evidence())?;
    let review = SubmissionAction::Review(row.dispute.dispute_id.clone());
    let blocker = submit_blocker(&state.view(), row, &state.workspace.drafts);
    unless(blocker, Action::Disputes(DisputesAction::Submission(review)))
}

/// Whether its list is in front, with which its form is shown.
fn is_in_its_list(state: &State, object: &ObjectRef) -> bool {
    state.workspace.route == Route::List(object.kind)
}

fn asks(state: &State, object: &ObjectRef, action: PaymentAction) -> Option<Offer> {
    let (payment, view) = (payment(state, object)?, state.view());
    let ask = || Action::Payments(PaymentsAction::Ask(payment.payment_id.clone(), action));
    is_offered(&view, payment, action).then(|| unless(why_not_act(&view, &payment.payment_id), ask()))?
}

fn refunds(state: &State, object: &ObjectRef) -> Option<Offer> {
    let payment = payment(state, object).filter(|payment| is_refundable(payment))?;
    let view = state.view();
    let why_not = why_not_act(&view, &payment.payment_id).or_else(|| why_not_refund(&view, payment));
    unless(why_not, Action::Refunds(RefundsAction::Ask(payment.payment_id.clone())))
}

fn tries_again(state: &State, object: &ObjectRef) -> Option<Offer> {
    let payment = payment(state, object).filter(|payment| payment.status == PaymentStatus::Failed)?;
    unless(new_payment_refusal(&state.view()), Action::TryPaymentAgain(payment.payment_id.clone()))
}

fn edits_payment(state: &State, object: &ObjectRef) -> Option<Offer> {
    let view = state.view();
    let payment = payment(state, object).filter(|payment| is_editable(&view, payment))?;
    let edit = Action::Payments(PaymentsAction::Edit(payment.payment_id.clone()));
    is_in_its_list(state, object).then(|| unless(why_not_change(&view, payment), edit))?
}

fn checks_refund(state: &State, object: &ObjectRef) -> Option<Offer> {
    let known = record(state, object)?;
    let check = Action::Refunds(RefundsAction::CheckStatus(known.record.id.clone()));
    unless(why_not_ask_refund(&state.view(), known), check)
}

fn fulfils(state: &State, object: &ObjectRef) -> Option<Offer> {
    let payout = payout(state, object).filter(|payout| payout.status == PayoutStatus::RequiresFulfillment)?;
    let ask = Action::Payouts(PayoutsAction::AskFulfil(payout.payout_id.clone()));
    unless(why_not_fulfil(&state.view(), payout), ask)
}

fn edits_payout(state: &State, object: &ObjectRef) -> Option<Offer> {
    let view = state.view();
    let payout = payout(state, object).filter(|payout| is_payout_editable(&view, payout))?;
    let busy = payout_is_busy(&view, &payout.payout_id).or_else(|| view.read_only_reason());
    let edit = Action::Payouts(PayoutsAction::Edit(payout.payout_id.clone()));
    is_in_its_list(state, object).then(|| unless(busy, edit))?
}

fn edits_customer(state: &State, object: &ObjectRef) -> Option<Offer> {
    record(state, object)?.customer()?;
    let id = CustomerId::new(&*object.id);
    let refusal = customer_refusal(&state.view(), &id);
    is_in_its_list(state, object).then(|| unless(refusal, Action::Customers(CustomersAction::Edit(id))))?
}

fn steps(state: &State, object: &ObjectRef, step: SubscriptionStep) -> Option<Offer> {
    let known = record(state, object).filter(|_| is_in_its_list(state, object))?;
    known.subscription()?;
    let open = Action::Subscriptions(SubscriptionsAction::OpenStep(step, object.id.clone()));
    unless(subscription_refusal(&state.view(), step, known), open)
}

/// Contests it again where it is not contested, or says that it is not.
fn contests(state: &State, object: &ObjectRef, contested: bool) -> Option<Offer> {
    let row = dispute(state, object)?;
    let status = &row.dispute.status;
    let is_submitted = status.takes_evidence() && !status.may_need_evidence();
    if row.not_contested.is_some() != contested || is_submitted && !contested {
        return None;
    }
    let closed = (!status.takes_evidence() && !contested).then(|| "The dispute is closed".to_owned());
    let disputes = vec![row.dispute.dispute_id.clone()];
    let set = HandlingAction::SetContested { disputes, contested };
    unless(closed, Action::Disputes(DisputesAction::Handling(set)))
}

/// To the payment that it belongs to, from wherever that is not listed.
fn opens_payment(state: &State, object: &ObjectRef) -> Option<Offer> {
    let payment_id = match KnownAs::of(object) {
        KnownAs::Payment(id) => Some(id).filter(|_| !is_in_its_list(state, object))?,
        KnownAs::Dispute(id) => state.workspace.disputes.find(&id)?.dispute.payment_id.clone(),
        KnownAs::Record => record(state, object)?.record.payment_id.clone()?,
    };
    act(Action::Payments(PaymentsAction::Open(payment_id)))
}

/// To the customer with an id; of a guest, to the payments of the same e-mail address or else of the same card.
fn opens_customer(state: &State, object: &ObjectRef) -> Option<Offer> {
    let customer = match KnownAs::of(object) {
        KnownAs::Payment(id) => state.workspace.payer(&id),
        KnownAs::Dispute(id) => state.workspace.payer(&state.workspace.disputes.find(&id)?.dispute.payment_id),
        KnownAs::Record => {
            let known = record(state, object).filter(|_| object.kind != ResourceKind::Customer)?;
            let id = known.record.customer_id.as_ref().map(|id| id.as_str().to_owned()).unwrap_or_default();
            KnownCustomer { id, ..KnownCustomer::default() }.or(known.customer.clone())
        }
    };
    act(payer_action(state, &customer, card_of(state, object))?)
}

/// Where a customer is opened: at the one with the id, or else at the payments of the e-mail address or of the card.
/// `None` where nothing of it is known, or the payments that are known cannot be searched.
pub fn payer_action(state: &State, customer: &KnownCustomer, last4: Option<String>) -> Option<Action> {
    if !customer.id.is_empty() {
        return Some(Action::OpenRecord(ResourceKind::Customer, customer.id.clone()));
    }
    let email = Some(customer.email.clone()).filter(|email| !email.trim().is_empty());
    let by_email = email.map(|email| QueryTerm::Email(vec![email]));
    search_action(state, by_email.or(last4.map(|last4| QueryTerm::Card(vec![last4])))?)
}

/// Searches the payments that are known here; `None` where they cannot be.
pub fn search_action(state: &State, term: QueryTerm) -> Option<Action> {
    let query = PaymentQuery { conditions: vec![QueryCondition::from(term)] };
    let can_search = state.workspace.history.phase() == HistoryPhase::Open;
    can_search.then(|| Action::SearchPayments(query.to_string()))
}

/// The last four digits of the card that a payment was paid with, as far as known.
fn card_of(state: &State, object: &ObjectRef) -> Option<String> {
    let card = payment(state, object).filter(|_| object.kind == ResourceKind::Payment)?.card.as_ref()?;
    card.last4.clone()
}

fn writes_note(_: &State, object: &ObjectRef) -> Option<Offer> {
    (object.kind != ResourceKind::ApiKey).then(|| Ok(CommandEffect::WriteNote(object.clone())))
}

fn copies_amount(state: &State, object: &ObjectRef) -> Option<Offer> {
    amount_of(object, state).map(|amount| Ok(CommandEffect::Copy(amount.to_string())))
}

fn copies_created(state: &State, object: &ObjectRef) -> Option<Offer> {
    created_at(object, state).map(copies_time)
}

/// `2026-11-17T14:02:11Z`.
fn copies_time(at: DateTime<Utc>) -> Offer {
    Ok(CommandEffect::Copy(at.to_rfc3339_opts(SecondsFormat::AutoSi, true)))
}

/// When an object was created, as far as it is known here.
fn created_at(object: &ObjectRef, state: &State) -> Option<DateTime<Utc>> {
    let workspace = &state.workspace;
    match KnownAs::of(object) {
        KnownAs::Payment(id) => {
            let stored = workspace.history.columns();
            let listed = || workspace.payments.listed(&id).and_then(|row| row.payment.created);
            let read = payment(state, object).and_then(|payment| payment.created);
            read.or_else(listed).or_else(|| stored.created(stored.find(&id)?))
        }
        KnownAs::Dispute(id) => workspace.disputes.find(&id)?.dispute.created,
        KnownAs::Record => record(state, object)?.record.created_at(),
    }
}

/// The amount of an object, as far as it is known here.
fn amount_of(object: &ObjectRef, state: &State) -> Option<Money> {
    let workspace = &state.workspace;
    match KnownAs::of(object) {
        KnownAs::Payment(id) => {
            let stored = workspace.history.columns();
            let listed = || workspace.payments.listed(&id).map(|row| row.payment.amount.clone());
            let read = payment(state, object).map(|payment| payment.amount.clone());
            read.or_else(listed).or_else(|| stored.amount(stored.find(&id)?))
        }
        KnownAs::Dispute(id) => workspace.disputes.find(&id).map(|row| row.dispute.amount.clone()),
        KnownAs::Record => record(state, object)?.amount(),
    }
}
