//! People: an impatient operator at each desk, and somebody else who changes things elsewhere.

use std::sync::OnceLock;

use paydesk_api::operation::{Endpoint, Target};
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::{JournalHealth, Phase, ResolutionFinding, Submission};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;

use super::faults::Fault;
use super::forms::FormAction;
use super::law::{Resend, resend};
use super::service::{Arrival, Author, Execution, is_of_subscription};
use super::world::{Scheduled, World};

/// Operations of one schedule.
const OPERATIONS: usize = 20;

/// Operations of one schedule; fewer where `PAYDESK_OPERATIONS` says so, for a short log of what is wrong.
pub fn operations_of_one_schedule() -> usize {
    static WANTED: OnceLock<usize> = OnceLock::new();
    *WANTED.get_or_init(|| std::env::var("PAYDESK_OPERATIONS").map_or(OPERATIONS, |text| text.parse().unwrap()))
}

/// A person gives up after so many steps.
const STEPS_MAX: u32 = 150;

impl World {
    /// One step of the person at `desk`, and the next one's time.
    pub fn person(&mut self, desk: usize) {
        self.desks[desk].persons_steps += 1;
        if self.desks[desk].up {
            self.one_step(desk);
        }
        if self.is_stormy() {
            let pause = match self.rng.below(10) {
                0..3 => self.rng.from(0, 100),
                3..7 => self.rng.from(100, 6_000),
                7..9 => self.rng.from(1_000, 30_000),
                _ => self.rng.from(10_000, 150_000),
            };
            self.plan(pause, Scheduled::Person { desk });
        }
    }

    /// Whether people still work.
    pub fn is_stormy(&self) -> bool {
        let steps: u32 = self.desks.iter().map(|desk| desk.persons_steps).sum();
        self.ops.len() < operations_of_one_schedule() && steps < STEPS_MAX * self.desks.len() as u32
    }

    fn one_step(&mut self, desk: usize) {
        self.repair(desk);
        let open = self.open_of(desk);
        match (self.rng.below(40), open) {
            (0..22, _) => self.do_something(desk),
            (22..31, Some((id, phase))) => self.tend(desk, id, phase),
            (31, _) => {
                let payments = &self.service.payments;
                let index = self.rng.below(payments.len() as u64) as usize;
                let id = PaymentId::new(self.service.payments[index].id.as_str());
                self.act(desk, Action::Payments(PaymentsAction::ReadAnew(id)));
            }
            (32, _) if self.trouble(1) => self.disturb_clock(desk),
            (33, _) if self.trouble(1) => {
                self.fault(Fault::CrashAnytime);
                self.crash(desk, true);
            }
            (34, _) if self.trouble(1) => self.somebody_else(),
            (35, Some((id, _))) if self.rng.one_in(2) => {
                self.act(desk, Action::WithdrawOperation(id));
            }
            (36, _) if self.rng.one_in(6) => self.act(desk, Action::RetryService),
            (_, _) => {}
        }
    }

    /// One of the open operations, and how far it is.
    fn open_of(&mut self, desk: usize) -> Option<(OperationId, Phase)> {
        let open = self.desks[desk].core.state()?.workspace.operations.open();
        let index = self.rng.below(open.len() as u64) as usize;
        open.get(index).map(|operation| (operation.id.clone(), operation.phase.clone()))
    }

    /// Unlocks the key, and starts a desk that has no journal again.
    pub fn repair(&mut self, desk: usize) {
        let Some(state) = self.desks[desk].core.state() else { return };
        let (locked, unwritable) =
            (state.workspace.connection.lock().is_some(), matches!(state.journal, JournalHealth::Unavailable(_)));
        if locked && (self.calm || self.rng.one_in(3)) {
            self.met.note(Fault::KeyRetried);
            self.act(desk, Action::RetryService);
        } else if unwritable && (self.calm || self.rng.one_in(3)) {
            self.crash(desk, true);
        }
    }

    fn do_something(&mut self, desk: usize) {
        if self.rng.one_in(12)
            && let Some(form) = self.desks[desk].last_form.clone()
        {
            // The same form again, whatever became of it, in this process or the next.
            let prepared = self.op_of(&form.id);
            let crashed = self.desks[desk].life > 0 && prepared.is_some();
            self.fault(if crashed { Fault::SubmittedAfterCrash } else { Fault::SubmittedTwice });
            return self.act(desk, Action::Submit(Box::new(form)));
        }
        let clicks = if self.rng.one_in(4) { 2 + self.rng.below(2) } else { 1 };
        let form = self.choose_form(desk);
        match &form {
            Some(FormAction::Dialog(payment_id, intent)) => {
                self.act(desk, Action::Payments(PaymentsAction::Ask(payment_id.clone(), intent.action())));
                for _ in 0..clicks {
                    self.act(desk, Action::Confirm(Confirmation::Payment(intent.clone())));
                }
            }
            Some(FormAction::Form(form)) => {
                self.desks[desk].last_form = Some(Submission::clone(form));
                for _ in 0..clicks {
                    self.act(desk, Action::Submit(form.clone()));
                }
            }
            Some(FormAction::Look(payment_id)) => {
                self.act(desk, Action::Payments(PaymentsAction::Open(payment_id.clone())))
            }
            None => {}
        }
        if clicks > 1 && matches!(form, Some(FormAction::Dialog(..) | FormAction::Form(_))) {
            self.fault(Fault::DoubleClick);
        }
    }

