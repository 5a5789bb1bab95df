//! The texts of disputes.

pub use crate::text::{
    ACCEPTED, CANCEL, CANCELLED, CHANGED, CHOOSE_FILE, CLEAR, CLEAR_ALL_FILTERS, CLEAR_FILTERS, CLEAR_SELECTION,
    DISPUTE, EXPIRED, LOADING, LOADING_PAYMENT, LOST, NOTHING_COULD_BE_READ, NOTHING_LOADED, OPEN_PAYMENT, PAYMENT_ID,
    REFRESH, REMOVE, RETRY, SAVE, SENT, UNDO, WON, assigned_to, selected,
};
pub use paydesk_core::text::{
    AMOUNT, ASSIGNEE, CUSTOMER, DISPUTES, EVIDENCE, NOBODY, NOT_UPLOADED_FROM_HERE, NOTE, NOTHING_IS_FILLED_IN_YET,
    ONE_PAGE, OVERDUE, PAYMENT, REASON, SENT_OUTCOME_NOT_KNOWN, STATUS, SUBMITTED, TYPE_NAME, WONT_CONTEST,
};

use std::fmt::Display;

use paydesk_domain::evidence::FileService;

// Columns

pub const OPENED: &str = "Opened";

// Handling

pub const SNOOZE: &str = "Snooze…";

pub fn not_contested(by: &str, at: impl Display) -> String {
    let by = if by.is_empty() { String::new() } else { format!(" by {by}") };
    format!("Not contested, decided{by} on {at}")
}

pub fn until_day_before_due(at: impl Display) -> String {
    format!("Until a day before it is due: {at}")
}

pub fn me(operator: impl Display) -> String {
    format!("{operator} (you)")
}

pub fn until(at: impl Display) -> String {
    format!("Until {at}")
}

pub fn snoozed_until(at: impl Display) -> String {
    format!("Snoozed: {at}")
}

pub fn snoozed(count: impl Display) -> String {
    format!("{count} snoozed")
}

// Filters

pub fn within_days(days: i64) -> String {
    if days == 1 { "Within 1 day".to_owned() } else { format!("Within {days} days") }
}

// List

pub const DISPUTES_COULD_NOT_BE_LOADED: &str = "Disputes could not be loaded";
pub const LOADING_DISPUTES: &str = "Loading disputes…";

pub fn no_dispute_matches_these_filters(unreadable: impl Display) -> String {
    format!("No dispute matches these filters{unreadable}")
}

pub fn no_known_dispute_matches(unknown: usize, loaded: impl Display) -> String {
    format!(
        "No dispute matches yet. The customers of {unknown} of {loaded} disputes are not loaded yet: they appear as \
            payments load."
    )
}

pub fn customers_not_known_yet(unknown: usize) -> String {
    if unknown == 1 { "1 customer not loaded yet".to_owned() } else { format!("{unknown} customers not loaded yet") }
}

pub fn no_dispute_could_be_loaded(stalled: impl Display) -> String {
    format!("No disputes could be loaded: {stalled}")
}

pub fn you_worked_on_shown(offline: impl Display, is: impl Display) -> String {
    format!("{offline} you worked on {is} shown as last loaded")
}

pub fn original(text: impl Display) -> String {
    format!("The original: {text}")
}

pub fn evidence(
    id: impl Display,
    amount: impl Display,
    currency: impl Display,
    status: impl Display,
    left: impl Display,
    reasons_text: impl Display,
    progress_text: impl Display,
) -> String {
    format!("{id}, {amount} {currency}, {status}{left}, {reasons_text}, evidence {progress_text}")
}

pub fn open_payment(payment_text: impl Display) -> String {
    format!("Open payment {payment_text}")
}

pub fn status_at_service(status_text: impl Display) -> String {
    format!("Status at the service: {status_text}")
}

pub fn cannot_be_read(count: impl Display, rows: impl Display) -> String {
    format!("{count} {rows} cannot be read")
}

pub fn first(first: impl Display) -> String {
    format!("The first: {first}")
}

pub fn updated(at: impl Display) -> String {
    format!("Updated {at} · ")
}

pub fn times_in(read: impl Display, deadlines: impl Display, zone: impl Display) -> String {
    format!("{read}{deadlines} · Times in {zone}")
}

pub fn as_last_loaded(offline: impl Display) -> String {
    format!("{offline}, as last loaded")
}

pub fn loaded(loaded: impl Display, stalled: impl Display) -> String {
    format!("{loaded} loaded: {stalled}")
}

