//! Every endpoint the desk calls, declared once: method, path, key, and of those that change something what identifies a
//! request, what guards it, how an unknown outcome is found out, who may send it again, and the words for people.
//!
//! The calls build their requests from it, the log of requests names them by it, the operations look their rules up in
//! it, and the table in [the law of operations](crate::app::operations::law) is written from it. What follows from a
//! rule is not decided here. Fields, answers and errors of each endpoint: [`reference`](super::reference).

use super::call::{KeyRole, Method, path_segment};
use super::operation::Endpoint;

/// How an unknown outcome is found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// The target is read and compared with what was seen and what was wanted.
    Read,
    /// The same request goes out again: our id, or setting the same values, makes that safe.
    Repeat,
    /// Nothing tells: it is parked in front of a person.
    Park,
}

/// Who may send again what is not known to have happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResendPolicy {
    /// The desk itself: a second copy has no second effect.
    Desk,
    /// The desk itself once a read finds nothing under our id; never with card data.
    DeskWhenAbsent,
    /// A person, after the settle window and a fresh read that says it was not executed.
    PersonAfterProof,
    /// A person, after the settle window, told what may exist already.
    PersonWarned,
}

/// When a person types the amount to send an operation again: where nothing at the service guards it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RetypedAmount {
    Never,
    /// Where it is only a part of what can be captured.
    Partial,
    Always,
}

/// What stands after the title of an operation, to say what it works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Nothing, where an id of our own says nothing to a person.
    None,
    /// The id of the target after these words.
    Id(&'static str),
    /// The `name` that is sent, in quotation marks.
    Name,
}

/// An operation in words: each a sentence or a part of one, without a full stop.
#[derive(Debug)]
pub struct OperationWords {
    /// `Capture`, `Cancel payment`.
    pub title: &'static str,
    /// Joins the amount to the title, where the operation has one.
    pub before_amount: Option<&'static str>,
    pub subject: Subject,
    /// What is true once it happened; `{amount}` stands for the amount.
    pub done: &'static str,
    /// What it may have left behind where nothing tells.
    pub may_exist: &'static str,
    /// What to do where something that was named is not there.
    pub if_absent: &'static str,
    /// What to do where a value that was given, or the status of the target, does not allow it.
    pub if_refused: &'static str,
}

/// What is declared of an endpoint that changes something ([API reference](crate::api::reference)).
#[derive(Debug)]
pub struct OperationSpec {
    pub endpoint: Endpoint,
    pub call: EndpointSpec,
    /// Whether it creates the object that its answer shows.
    pub creates: bool,
    /// What we send to identify it.
    pub identity: &'static str,
    /// What at the service keeps a second copy from a second effect.
    pub guard: &'static str,
    pub resolution: Resolution,
    /// How reading, repeating or a person finds out.
    pub how: &'static str,
    pub resend: ResendPolicy,
    /// Whether the service may refuse a second copy of a request whose first copy it executed. A network may deliver one
    /// request twice and bring the second answer: then a refusal alone proves nothing.
    pub refuses_copies: bool,
    /// Pauses before the same request is repeated, in seconds; the last stays. Empty where it is not.
    pub repeats_s: &'static [i64],
    pub retyped_amount: RetypedAmount,
    /// The statuses that show that it happened, where the service may only have begun it. Empty where any does.
    pub done_in: &'static [&'static str],
    pub words: OperationWords,
}

/// Where a call goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EndpointSpec {
    pub method: Method,
    /// The path with `{id}` for the one part that differs.
    pub path: &'static str,
    /// What the call does or reads, for the log of requests.
    pub name: &'static str,
    pub key: KeyRole,
}

const fn call(method: Method, path: &'static str, name: &'static str) -> EndpointSpec {
    EndpointSpec { method, path, name, key: KeyRole::Secret }
}

const fn admin(method: Method, path: &'static str, name: &'static str) -> EndpointSpec {
    EndpointSpec { method, path, name, key: KeyRole::Admin }
}

