//! Paydesk that is killed: captures and cancels as fast as it can, until it is.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use paydesk_api::resources::payments::calls::{CancelPayment, CapturePayment};
use paydesk_core::Action;
use paydesk_core::operations::{OperationPlan, PaymentPrecondition, Precondition, Submission};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::PaymentStatus;

use super::{RuntimeHarness, open};

/// What a payment of a round is over.
pub const AMOUNT_MINOR: i64 = 1_000_000;
/// Captures of one payment before it is cancelled.
const CAPTURES: i64 = 40;
/// Says where the work is; without it the test has nothing to do.
const WORK: &str = "PAYDESK_KILL_WORK";

/// Where Paydesk works, and on what.
pub struct Work {
    pub base_url: String,
    pub key: String,
    pub data: PathBuf,
    pub payments: Vec<String>,
}

impl Work {
    /// Starts this test binary again as Paydesk. It writes a line once it begins, and a dot for each operation it begins
    /// or ends.
    pub fn start(&self) -> (Child, ChildStdout) {
        let data = self.data.to_str().unwrap();
        let work = [self.base_url.as_str(), &self.key, data, &self.payments.join(",")].join("\n");
        let name = "kill::worker::the_desk_that_is_killed_works_until_it_is";
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]).env(WORK, work);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let stdout = child.stdout.take().unwrap();
        (child, stdout)
    }

    fn given() -> Option<Self> {
        let text = std::env::var(WORK).ok()?;
        let lines: Vec<&str> = text.lines().collect();
        let [base_url, key, data, payments] = lines[..] else { panic!("work in four lines") };
        let payments = payments.split(',').map(str::to_owned).collect();
        Some(Self { base_url: base_url.into(), key: key.into(), data: Path::new(data).into(), payments })
    }
}

/// One payment, and how far the work on it has come.
struct Job {
    payment_id: PaymentId,
    operations: i64,
}

impl Job {
    /// The next operation: a few captures with an amount each of its own, then the rest is cancelled.
    fn next(&mut self, desk: &RuntimeHarness) -> Submission {
        let number = self.operations;
        self.operations += 1;
        let payment_id = self.payment_id.clone();
        let total = Money::new(AMOUNT_MINOR, Currency::iso4217("USD"));
        let received: i64 = (0..number).map(minor).sum();
        let plan = if number < CAPTURES {
            let amount = total.with_minor(minor(number));
            OperationPlan {
                money: Some(amount),
                ..OperationPlan::of(&CapturePayment::new(payment_id.clone(), minor(number)))
            }
        } else {
            OperationPlan::of(&CancelPayment { payment_id: payment_id.clone(), cancellation_reason: None })
        };
        let plan = OperationPlan { expectation: plan.expectation.clone().over(&total), ..plan };
        let precondition = PaymentPrecondition {
            payment_id,
            status: if number == 0 { PaymentStatus::RequiresCapture } else { PaymentStatus::Succeeded },
            amount: total,
            received_minor: Some(received),
            capturable_minor: Some(AMOUNT_MINOR - received),
            refunded_minor: None,
            capture_method: None,
            modified_at: None,
            known_review: false,
            at: desk.now(),
        };
        let id = OperationId::new(format!("op_{}_{number}", self.payment_id.as_str()));
        Submission { id, plan, precondition: Precondition::Payment(precondition) }
    }

    fn is_over(&self) -> bool {
        self.operations > CAPTURES
    }
}

/// What capture number `number` of a payment takes.
fn minor(number: i64) -> i64 {
    1_000 + number
}

fn tell_progress(steps: usize) {
    print!("{}", ".".repeat(steps));
    std::io::stdout().flush().unwrap();
}

#[test]
#[ignore = "started by the test that kills it"]
fn the_desk_that_is_killed_works_until_it_is() {
    let Some(work) = Work::given() else { return };
    let mut desk = open(&work.base_url, &work.key, &work.data);
    let job = |id: &String| Job { payment_id: PaymentId::new(id.as_str()), operations: 0 };
    let mut jobs: Vec<Job> = work.payments.iter().map(job).collect();
    println!("at work");
    std::io::stdout().flush().unwrap();
    let mut ended = 0;
    while jobs.iter().any(|job| !job.is_over()) {
        for job in jobs.iter_mut().filter(|job| !job.is_over()) {
            if desk.state.workspace.operations.open_of(&job.payment_id).is_none() {
                let submission = job.next(&desk);
                desk.act(Action::Submit(Box::new(submission)));
                tell_progress(1);
            }
        }
        desk.step();
        let ended_now = desk.state.workspace.operations.ended().len();
        tell_progress(ended_now.saturating_sub(ended));
        ended = ended_now;
        std::thread::park_timeout(std::time::Duration::from_micros(200));
    }
    panic!("the work was done before the desk was killed");
}