pub fn of_loaded_ordered_among_these(loaded: impl Display, total: impl Display) -> String {
    format!("{loaded} of {total} loaded; only these are sorted")
}

pub fn loaded_ordered_among_these(loaded: impl Display) -> String {
    format!("{loaded} loaded; only these are sorted")
}

pub fn of_filtered_in_paydesk(shown: impl Display, loaded: impl Display) -> String {
    format!("{shown} of {loaded}, filtered in Paydesk")
}

pub fn of(shown: impl Display, all: impl Display) -> String {
    format!("{shown} of {all}")
}

pub fn with_these_filters(shown: impl Display) -> String {
    format!("{shown} with these filters")
}

pub fn service_counts(loaded: impl Display, total: impl Display) -> String {
    format!("{loaded}; the service counts {total}")
}

pub fn disputes(count: impl Display) -> String {
    format!("{count} disputes")
}

// Workspace: case templates

pub const CASE_TEMPLATES: &str = "Case templates";

pub fn apply(shown: impl Display) -> String {
    format!("Apply: {shown}")
}

pub fn for_reason_and_product(reason: impl Display, product: impl Display) -> String {
    format!("{reason} · {product}")
}

// Workspace: deadline

/// Short enough for a button: that it was submitted is said by the status.
pub fn respond_by(at: impl Display) -> String {
    format!("Respond by {at}")
}

pub fn in_zone_only_here(zone: impl Display) -> String {
    format!("Times in {zone}; only in Paydesk")
}

pub fn evidence_until(at: impl Display) -> String {
    format!("Evidence due {at}")
}

pub fn was_due(at: impl Display) -> String {
    format!("Was due {at}")
}

pub fn submitted_more_evidence_may(at: impl Display) -> String {
    format!("Submitted. Evidence sent after {at} may be refused.")
}

pub fn days_for(known: impl Display) -> String {
    format!("Days for “{known}”")
}

pub fn this_time_occurs_twice(first: impl Display) -> String {
    format!("This time occurs twice that day (clock change): the first is used, at UTC{first}")
}

pub fn clocks_of_skip_this_time(zone: impl Display) -> String {
    format!("Clocks in {zone} skip this time that day: enter a time one hour later")
}

// Workspace: decided

pub const DISPUTE_IS_CLOSED: &str = "The dispute is closed";

pub fn so_evidence_can_no_longer(why: impl Display, at: impl Display) -> String {
    format!("{why}, so evidence can no longer be submitted. Last submitted in Paydesk {at}.")
}

pub fn so_evidence_can_no_longer_be_submitted(why: impl Display) -> String {
    format!("{why}, so evidence can no longer be submitted. Nothing was submitted in Paydesk.")
}

pub fn without_submission_from_paydesk(word: impl Display) -> String {
    format!("{word} without a submission in Paydesk")
}

pub fn sent_outcome_of_submission_not_known(word: impl Display) -> String {
    format!("{word}. Evidence was sent, outcome unknown.")
}

pub fn so_evidence_was_sent(why: impl Display, at: impl Display) -> String {
    format!(
        "{why}, so evidence can no longer be submitted. Evidence was sent {at}, but it is unclear whether the \
            service received it."
    )
}

pub fn after_1_submission(word: impl Display) -> String {
    format!("{word} after 1 submission")
}

pub fn after_submissions(word: impl Display, count: impl Display) -> String {
    format!("{word} after {count} submissions")
}

pub fn not_submitted(join: impl Display) -> String {
    format!("Not submitted: {join}")
}

// Workspace: facts

pub const NOTHING_KNOWN_HERE: &str = "No facts available";
pub const INSERT: &str = "Insert";

pub fn payment_could_not_be_loaded(what: impl Display) -> String {
    format!("The payment could not be loaded: {what}")
}

pub fn inserted_into(fields: impl Display) -> String {
    format!("Inserted into: {fields}")
}

pub fn insert_into(fact: impl Display, source: impl Display, into: impl Display) -> String {
    format!("Insert {fact}{source} into {into}")
}

pub fn into(into: impl Display) -> String {
    format!("Into “{into}”")
}

// Workspace: form

pub const RECOMMENDED: &str = "Recommended";
pub const NEW: &str = "New";

pub fn fill_known_facts(count: impl Display) -> String {
    format!("Fill in facts ({count})")
}

pub fn remove_from_submitted_evidence(texts: impl Display) -> String {
    format!("Remove from submitted evidence: {texts}")
}