/// Refunds are repeated at 5, 15 and 60 s, at the settle window, then every five minutes.
const REFUND_REPEATS_S: &[i64] = &[5, 15, 60, 120, 300];
/// What sets values waits until no late copy can undo a newer edit.
const SET_REPEATS_S: &[i64] = &[120, 300];

/// The endpoints that change something, in the order of [`Endpoint`].
pub static OPERATIONS: [OperationSpec; 18] = [
    OperationSpec {
        endpoint: Endpoint::CreatePayment,
        call: call(Method::Post, "/payments", "New payment"),
        creates: true,
        identity: "payment_id, metadata.operation_id",
        guard: "HE_01",
        resolution: Resolution::Read,
        how: "GET; amount, currency and operation_id are compared, the id may be somebody else's",
        resend: ResendPolicy::DeskWhenAbsent,
        refuses_copies: true,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Create payment",
            before_amount: Some(" over "),
            subject: Subject::None,
            done: "Payment created",
            may_exist: "It may have been executed",
            if_absent: "Check the customer id: it has to be one that the service gave",
            if_refused: "Correct what is named, then send it again",
        },
    },
    OperationSpec {
        endpoint: Endpoint::UpdatePayment,
        call: call(Method::Post, "/payments/{id}", "Update of a payment"),
        creates: false,
        identity: "the id",
        guard: "the state",
        resolution: Resolution::Read,
        how: "GET; what was sent is compared with what is there",
        resend: ResendPolicy::PersonAfterProof,
        refuses_copies: false,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Update payment",
            before_amount: None,
            subject: Subject::Id(" "),
            done: "Payment updated",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Correct what is named, then send it again",
        },
    },
    OperationSpec {
        endpoint: Endpoint::ConfirmPayment,
        call: call(Method::Post, "/payments/{id}/confirm", "Confirmation of a payment"),
        creates: false,
        identity: "the id",
        guard: "the state",
        resolution: Resolution::Read,
        how: "GET; the status moved on",
        resend: ResendPolicy::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &["succeeded", "requires_capture"],
        words: OperationWords {
            title: "Confirm payment",
            before_amount: None,
            subject: Subject::Id(" "),
            done: "Payment confirmed",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Look at the payment again: it may have changed meanwhile",
        },
    },
    OperationSpec {
        endpoint: Endpoint::CapturePayment,
        call: call(Method::Post, "/payments/{id}/capture", "Capture of a payment"),
        creates: false,
        identity: "the id, always an explicit amount_to_capture",
        guard: "409 when whole, none documented when partial",
        resolution: Resolution::Read,
        how: "GET; the difference in amount_received and amount_capturable",
        resend: ResendPolicy::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Partial,
        done_in: &["succeeded"],
        words: OperationWords {
            title: "Capture",
            before_amount: Some(" "),
            subject: Subject::Id(" of "),
            done: "{amount} captured",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Look at the payment again: it may have changed meanwhile",
        },
    },
    OperationSpec {
        endpoint: Endpoint::CancelPayment,
        call: call(Method::Post, "/payments/{id}/cancel", "Cancellation of a payment"),
        creates: false,
        identity: "the id",
        guard: "400 “already”",
        resolution: Resolution::Read,
        how: "GET; captured meanwhile is said so",
        resend: ResendPolicy::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &["cancelled"],
        words: OperationWords {
            title: "Cancel payment",
            before_amount: None,
            subject: Subject::Id(" "),
            done: "Payment cancelled",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Look at the payment again: it may have changed meanwhile",
        },
    },
    OperationSpec {
        endpoint: Endpoint::ApprovePayment,
        call: call(Method::Post, "/payments/{id}/approve", "Approval of a payment"),
        creates: false,
        identity: "the id",
        guard: "400 not approvable",
        resolution: Resolution::Read,
        how: "GET; it left review",
        resend: ResendPolicy::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &["succeeded", "requires_capture"],
        words: OperationWords {
            title: "Approve payment",
            before_amount: None,
            subject: Subject::Id(" "),
            done: "Payment approved",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Look at the payment again: it may have changed meanwhile",
        },
    },
    OperationSpec {
        endpoint: Endpoint::CreateRefund,
        call: call(Method::Post, "/refunds", "Refund"),
        creates: true,
        identity: "refund_id, an explicit amount, metadata.operation_id",
        guard: "refund_id is a retry-safe reference",
        resolution: Resolution::Repeat,
        how: "the same bytes again at 5, 15, 60 and 120 s, for 24 hours at most; HE_01 means it exists, another 4xx nothing",
        resend: ResendPolicy::Desk,
        refuses_copies: true,
        repeats_s: REFUND_REPEATS_S,
        retyped_amount: RetypedAmount::Never,
        done_in: &["", "succeeded", "success"],
        words: OperationWords {
            title: "Refund",
            before_amount: Some(" "),
            subject: Subject::Id(" of "),
            done: "{amount} refunded",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Look at what remains of the payment, then refund no more than that",
        },
    },
    OperationSpec {
        endpoint: Endpoint::CreatePayout,
        call: call(Method::Post, "/payouts/create", "New payout"),
        creates: true,
        identity: "merchant_order_reference_id, metadata.operation_id",
        guard: "none",
        resolution: Resolution::Park,
        how: "a webhook; an unfulfilled payout may exist, it moves no money",
        resend: ResendPolicy::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Create payout",
            before_amount: Some(" over "),
            subject: Subject::None,
            done: "Payout created",
            may_exist: "A payout may exist that nobody fulfilled; it moves no money",
            if_absent: "Check the ids that were given; they may be of another profile",
            if_refused: "Correct what is named, then send it again",
        },
    },
    OperationSpec {
        endpoint: Endpoint::UpdatePayout,
        call: call(Method::Put, "/payouts/{id}", "Update of a payout"),
        creates: false,
        identity: "the id, the whole description and metadata",
        guard: "sets what it names",
        resolution: Resolution::Repeat,
        how: "the same body again after the settle window; its answer carries the status",
        resend: ResendPolicy::Desk,
        refuses_copies: false,
        repeats_s: SET_REPEATS_S,
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Update payout",
            before_amount: None,
            subject: Subject::Id(" "),
            done: "Payout updated",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Correct what is named, then send it again",
        },
    },
    OperationSpec {
        endpoint: Endpoint::FulfillPayout,
        call: call(Method::Post, "/payouts/{id}/fulfill", "Fulfilment of a payout"),
        creates: false,
        identity: "the id in path and body",
        guard: "none documented",
        resolution: Resolution::Read,
        how: "PUT with unchanged texts answers the status",
        resend: ResendPolicy::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Always,
        done_in: &["success"],
        words: OperationWords {
            title: "Fulfil payout",
            before_amount: Some(" of "),
            subject: Subject::Id(", "),
            done: "{amount} paid out",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Look at the payout again: only one that requires fulfilment is paid out",
        },
    },
    OperationSpec {
        endpoint: Endpoint::SubmitEvidence,
        call: call(Method::Post, "/disputes/evidence", "Evidence of a dispute"),
        creates: false,
        identity: "the dispute's id, only the fields that were touched",
        guard: "overwrites",
        resolution: Resolution::Read,
        how: "GET /disputes/list; a status that moved on does not say whose evidence it was",
        resend: ResendPolicy::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Submit evidence",
            before_amount: None,
            subject: Subject::Id(" for "),
            done: "Evidence submitted",
            may_exist: "The evidence may have arrived; sending it again overwrites it with the same",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "The draft is kept: look at the dispute's status and at the file ids",
        },
    },
    OperationSpec {
        endpoint: Endpoint::CreateCustomer,
        call: call(Method::Post, "/customers", "New customer"),
        creates: true,
        identity: "customer_id",
        guard: "409",
        resolution: Resolution::Read,
        how: "GET; what was sent is compared with what is there",
        resend: ResendPolicy::DeskWhenAbsent,
        refuses_copies: true,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Create customer",
            before_amount: None,
            subject: Subject::Id(" "),
            done: "Customer created",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Correct what is named, or choose another id, then send it again",
        },
    },
    OperationSpec {
        endpoint: Endpoint::UpdateCustomer,
        call: call(Method::Post, "/customers/{id}", "Update of a customer"),
        creates: false,
        identity: "the id",
        guard: "sets what it names",
        resolution: Resolution::Read,
        how: "GET; what was sent is compared with what is there",
        resend: ResendPolicy::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Update customer",
            before_amount: None,
            subject: Subject::Id(" "),
            done: "Customer updated",
            may_exist: "The change may have arrived; sending it again sets the same values once more",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Correct what is named, then send it again",
        },
    },
    OperationSpec {
        endpoint: Endpoint::CreatePaymentLink,
        call: call(Method::Post, "/payment_link", "New payment link"),
        creates: true,
        identity: "–",
        guard: "none",
        resolution: Resolution::Park,
        how: "nothing tells; a link may exist, and two links can both be paid",
        resend: ResendPolicy::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Create payment link",
            before_amount: Some(" over "),
            subject: Subject::None,
            done: "Payment link created",
            may_exist: "A link may exist; two links can both be paid",
            if_absent: "Check the customer id: it has to be one that the service gave",
            if_refused: "Correct what is named, then send it again",
        },
    },
    OperationSpec {
        endpoint: Endpoint::CreateSubscription,
        call: call(Method::Post, "/subscriptions/create", "New subscription"),
        creates: true,
        identity: "merchant_reference_id",
        guard: "none",
        resolution: Resolution::Park,
        how: "nothing tells; an unconfirmed subscription may exist",
        resend: ResendPolicy::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Create subscription",
            before_amount: None,
            subject: Subject::None,
            done: "Subscription created",
            may_exist: "A subscription may exist that nobody confirmed; it charges nothing",
            if_absent: "Check the customer, the price and the plan; they may be of another profile",
            if_refused: "Correct what is named, then send it again",
        },
    },
    OperationSpec {
        endpoint: Endpoint::ConfirmSubscription,
        call: call(Method::Post, "/subscriptions/{id}/confirm", "Confirmation of a subscription"),
        creates: false,
        identity: "the id",
        guard: "409",
        resolution: Resolution::Read,
        how: "GET of the payment that the create answer named",
        resend: ResendPolicy::PersonAfterProof,
        refuses_copies: true,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &["active"],
        words: OperationWords {
            title: "Confirm subscription",
            before_amount: None,
            subject: Subject::Id(" "),
            done: "Subscription confirmed",
            may_exist: "It may have been executed",
            if_absent: "Check the id and the profile at work: it may belong to another account",
            if_refused: "Look at the subscription again: it may be confirmed, or its time to confirm over",
        },
    },
    OperationSpec {
        endpoint: Endpoint::UpdateSubscription,
        call: call(Method::Put, "/subscriptions/{id}/update", "Change of a subscription's plan"),
        creates: false,
        identity: "the id",
        guard: "none; it may bill",
        resolution: Resolution::Park,
        how: "nothing tells; the plan may have changed and been billed",
        resend: ResendPolicy::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &["active"],
        words: OperationWords {
            title: "Change plan of subscription",
            before_amount: None,
            subject: Subject::Id(" "),
            done: "Plan of the subscription changed",
            may_exist: "The plan may have changed, and the change may have been billed",
            if_absent: "Check the subscription, the plan and the price; they may be of another profile",
            if_refused: "Look at the subscription, the plan and the price again",
        },
    },
    OperationSpec {
        endpoint: Endpoint::CreateApiKey,
        call: admin(Method::Post, "/api_keys/{id}", "New API key"),
        creates: true,
        identity: "the name",
        guard: "none",
        resolution: Resolution::Park,
        how: "nothing tells; a key of that name may exist whose value nobody holds: revoke it",
        resend: ResendPolicy::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        words: OperationWords {
            title: "Create API key",
            before_amount: None,
            subject: Subject::Name,
            done: "API key created",
            may_exist: "A key of this name may exist whose value nobody holds; revoke it at the service",
            if_absent: "Check the merchant id of the profile in Settings → Profiles",
            if_refused: "Correct what is named, then send it again",
        },
    },
];