    /// Does something about an open operation.
    pub fn tend(&mut self, desk: usize, id: OperationId, phase: Phase) {
        match phase {
            Phase::NeverSent if self.rng.one_in(4) => {
                self.fault(Fault::Withdrawn);
                self.act(desk, Action::WithdrawOperation(id));
            }
            Phase::NeverSent => {
                self.fault(Fault::PreparedSent);
                self.act(desk, Action::SendPrepared(id.clone()));
                self.act(desk, Action::SendPrepared(id));
            }
            Phase::Checking { .. } | Phase::AwaitingTurn { .. } if self.rng.one_in(3) => {
                self.fault(Fault::Withdrawn);
                self.act(desk, Action::WithdrawOperation(id));
            }
            Phase::Unknown(unknown) => match self.rng.below(24) {
                0 => {
                    self.fault(Fault::ClosedByHand);
                    self.act(desk, Action::AskCloseUnknown(id));
                    self.act(desk, Action::Confirm(Confirmation::CloseUnknown));
                }
                1..6 => {
                    self.fault(Fault::CheckedNow);
                    self.act(desk, Action::CheckOperationNow(id));
                }
                _ => self.send_again(desk, id, &unknown.finding),
            },
            _ => {}
        }
    }

    /// Clicks on “send again”, allowed or not, once or more.
    fn send_again(&mut self, desk: usize, id: OperationId, finding: &ResolutionFinding) {
        let Some(index) = self.op_of(&id) else { return };
        self.set_now(desk);
        let state = self.desks[desk].core.state();
        let offered = state.and_then(|state| Some(state.workspace.operations.find(&id)?.may_be_sent_again(state.now)));
        if offered == Some(true) {
            let warned = resend(self.ops[index].endpoint) == Resend::PersonWarned;
            self.ops[index].warned += u32::from(warned);
            self.ops[index].granted += 1;
            self.fault(if warned { Fault::SentAgainWarned } else { Fault::SentAgain });
        }
        self.note(|_| format!("person {desk} wants {id} sent again: {finding:?}"));
        self.act(desk, Action::AskSendAgain(id));
        for _ in 0..=self.rng.below(2) {
            self.act(desk, Action::Confirm(Confirmation::SendAgain));
        }
    }

    // ----- somebody else

    fn somebody_else(&mut self) {
        let target = match self.rng.below(3) {
            0 => Target::new(ResourceKind::Payout, format!("po_{}", self.rng.below(4))),
            1 => Target::new(ResourceKind::Customer, "cus_0"),
            _ => {
                let index = self.rng.below(self.service.payments.len() as u64) as usize;
                Target::new(ResourceKind::Payment, self.service.payments[index].id.as_str())
            }
        };
        self.change_from_outside(&target);
    }

    /// Somebody changes a thing by another way.
    pub fn change_from_outside(&mut self, target: &Target) {
        if is_of_subscription(&target.resource) {
            return;
        }
        self.numbers += 1;
        let endpoint = match target.kind {
            ResourceKind::Payment | ResourceKind::Refund => self.rng.weighted(&[
                (5, Endpoint::CapturePayment),
                (2, Endpoint::CancelPayment),
                (2, Endpoint::ApprovePayment),
                (2, Endpoint::ConfirmPayment),
                (3, Endpoint::UpdatePayment),
            ]),
            ResourceKind::Payout => self.rng.weighted(&[(1, Endpoint::FulfillPayout), (2, Endpoint::UpdatePayout)]),
            ResourceKind::Customer => Endpoint::UpdateCustomer,
            ResourceKind::Dispute | ResourceKind::PaymentLink | ResourceKind::Subscription | ResourceKind::ApiKey => {
                return;
            }
        };
        let amount = *self.rng.pick(&[7, 300, 500, 1_300]).unwrap_or(&7);
        let body = serde_json::json!({ "amount_to_capture": amount });
        let request = paydesk_api::call::Request::operation(paydesk_api::call::Method::Post, "", body);
        let execution = if self.rng.one_in(8) { Execution::Declining } else { Execution::Plain };
        let arrival = Arrival {
            at_ms: self.now_ms,
            by: Author::SomebodyElse,
            number: self.numbers,
            endpoint,
            resource: &target.resource,
            request: &request,
            execution,
        };
        let (_, effect) = self.service.execute(&arrival);
        if matches!(effect, super::service::Effect::Done | super::service::Effect::Declined) {
            self.fault(Fault::SomebodyElse);
            self.note(|_| format!("somebody else: {endpoint:?} of {target} over {amount}"));
        }
    }
}
