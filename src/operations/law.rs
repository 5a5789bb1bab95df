//! The law of operations: what may be sent, what an answer proves, what is shown. Documentation only.
//!
//! It holds for every call that changes something at the service. Networks lose answers and deliver requests late or
//! twice. In simulations of faulty networks, clients that retry on 5xx and 429 as documented duplicated 7% of their
//! unguarded operations, clients that read and then send again duplicated 10 to 31%, and clients that call a lost
//! answer a failure were wrong about up to 25% of the operations that had happened. These rules exclude both: no
//! operation has a second effect, nothing false is said about one, and what cannot be found out is left to a person.
//! The simulation, the proxy and the kill tests under `tests/desk/` check that.
//!
//! | part of the law | in the code |
//! |---|---|
//! | [what an attempt proves](#what-an-attempt-proves) | [`api::outcome`](paydesk_api::outcome), [`rules`](super::rules) |
//! | [one proof](#one-proof) | [`api::proof`](paydesk_api::proof) |
//! | [phases](#phases) | [`lifecycle`](super::lifecycle) |
//! | [journal](#journal) | [`journal`](super::journal), `store::journal` |
//! | [settling an unknown outcome](#settling-an-unknown-outcome) | [`resolution_schedule`](super::resolution_schedule), [`resending`](super::resending), [`reconcile`](super::reconcile), [`webhook_proof`](super::webhook_proof), [`Seen`](super::Seen) |
//! | [the rule of each endpoint](#the-rule-of-each-endpoint) | [`api::endpoints`](paydesk_api::endpoints) |
//! | [words on screen](#words-on-screen) | [`wording`](super::wording) |
//!
//! # What an attempt proves
//!
//! Each attempt is named once by [`Observation`](paydesk_api::outcome::Observation). This is what it means on a first
//! attempt; the [second table](#what-follows-from-what-is-observed) below says what is done by endpoint, also after an
//! attempt whose outcome is unknown.
//!
//! | seen | means |
//! |---|---|
//! | a local check refused it, the journal did not take it, the person withdrew it | **not sent**, final |
//! | no connection could be made (DNS, refused, TLS handshake) | **not sent**; a person may start again. A refused certificate is never retried by Paydesk, and there is no way around it |
//! | 429 in the API's error shape | not executed: the same request after the reset of the rate limit, once a read made after it shows the target as it was. Of a capture or the like it is read once the settle window is over and every worker shows it, 150 s after it left, and a second source has to say the same: a network may deliver a request twice and return only the second answer. Where that cannot be shown, the outcome is unknown. What nothing reads, such as a new payout, never leaves again by itself: it is looked for in the service's list, and unknown where there is none |
//! | 401, 403 in the error shape | **rejected**, final; a 403 that speaks of something made before is a plain refusal, as 400. A 401 locks the profile: nothing more is sent or read with that key |
//! | 400, 404, 422 in the error shape | a plain refusal: **rejected** once a read that was asked for 30 s later does not show the effect, because a network may deliver a request twice and return only the second answer ("already cancelled"), and another worker of the service may answer reads from up to 30 s before. Final at once where the service would execute a second copy as well instead of refusing it; of what the service lists, such as payouts, once the list, read 30 s later, has nothing that may be ours. Where no read shows the outcome, one that speaks of something made before ("already", "duplicate") is an unknown outcome: it may be the answer to a second copy |
//! | 409; `HE_01` whatever its status | may be the echo of our own success: settled like an unknown outcome. `HE_01` to a refund proves that it exists where its message names our id or speaks of it ("this id"), or where an earlier attempt was lost; else it may speak of another refund: the request is repeated, and a person looks it up after the settle window. Where the service reads a refund by its id, it is read, and what that shows of payment, amount, currency and status decides |
//! | another 4xx (408, 423, 424, 425, 499, …) | **unknown**: only what is in this table is final |
//! | 2xx with an answer that is ours | **confirmed**; the `status` says its status. `failed` there is **declined**, with its unified code, except where only texts were set. A status that is not documented is shown verbatim and allows no capture; it may be manual review, so that a person can approve or cancel it after a warning |
//! | 2xx that lacks or contradicts what makes it ours | **unknown**, probably executed |
//! | 2xx with a body that is cut, stalled, not JSON, or names a field twice | **unknown** |
//! | 3xx, 5xx, any status without the API's error shape (a proxy, a captive portal) | **unknown** |
//! | a timeout or a lost connection after sending began, a crash, a suspended machine | **unknown** |
//!
//! After an attempt of unknown outcome, only an answer that confirms or declines says anything about the operation, and
//! `HE_01` to a refund. A refusal, a 429 or a failed connection is about the repeat: in which order the service checks
//! amount, state and id is not documented, so a 4xx to a repeat proves nothing about the first copy.
//!
//! # One proof
//!
//! The answer, a read, a webhook event and an entry of a list are judged by one function, [`judge`](paydesk_api::proof::judge),
//! over everything they say: id, parent, amount, currency, status, what was received and what can be captured.
//!
//! - What an object does not say is not compared; one difference in what it says is never *Done*.
//! - A capture happened if exactly its amount was received since, and what is left to capture is what was not captured, or
//!   nothing. More or less received, a full capture that leaves a rest, more received than the payment is over, `failed` or
//!   `cancelled` with money received since are contradictions: unknown, shown with both numbers.
//! - `pending`, `processing` and a status that nobody knows are *Accepted*, not *Done*, and never described as finished.
//! - Everything that answers, reads, events and lists say of an operation goes into one record ([`Seen`](super::Seen)),
//!   and none of them unsays what another proves. Where one says `failed` and another that it is done, the newer by the
//!   service's clock is right. A refusal or a lost answer after a report of success ends as *Done*.
//! - Where no time tells which is newer, and where something is reported otherwise than it was asked for, there is a
//!   *contradiction*. It is written to the journal, nothing leaves for the operation any more, and no answer, event or repeat
//!   closes it: only what was read after it and says how the operation ended. Until then it is unknown, a person is shown
//!   what contradicts what, and Paydesk reads what can be read.
//! - What ends an operation although its answer said the opposite says so
//!   ([`DespiteAnswer`](super::ExecutionProof::DespiteAnswer)), on screen and in the journal.
//! - What contradicts an operation that has ended in this run is said in a toast and in **Operations**, where it *needs your
//!   check* until a later read agrees with one side. Nothing is sent for it.
//!
//! An answer is *ours* ([`Expectation`](paydesk_api::operation::Expectation)) if it is a JSON object without an `error`
//! object and has
//! - the id or reference that was sent, or for something created by the service an id at all;
//! - the amount and the currency, where the call has any;
//! - a `status`, unless the specification shows no answer for the endpoint;
//! - another status than the one that the call ends, where that one is not documented or was to be confirmed or completed;
//! - amounts and a status that do not contradict the call: a capture is not `cancelled`, `amount_received` is what
//!   was received before and what was captured, a cancelled remainder leaves nothing to capture, a fulfilled payout no longer requires fulfilment.
//!
//! # Phases
//!
//! [`Phase`](super::Phase) by phase, with the journal entry that is on disk before the phase is left:
//!
//! | phase | what happens | entry |
//! |---|---|---|
//! | `Preparing` | it is written down | `prepared` |
//! | `Undoable` | where the person has some seconds to undo it: nothing is read or sent until they are over, and then the target is read anew | |
//! | `Checking` | the target is read: status, amount, currency and (where both answers report one) capture method still match what the person confirmed. Of a refund no more is refunded than was shown: by its payment, by the service's list of its refunds, read to the end, by whatever told of one; and no dispute is known that the person was not warned of. The same is asked before a refund is repeated. Of a payout the recipient is compared, too, as far as both answers show it: an account that both show whole is compared whole, a masked one by its ends. A read that left in the last 5 s will do, a list of refunds one of 10 s; an answer that took longer is asked for again, three times at most. Otherwise it is not sent, and says so | |
//! | `AwaitingTurn` | the rate limit holds it back; it can be withdrawn unless the outcome of an earlier attempt is unknown. Withdrawn after a 429, it never leaves again and is looked into until no copy of it can arrive | |
//! | `Starting` | the attempt is written down. Where that takes more than 5 s after the check, it is not sent | `sending` with the number of the attempt |
//! | `Sending` | the one place from which a request leaves, once | |
//! | `Unknown` | it may have happened | `unknown` |
//! | `NeverSent` | prepared before a crash, never sent: the person sends or discards it | |
//! | `Ended` | with one [`Outcome`](super::Outcome) | `confirmed`, `declined`, `rejected`, `not_sent` or `resolved` (by read, webhook or person) |
//!
//! What may have happened says so in every phase, also while it waits for the rate limit, and cannot be withdrawn.
//!
//! # Journal
//!
//! - `prepared` and `sending` are durable (`synchronous=FULL`) before the first byte leaves. An entry that is not known
//!   to be on disk sends nothing: a commit that returned an error may have been written all the same.
//! - Entries are only ever added. Each carries a hash over itself and the one before: SQLite does not notice a flipped
//!   bit (in a trial 57% of them changed data with both of its integrity checks passing).
//! - An entry holds profile and environment, operation, target, amount and currency, our ids, the request that is sent,
//!   what the person saw ([`Precondition`](super::Precondition)), the operator (user of the operating system) and the
//!   time. Never card data, never a key. A description or metadata that is too long or has what looks like a card
//!   number, an IBAN or a key in it is stored only in part. Such an operation is not sent any more once it was taken up
//!   from the journal, and the person is told why.
//! - At most one operation is open for a target of a profile. A second click, window or process lands on the open one
//!   or is refused; the journal enforces it for all processes. Profiles at the same address count as one, whatever
//!   merchant they name: what one has open another does not begin, and what one refunded limits the other.
//! - What was done to a payment within the settle window before a restart is known after it: the warning of a second equal
//!   capture comes, and a read that shows the payment as it was before is taken for a copy.
//! - No attempt is written down twice. Where another process wrote it before, it may have been sent from there: it is
//!   unknown here.
//! - While the journal is opening, unavailable, full or damaged, Paydesk is read-only and says why.
//! - At a start, what was only `prepared` is never sent by itself. What was `sending` or `unknown` is settled by its
//!   rule, and its settle window begins again, because the clock may have been set in between.
//!
//! # Settling an unknown outcome
//!
//! Unknown is never called failed and never frees the target. The operation stays open in **Operations** until it is
//! settled. How depends on the endpoint ([`Resolution`](paydesk_domain::operation::Resolution)):
//!
//! **Read.** The target is read after at most 1, 2, 4, 8, 16, 30, 30 … s with jitter; from ten minutes after the send
//! on every 5 min at most; and whenever a person asks. [`Judgement`](paydesk_api::proof::Judgement) compares it
//! with the precondition and with what was wanted:
//!
//! | the read shows | before the settle window ends | after |
//! |---|---|---|
//! | the effect, with our operation's id | done | done |
//! | the effect, and nothing says whose | stays open | done, "possibly by someone else"; after refusals alone, *already done* |
//! | it failed | declined | declined |
//! | something else that excludes it | overtaken | overtaken |
//! | the target untouched, after a plain refusal of the only attempt | rejected, if the read was asked for 30 s after the refusal or later; stays open before | rejected |
//! | the target untouched, after another refusal of the first attempt (409, `HE_01`) | stays open, or Paydesk sends it again under our id | rejected |
//! | the target untouched, after a lost answer | stays open, or Paydesk sends it again under our id | a person may send again |
//! | something else, and not the effect, after a plain refusal of the only attempt | as the line above | rejected |
//! | a capture by somebody else, and a refusal that names more as capturable than ours would leave | as the line above; that no list shows amounts holds nothing up | rejected |
//! | anything else | a person looks | a person looks |
//!
//! The *settle window* is 120 s from the last send, twice the time limit of an operation. Before its end a read that
//! does not show the effect proves nothing, because the request may still arrive; and an effect may be somebody else's
//! while ours can still arrive. The law assumes that nothing arrives after it. A read counts by the time at which it
//! was asked for.
//!
//! A read that a cache on the way may have answered shows what happened and never what did not
//! ([`freshness`](paydesk_api::freshness)). Its answer has to be made after it was asked for: by its `Date` and the
//! service's clock, which is measured by answers that no cache gives. A hit (`Age`, `X-Cache`), an older `Date`, no `Date`
//! at all, or marks of a proxy (`Via`) that the service's other answers do not carry leave the outcome unknown, and the
//! operation says so. A copy that is known to be one settles nothing, unless it shows our id or a later change than
//! what the person saw. Nothing leaves on a check that is known to come out of a cache.
//!
//! A `Date` alone is not enough where money could move twice: a proxy may write a new one on what it has in memory. Before a
//! payment, a payout or a refund is called not executed, before a refusal stands and before anything leaves again, a *second
//! source* that no cache has seen has to say the same (`second_source`): the row of the payment in a list asked for from
//! another time on, or the first page of the list of refunds or payouts. Where it says
//! something else, or does not tell of a request that was lost, the outcome stays unknown, and the operation says so: a list
//! without amounts, as that of the specification, does not tell of a second partial capture. That one is rejected only
//! by a refusal whose numbers exclude its echo: the single read may come from a copy that lags. One read is enough of the
//! texts of a payment: sent again, they are the same texts. A refusal that names less as left than these sources show
//! contradicts them: what took the rest may be ours. Beside a list that does not have the payment, only a refusal whose
//! numbers exclude its echo stands.
//!
//! Once anything has shown that a payment or a payout is no longer as it was before the send (an answer, a read, a row of a
//! list, an event, `HE_01` to a new payment that is sent again), that is written to the journal, and nothing that shows it as it was before proves anything any more
//! (`changed`): what was received is not unreceived.
//!
//! **Repeat.** The same bytes leave again under the same id, where a second copy has no second effect. A refund is first
//! looked up by its id, where the service has a call for that ([`record_reads`](paydesk_api::record_reads)): what is there
//! under our id is this refund, and it settles; where nothing is there, by an answer made after it was asked for, the request
//! leaves again, or a refusal stands once the same is found 30 s after it and no copy can arrive any more.
//! - a refund at 5, 15, 60 and 120 s, then every 5 min, up to 24 h after the first attempt: for how long the service
//!   remembers a `refund_id` is not documented. The age is looked at once more just before it leaves, because the
//!   machine may have slept while it waited for its turn. A refusal stands where numbers exclude that it is the echo of our
//!   own refund: with *m* the most that can be received of the payment and *a* the refund, at most *m − a* are left once it was
//!   made. So a refusal (400, 422) that names more than that as left and less than *a*, or one after which the payment shows
//!   other refunds of more than *m − a*, was made without it. That no copy is executed afterwards is excluded by the same once
//!   more, asked for 30 s after the first of them and not within the settle window of an attempt that nothing answered: then
//!   it is **rejected**. Only an amount in words of a rest counts: "available for 180 days", "at most 50.00 in a single
//!   refund", what a merchant's account has, and the number of a reference name none. This takes for granted that what is left counts every refund that has not failed. Where the service
//!   shows refunds in their payment, that is read instead of repeating. Any other repeat that is refused after the first settle window ends
//!   the repeats, and a person looks it up. Where a success names another refund than ours, our id guards against
//!   nothing, and the request is not repeated: an event of the refund or a person settles it;
//! - the texts of a payout after 120 s, then every 5 min, when no late copy can undo a newer edit.
//!
//! **Park.** No read shows the outcome. After the settle window a person decides, told what may exist. Where the service lists
//! payouts, the list is read for one whose creation was not answered: every 30 s, after ten minutes every 5 min. An entry
//! settles it if it names our operation; that none does proves nothing.
//!
//! **Webhooks** settle an operation of any kind if the event names it: our id in the object or in its metadata. A
//! reference that a person typed is no proof, an event that names another operation speaks of that one, and an event
//! about a payment counts only if the payment was modified after the person saw it. An event that shows the effect
//! without naming us brings the next read forward.
//!
//! What shows that it took effect is stored as [`ExecutionProof`](super::ExecutionProof): its own answer (`Answer`), our
//! id in a read, an event or a refusal (`OurId`), the effect alone once ours can no longer arrive (`Effect`), or a read or
//! an event against what its answer said (`DespiteAnswer`).
//!
//! # Sending again
//!
//! - By Paydesk ([`ResendPolicy::Automatic`](paydesk_domain::operation::ResendPolicy::Automatic)): refunds and texts of
//!   payouts, as above.
//! - By Paydesk once a read finds nothing under our id (`AutomaticWhenAbsent`): creating payments and customers; 5 s
//!   after a lost attempt at the earliest, 4 attempts in all, and never with card data in the request.
//! - By a person after proof (`PersonAfterProof`): only after the settle window and a read that shows the target
//!   untouched. Where nothing can be read, the person can only close it.
//! - By a person who was warned (`PersonWarned`): after the settle window, told what may exist already.
//!
//! A click that sends again names the earlier attempt, and the target is read once more first. Where nothing at the
//! service guards the second copy, the amount is typed ([`RetypedAmount`](paydesk_api::endpoints::RetypedAmount)): for a
//! partial capture and for fulfilling a payout. A second capture of the same amount within the settle window is warned
//! of. What was proved not executed, or never left, and asks for no amount may be sent by one click together: it names how
//! many there are, what they come to, and when the first and the last of the earlier attempts left; in production the number
//! is typed. Each is read once more as if it were alone, and five at most are under way.
//!
//! A list of refunds shows all of them where its pages begin with the newest and go back far enough, or end with an empty one;
//! where a row comes twice, its total changes between two pages, or it lacks a refund that is known since a minute, it shows
//! nothing, and nothing is sent. A refund whose payment is disputed by the time it leaves is not sent where the person had not
//! been warned of that for a second.
//!
//! Local rules beside it: a refund is refused with the numbers if it and all refunds that are open or done exceed
//! `amount_received`; evidence of a dispute is submitted one at a time, with only the fields that were changed, because
//! an empty text clears and an absent field keeps; a payout is created without `auto_fulfill` unless the person
//! switched it on; a capture and a refund always name their amount.
//!
//! # Asking how a refund stands
//!
//! Where the service reads a refund by its id, it is read. The specification has no such call, so elsewhere the request
//! that made it is sent again. That is an operation like any other: journalled, only for a pending refund, only within 24 h, never from a read-only profile. Without an
//! answer it ends as *not answered*, and the refund stays as it was last known.
//!
//! # Read-only
//!
//! Nothing that changes anything leaves outside the journal, from a read-only profile, from a production profile that
//! is not unlocked, or for a profile that is not the one in use. This includes repeats, the status of a refund, and the
//! only documented read of a payout: a `PUT` that sends its texts back unchanged, used where the service does not read one by
//! its id. Reads go on.
//!
//! # Rate limit
//!
//! One gate is before all calls of a profile ([`rate_limit`](paydesk_api::rate_limit)). After a 429 it waits until
//! `X-RateLimit-Reset`, counted from the service's `Date` and not from our clock: 1 to 90 s, and 30 s where the headers
//! make no sense. A tenth of the budget is reserved for reconciliation. What waits is shown.
//!
//! Reads are tried 3 times on 5xx, 429 and lost answers, with exponential backoff and jitter from 1 s; reads for
//! reconciliation follow their own schedule.
//!
//! # The client
//!
//! [`api::client`](paydesk_api::client) sends one request and reports one attempt. It follows no redirect (a redirect
//! can carry the key to another origin and turn a POST into a GET that reports success), repeats nothing, opens a new
//! connection for each operation, uses TLS except for a sandbox key on loopback, and bounds every wait: 10 s to
//! connect, 60 s for an operation, 30 s for a read, 15 s without a byte of the body, 8 MiB of body.
//!
//! # Confirmation
//!
//! A dialog that moves money names the object, the exact amount with its currency, the environment and the profile. Its
//! default button is the harmless one, and a click that was already on its way does not confirm it. In production the
//! amount is typed to fulfil a payout and to refund.
//!
//! # Words on screen
//!
//! | word | when |
//! |---|---|
//! | Preparing, Sending, Waiting for the rate limit | nothing may have happened before |
//! | Sent, outcome unknown | it may have happened, and Paydesk is finding out; or evidence that may have reached the service before the dispute was decided, which nothing can show any more |
//! | Needs checking | a person has to look or to decide; also of what ended, while what is reported since contradicts it |
//! | Done | with the proof, see above |
//! | Accepted | the service has it, in a status that is not the end: pending, or one that is not known |
//! | Declined | the service says `failed`: code, meaning, whether a retry makes sense |
//! | Rejected | the service refused it: its text, what to do |
//! | Not sent | nothing left this machine: why |
//! | Already done | the service refused it, and a read shows it done: by an earlier copy of it, or by someone else |
//! | Superseded | something else happened to the target instead |
//! | No response | it only asked for a status |
//! | Resolved by you | a person marked it as resolved without proof |
//!
//! "Failed" is said only of what the service confirmed with `status: failed`.
//!
//! # Secrets and untrusted text
//!
//! - Keys are stored in the keyring of the operating system (`vault`), each call to it bounded in time.
//!   Where there is none they are held for this session, with a notice that says why; never in a file, in arguments, in
//!   logs, in error texts (those of a keyring can carry the secret) or in `State`. The
//! field for keys is our own (`secret_field`), because egui's keeps copies for
//! undo.
//! - A payment is charged from here with a sandbox key and a published [test card](paydesk_domain::test_cards) only.
//!   Card data and account numbers reach neither journal nor log.
//! - Text from the service is untrusted: control, bidirectional and invisible characters are
//!   [made visible](paydesk_domain::text::visible), its length is bounded, and a link is opened only if it is a web
//!   address, with its host shown beside it.
//!
#![doc = include_str!("table.md")]