// Workspace: head

pub const BACK_TO_DISPUTES: &str = "Back to disputes";
pub const FACTS: &str = "Facts";
pub const LIBRARY: &str = "Library";
pub const SUBMIT: &str = "Submit…";

pub fn number_of(number: impl Display, count: impl Display) -> String {
    format!("{number} of {count}")
}

pub fn decided_of_needed(decided: usize, needed: usize) -> String {
    format!(
        "{decided} of {needed} decided disputes. What won is shown once {needed} are decided with evidence submitted here."
    )
}

pub fn won_of_decided(won: usize, decided: usize) -> String {
    format!("{won} of {decided} decided disputes were won. In parentheses: the range that 95% of such counts lie in.")
}

pub fn next_missing(label: impl Display) -> String {
    format!("Next: {label}")
}

pub fn significantly(counts: impl Display) -> String {
    format!("{counts}. A significant difference.")
}

pub fn may_be_chance(counts: impl Display) -> String {
    format!("{counts}. Not a significant difference: it may be chance.")
}

pub const DRAWN_FROM_LEFT: &str =
    "This window draws right-to-left text from left to right. The saved PDF has its order.";

pub fn at_stake(amount: impl Display) -> String {
    format!("At stake: {amount}")
}

pub fn at_stake_of_listed(stake: impl Display, listed: impl Display) -> String {
    format!("Can still be won or lost: {stake}\nAll that is listed: {listed}")
}

/// How much of what services and banks usually take of one text is used.
pub fn of_usual_characters(chars: impl Display, most: impl Display) -> String {
    format!("{chars} of usually {most} characters")
}

pub fn to_correct(faulty: impl Display) -> String {
    format!("{faulty} to correct")
}

pub fn of_recommended(met: impl Display, recommended: impl Display) -> String {
    format!("{met} of {recommended} recommended")
}

pub fn unsent_submitted(changed: impl Display, changes: impl Display, sent: impl Display) -> String {
    format!("{changed} unsent {changes} · {sent} submitted")
}

/// What is not sent and what was, where there is little room.
pub fn unsent_sent(changed: impl Display, sent: impl Display) -> String {
    format!("{changed} unsent · {sent} sent")
}

pub fn unsent(changed: impl Display) -> String {
    format!("{changed} unsent")
}

pub fn saved(at: impl Display) -> String {
    format!("Saved {at}")
}

pub fn and_outcome_not_known(text: impl Display, unconfirmed: impl Display) -> String {
    format!("{text} · {unconfirmed} sent, outcome unknown")
}

// Workspace: library

pub const EDIT: &str = "Edit";
pub const RESTORE: &str = "Restore";

pub fn insert(shown: impl Display) -> String {
    format!("Insert: {shown}")
}

pub fn edit(shown: impl Display) -> String {
    format!("Edit: {shown}")
}

pub fn remove(shown: impl Display) -> String {
    format!("Remove: {shown}")
}

pub fn was_removed(shown: impl Display) -> String {
    format!("“{shown}” was removed")
}

pub fn restore(shown: impl Display) -> String {
    format!("Restore: {shown}")
}

pub fn add_merge_field(field: impl Display) -> String {
    format!("Add merge field {field}")
}

// Workspace

pub fn it_is_listed_under_submitted(at: impl Display) -> String {
    format!("Sent {at}. The exact submission is under “Submitted” (“Sent” in a narrow window).")
}

pub fn dispute_is_not_in_list(id: impl Display) -> String {
    format!("Dispute {id} is not in the list with these filters")
}

pub fn as_of_it_could(at: impl Display) -> String {
    format!("Shown as of {at}: the dispute could not be refreshed")
}

pub fn status(status_text: impl Display) -> String {
    format!("Status “{status_text}”")
}

pub fn not_accepted(message: impl Display, refusal: impl Display) -> String {
    format!("The service did not accept the evidence: {message} ({refusal})")
}

pub fn not_sent(why: impl Display) -> String {
    format!("The evidence was not sent: {why}")
}

pub fn what_bank_expects(wanted: impl Display) -> String {
    format!("What the bank expects: {wanted}")
}

// Workspace: requirements

pub const GOODS: &str = ", goods";

pub fn reason_is_treated_as(known: impl Display) -> String {
    format!("The reason is treated as “{known}”")
}

pub fn is_treated_as(reason_text: impl Display, known: impl Display) -> String {
    format!("“{reason_text}” is treated as “{known}”")
}