/// The endpoints that only read, and those of the sandbox's own.
pub static READS: [EndpointSpec; 11] = [
    call(Method::Get, "/health", "Health"),
    call(Method::Post, "/payments/list", "List of payments"),
    call(Method::Get, "/payments/{id}", "Payment"),
    call(Method::Get, "/disputes/list", "List of disputes"),
    call(Method::Get, "/customers/{id}", "Customer"),
    call(Method::Post, "/analytics/v1/merchant/metrics/payments", "Figures of payments"),
    call(Method::Post, "/analytics/v1/merchant/metrics/disputes", "Figures of disputes"),
    call(Method::Post, "/_sandbox/files", "Upload of a file"),
    call(Method::Post, "/_sandbox/webhooks", "Webhooks of the sandbox"),
    call(Method::Get, "/_sandbox/events", "Events of the sandbox"),
    call(Method::Post, "/_sandbox/clock", "Clock of the sandbox"),
];

impl Endpoint {
    /// What is declared of it.
    pub fn spec(self) -> &'static OperationSpec {
        // The table is in the order of the endpoints; a test says so.
        &OPERATIONS[self as usize]
    }

    /// The path of a request, percent-encoded.
    pub fn path(self, id: &str) -> String {
        self.spec().call.path.replacen("{id}", &path_segment(id), 1)
    }
}

impl OperationSpec {
    /// Method and path.
    pub fn method_and_path(&self) -> String {
        format!("{} {}", self.call.method.as_str(), self.call.path)
    }
}

/// Every endpoint.
pub fn all() -> impl Iterator<Item = &'static EndpointSpec> {
    OPERATIONS.iter().map(|operation| &operation.call).chain(&READS)
}

impl EndpointSpec {
    /// The endpoint that a request with this path goes to.
    pub fn of(method: Method, path: &str) -> Option<&'static Self> {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let of_method = || all().filter(move |row| row.method == method);
        of_method().find(|row| row.path == path).or_else(|| of_method().find(|row| matches(row.path, path)))
    }
}

/// Whether the path is the pattern with something in the place of `{id}`.
fn matches(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some("{id}"), Some(id)) if !id.is_empty() => {}
            (Some(word), Some(part)) if word == part => {}
            (_, _) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_endpoint_that_changes_something_has_its_row_in_its_place() {
        assert!(Endpoint::iter().all(|endpoint| endpoint.spec().endpoint == endpoint));
        assert_eq!(OPERATIONS.len(), Endpoint::iter().count());
    }

    #[test]
    fn no_endpoint_is_declared_twice_or_hidden_by_another() {
        for row in all() {
            assert_eq!(EndpointSpec::of(row.method, row.path), Some(row));
        }
    }

    #[test]
    fn an_id_stands_in_its_own_segment() {
        assert_eq!(Endpoint::CapturePayment.path("pay/1"), "/payments/pay%2F1/capture");
        assert_eq!(Endpoint::CreateRefund.path("pay_1"), "/refunds");
    }

    #[test]
    fn what_repeats_by_itself_has_pauses_and_nothing_else_has() {
        for spec in &OPERATIONS {
            assert_eq!(spec.resolution == Resolution::Repeat, !spec.repeats_s.is_empty(), "{:?}", spec.endpoint);
            assert!(
                !spec.words.may_exist.ends_with('.') && !spec.words.if_refused.ends_with('.'),
                "{:?}",
                spec.endpoint
            );
        }
    }
}