pub fn restore_defaults(title: impl Display) -> String {
    format!("Restore defaults: {title}")
}

pub fn add_field(title: impl Display) -> String {
    format!("Add field: {title}")
}

pub fn remove_text(label: impl Display, title: impl Display) -> String {
    format!("Remove {label}: {title}")
}

pub fn or_another_field_instead_of(label: impl Display, title: impl Display) -> String {
    format!("Or an alternative to {label}: {title}")
}

// Workspace: review

pub fn submission_of(versions: impl Display, id_text: impl Display) -> String {
    format!("Submission #{versions} of {id_text}")
}

pub fn first_submission(count: impl Display, fields: impl Display) -> String {
    format!("{count} {fields} in the first submission")
}

pub fn nothing_was_confirmed_before(count: impl Display, fields: impl Display) -> String {
    format!("{count} {fields}. No earlier submission confirmed.")
}

pub fn all_other_submitted_fields_remain(count: impl Display, fields: impl Display) -> String {
    format!("{count} {fields}. All others stay as last submitted.")
}

pub fn submit_to(count: impl Display, fields: impl Display, environment: impl Display) -> String {
    format!("Submit {count} {fields} to {environment}")
}

pub fn go_to(field: impl Display) -> String {
    format!("Go to “{field}”")
}

// Workspace: texts

pub const UPDATE_STATEMENT: &str = "Update statement";
pub const DRAFT_STATEMENT: &str = "Draft statement";

pub fn changed_since(fields: impl Display) -> String {
    format!("Changed since: {fields}")
}

pub fn restore_text(template: impl Display) -> String {
    format!("Restore “{template}”")
}

// Workspace: upload

pub const ANOTHER_FILE: &str = "Another file is being uploaded";

pub fn upload_to(service: FileService) -> &'static str {
    match service {
        FileService::Sandbox => "Upload to the sandbox",
        FileService::Service => "Upload to the service",
    }
}

pub fn or_drop_file_here(kinds: &str) -> String {
    format!("{kinds}; or drop the file here")
}

pub fn choose_file(label: impl Display) -> String {
    format!("Choose file: {label}")
}

pub fn path_of_file(label: impl Display) -> String {
    format!("File path: {label}")
}

pub fn choose_field_for(name: impl Display) -> String {
    format!("Choose a field for “{name}”")
}

pub fn pages(pages: impl Display) -> String {
    format!(", {pages} pages")
}

/// A file of the evidence that was submitted elsewhere; its size is in kB.
pub fn file_at_service(name: impl Display, size: Option<u64>) -> String {
    let size = size.map(|size| format!(", {size} kB")).unwrap_or_default();
    format!("Already submitted: {name}{size}")
}

pub fn kb(note: impl Display, kilobytes: impl Display, pages: impl Display) -> String {
    format!("{note}, {kilobytes} kB{pages}")
}

pub fn sha_256(note: impl Display, hash: impl Display) -> String {
    format!("{note}, SHA-256 {hash}…")
}

pub fn sha_256_text(sha256: impl Display) -> String {
    format!("SHA-256 {sha256}")
}

// Workspace: versions

/// `Also written for “Customer name”`.
pub fn also_written(field: &str) -> String {
    format!("Other text for “{field}”, not in the draft")
}

pub fn written_by(who: &str, at: impl Display) -> String {
    format!("By {who}, {at}, while you were editing")
}

pub fn submitted_in_paydesk_won_lost(reason: impl Display, won: impl Display, lost: impl Display) -> String {
    format!("“{reason}” contested in Paydesk: {won} won, {lost} lost")
}

pub fn in_of_won(won_2: impl Display, won: impl Display, lost_2: impl Display, lost: impl Display) -> String {
    format!("in {won_2} of {won} won, in {lost_2} of {lost} lost")
}

pub fn submitted_at_end(join: impl Display) -> String {
    format!("Last submitted: {join}")
}

pub fn submitted(index: impl Display) -> String {
    format!("Submitted #{index}")
}

pub fn by(who: impl Display) -> String {
    format!(" by {who}")
}

pub fn bytes(at: impl Display, who: impl Display, body: impl Display) -> String {
    format!("{at}{who}, {body} bytes")
}

pub fn what_was_sent_as_byte(index: impl Display) -> String {
    format!("Submission #{index}, exactly as sent")
}

pub fn has_been_writing(person: impl std::fmt::Display, since: impl std::fmt::Display) -> String {
    format!("{person} has been writing this since {since}")
}
