//! The texts of disputes.

pub use crate::text::{
    ACCEPTED, CANCEL, CANCELLED, CHANGED, CLEAR, CLEAR_ALL_FILTERS, CLEAR_FILTERS, CLEAR_SELECTION, DISPUTE, EXPIRED,
    LOADING, LOADING_PAYMENT, LOST, NOTHING_COULD_BE_READ, NOTHING_LOADED, OPEN_PAYMENT, PAYMENT_ID, REFRESH, REMOVE,
    RETRY, SAVE, SENT, UNDO, WON, assigned_to, selected,
};
pub use paydesk_core::text::{
    AMOUNT, ASSIGNEE, CUSTOMER, DISPUTES, EVIDENCE, NOBODY, NOT_UPLOADED_FROM_HERE, NOTE, NOTHING_IS_FILLED_IN_YET,
    ONE_PAGE, OVERDUE, PAYMENT, REASON, SENT_OUTCOME_NOT_KNOWN, STATUS, SUBMITTED, TYPE_NAME, WONT_CONTEST,
};

use std::fmt::Display;

use paydesk_domain::evidence::FileService;

// Columns

pub const TAKE_OVER: &str = "Take over…";
pub const READ_ONLY_UNTIL_CLOSED: &str =
    "You can read it. It can be written here once the dispute is closed there, or after you take it over";
pub const NOTHING_WRITTEN_YET: &str = "Nothing has been written yet";
pub const TIME_LEFT: &str = "Time left";

pub const OPENED: &str = "Opened";

// Handling

pub const ASSIGN: &str = "Assign…";
pub const ANOTHER_PERSON: &str = "Another person";
pub const NAME_THEN_ENTER: &str = "Name, then Enter";
pub const SNOOZE: &str = "Snooze…";
pub const ANOTHER_DAY: &str = "Another day";
pub const DAY_IN_FUTURE: &str = "Enter a day after today";
pub const SNOOZE_UNTIL_DAY: &str = "Snooze until this day";
pub const END_SNOOZE: &str = "End snooze";
pub const BACK_A_DAY_BEFORE_DUE: &str = "Back at this time, and a day before the evidence is due at the latest";
pub const CONTEST_AGAIN: &str = "Contest again";
pub const IT_LEAVES_DUE_COUNTS: &str = "No longer counted as due. Saved in Paydesk, not sent to the service";
pub const IT_COUNTS_AS_DUE_AGAIN: &str = "Counted as due again";
pub const EXPORT_SELECTED: &str = "Export selected…";
pub const SHOW_SNOOZED: &str = "Show the snoozed disputes";

pub fn not_contested(by: impl Display, at: impl Display) -> String {
    format!("Not contested, decided by {by} on {at}")
}

pub fn until_day_before_due(at: impl Display) -> String {
    format!("Until a day before it is due: {at}")
}

pub const UNTIL_DAY_BEFORE_EACH_IS_DUE: &str = "Until a day before each is due";

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

pub const SEARCH_DISPUTES: &str = "Search disputes";
pub const CUSTOMER_ID_OR_AMOUNT: &str = "Customer, id or amount";
pub const NO_DEADLINE: &str = "No deadline";

pub fn within_days(days: i64) -> String {
    if days == 1 { "Within 1 day".to_owned() } else { format!("Within {days} days") }
}

// List

pub const DISPUTES_LOAD_ONCE_PROFILE: &str = "Disputes load once the profile has a key";
pub const DISPUTES_COULD_NOT_BE_LOADED: &str = "Disputes could not be loaded";
pub const SOME_DISPUTES_COULD: &str = "Some disputes could not be loaded";
pub const LOADING_DISPUTES: &str = "Loading disputes…";
pub const NO_DISPUTES_DISPUTE_APPEARS_HERE: &str =
    "No disputes. A dispute appears here when a cardholder's bank opens one";
pub const OPEN_DISPUTE_TO_CONTINUE: &str =
    "Open a dispute to continue its draft, which is saved on this machine. Submit it when you are connected again";
pub const ANOTHER_STATUS: &str = "Another status";
pub const STATUS_AS_API_WRITES: &str = "Status as the API writes it, then Enter";
pub const TYPE_PAYMENT_ID: &str = "Type a payment id";
pub const SHOW_ITS_DISPUTES: &str = "Show its disputes";
pub const DISPUTES_TABLE: &str = "Disputes table";
pub const SERVICE_MAY_REFUSE_EVIDENCE_NOW: &str = "\nThe service may refuse evidence now";
pub const DEADLINES_REPORTED_BY_SERVICE_UNLESS: &str = "Deadlines reported by the service, unless marked est.";
pub const DEADLINES_ARE_ESTIMATES_SERVICE_REPORTS: &str = "Deadlines are estimates: the service reports none";
pub const ONE_DISPUTE: &str = "1 dispute";

pub fn no_dispute_matches_these_filters(unreadable: impl Display) -> String {
    format!("No dispute matches these filters{unreadable}")
}

pub fn no_known_dispute_matches(unknown: usize, loaded: impl Display) -> String {
    format!(
        "No dispute matches so far, but the customers of {unknown} of {loaded} disputes are not known yet: they are known once their payments have been loaded"
    )
}

pub const SEARCHED_WITHOUT_CUSTOMER: &str =
    "A search by name, e-mail or customer id finds a dispute once its payment has been loaded";

pub fn customers_not_known_yet(unknown: usize) -> String {
    if unknown == 1 { "1 customer not known yet".to_owned() } else { format!("{unknown} customers not known yet") }
}

pub fn no_dispute_could_be_loaded(stalled: impl Display) -> String {
    format!("No dispute could be loaded: {stalled}")
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
    format!("{loaded} of {total} loaded, ordered among these")
}

pub fn loaded_ordered_among_these(loaded: impl Display) -> String {
    format!("{loaded} loaded, ordered among these")
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
pub const SAVE_AS_CASE_TEMPLATE: &str = "Save as case template…";
pub const SAVE_CASE_TEMPLATE: &str = "Save the case template";
pub const NAME_OF_CASE_TEMPLATE: &str = "Name of the case template";
pub const FIELDS_OF_ONE_PAYMENT: &str =
    "Policies and texts are saved; what belongs to one payment is filled in for each dispute";
pub const NO_CASE_TEMPLATE: &str = "None yet. Save one from a dispute that was won";
pub const APPLY: &str = "Apply";
pub const ANY_PRODUCT: &str = "any product";
pub const FROM_TEMPLATE: &str = "From the template";
pub const FOR_EACH_DISPUTE: &str = "Filled in for each dispute";

pub fn apply(shown: impl Display) -> String {
    format!("Apply: {shown}")
}

pub fn for_reason_and_product(reason: impl Display, product: impl Display) -> String {
    format!("{reason} · {product}")
}

// Workspace: deadline

pub const NO_DEADLINE_KNOWN: &str = "No deadline known";
pub const CHANGE_DEADLINE: &str = "Change deadline";
pub const NOTHING_IS_DUE: &str = "Nothing is due";
pub const IN_YOUR_TIME_ZONE_ONLY: &str = "In your time zone; only in Paydesk";
pub const DEADLINE_OF_THIS_DISPUTE: &str = "Deadline of this dispute";
pub const SET_DEADLINE: &str = "Set deadline";
pub const TYPE_TIME: &str = "Type a time";
pub const USE_RULE: &str = "Use the rule";
pub const WHOLE_NUMBER_FROM_1: &str = "Enter a whole number from 1 to 120";
pub const FOR_ALL_DISPUTES: &str = "For all disputes with this reason";
pub const SET_RULE: &str = "Set rule";
pub const WRITE_IT_AS_2026_11: &str = "Write it as 2026-11-24 17:00";

/// Short enough for a button: that it was submitted is said by the status.
pub fn evidence_until(at: impl Display) -> String {
    format!("Evidence until {at}")
}

pub fn was_due(at: impl Display) -> String {
    format!("Was due {at}")
}

pub fn submitted_more_evidence_may(at: impl Display) -> String {
    format!("Submitted. More evidence may be refused since {at}")
}

pub fn days_for(known: impl Display) -> String {
    format!("Days for “{known}”")
}

pub fn this_time_occurs_twice(first: impl Display) -> String {
    format!("This time occurs twice that day (clock change): the first is used, at UTC{first}")
}

pub fn clocks_of_skip_this_time(zone: impl Display) -> String {
    format!("The clocks of {zone} skip this time that day: enter an hour later")
}

// Workspace: decided

pub const BANK_HAS_DECIDED: &str = "The bank has decided";
pub const DISPUTE_IS_CLOSED: &str = "The dispute is closed";
pub const WHAT_HAD_BEEN_SUBMITTED: &str = "What had been submitted";
pub const DRAFTED_BUT_NOT_SUBMITTED: &str = "Drafted but not submitted";

pub fn so_evidence_can_no_longer(why: impl Display, at: impl Display) -> String {
    format!("{why}, so evidence can no longer be submitted. Last submitted in Paydesk {at}")
}

pub fn so_evidence_can_no_longer_be_submitted(why: impl Display) -> String {
    format!(
        "{why}, so evidence can no longer be submitted. Nothing was submitted in Paydesk, and the service does not return submitted evidence"
    )
}

pub fn without_submission_from_paydesk(word: impl Display) -> String {
    format!("{word} without a submission from Paydesk")
}

pub fn sent_outcome_of_submission_not_known(word: impl Display) -> String {
    format!("{word}. Evidence was sent, outcome not known")
}

pub fn so_evidence_was_sent(why: impl Display, at: impl Display) -> String {
    format!(
        "{why}, so evidence can no longer be submitted. Evidence was sent in Paydesk {at}; whether the service received it is not known"
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

pub const DISPUTED_PAYMENT: &str = "Disputed payment";
pub const REASON_AT_SERVICE: &str = "Reason at the service";
pub const NOT_LOADED_SINCE_PAYDESK: &str = "Not loaded since Paydesk was started";
pub const NOTHING_KNOWN_HERE: &str = "Nothing known here";
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

pub const SHOW_CLEAR_OPTION_ON_ALL: &str = "Allow removing submitted evidence";
pub const CHECK_ID: &str = "Check the id";
pub const PRODUCT_TYPE: &str = "Product type";
pub const FIELDS_SHOWN: &str = "Fields shown";
pub const ALL_FIELDS: &str = "All fields";
pub const FILL_KNOWN_FACTS: &str = "Fill known facts";
pub const NO_EMPTY_RECOMMENDED_FIELD_HAS_KNOWN_FACT: &str = "No empty recommended field has a known fact";
pub const FILLED_IN_CHECK_IT: &str = "Filled in: check it";
pub const NOT_SPECIFIED: &str = "Not specified";
pub const RECOMMENDED: &str = "Recommended";
pub const ENTER_UPLOADS_FILE: &str = "Press Enter to upload this file. A path alone is not evidence.";
pub const WILL_BE_CLEARED: &str = "Will be cleared";
pub const NEW: &str = "New";
pub const THIS_FIELD_WAS_SUBMITTED: &str =
    "This field was submitted. To remove it, use “Remove from submitted evidence”";
pub const IT_WILL_BE_REMOVED: &str = "It will be removed from the submitted evidence";

pub fn fill_known_facts(count: impl Display) -> String {
    format!("Fill known facts ({count})")
}

pub fn remove_from_submitted_evidence(texts: impl Display) -> String {
    format!("Remove from submitted evidence: {texts}")
}

// Workspace: head

pub const BACK_TO_DISPUTES: &str = "Back to disputes";
pub const GO_TO_NEXT_MISSING_FIELD: &str = "Go to the next recommended field that is empty";
pub const PREVIOUS_DISPUTE: &str = "Previous dispute";
pub const NEXT_DISPUTE: &str = "Next dispute";
pub const THIS_IS_FIRST_DISPUTE: &str = "This is the first dispute in the list";
pub const THIS_IS_LAST_DISPUTE: &str = "This is the last dispute in the list";
pub const REFRESH_DISPUTE: &str = "Refresh dispute";
pub const FACTS: &str = "Facts";
pub const GUIDE: &str = "Guide";
pub const EVIDENCE_GUIDE: &str = "Evidence guide";
pub const LIBRARY: &str = "Library";
pub const PAGES_OF_DISPUTE: &str = "Pages of the dispute";
pub const YOU_ARE_REVIEWING_IT_BELOW: &str = "You are reviewing it below";
pub const SUBMIT: &str = "Submit…";
pub const SUBMIT_EVIDENCE: &str = "Submit evidence…";

pub fn number_of(number: impl Display, count: impl Display) -> String {
    format!("{number} of {count}")
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

pub const SAVING: &str = "Saving…";

pub fn not_saved(what: impl Display, what_to_do: impl Display) -> String {
    format!("{what}. {what_to_do}")
}

pub fn and_outcome_not_known(text: impl Display, unconfirmed: impl Display) -> String {
    format!("{text} · {unconfirmed} sent, outcome not known")
}

// Workspace: library

pub const TEXTS_AND_FILES_THAT_YOU: &str = "Texts and files that you use in many disputes";
pub const SAVED_ON_THIS_COMPUTER_TEXTS: &str =
    "Saved on this computer. Texts are shared by all profiles; a file belongs to this profile";
pub const SHARED_WITH_YOUR_TEAM_TEXTS: &str =
    "Shared with your team. Texts are for all profiles; a file belongs to this profile";
pub const ADD_TEXT: &str = "Add a text";
pub const ADD_FILE: &str = "Add a file";
pub const DISPUTE_IS_CLOSED_EVIDENCE_CAN: &str = "The dispute is closed: evidence can no longer be added";
pub const EDIT: &str = "Edit";
pub const RESTORE: &str = "Restore";
pub const SAVE_IN_LIBRARY: &str = "Save in the library";
pub const DISCARD_CHANGES: &str = "Discard changes";
pub const NAME_IN_LIBRARY: &str = "Name in the library";
pub const GOES_INTO: &str = "Goes into";
pub const FIELD_IT_GOES_INTO: &str = "The field it goes into";
pub const ID_UNDER: &str = "The id under which it was uploaded";
pub const ID_OF_FILE: &str = "Id of the file";
pub const TEXT_IN_LIBRARY: &str = "Text in the library";
pub const FOR_YOUR_TEAM_VERSION: &str = "For your team: version or source";
pub const FILLED_IN_FOR_EACH_DISPUTE: &str = "Filled in for each dispute:";

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
    format!("Add the merge field {field}")
}

// Workspace

pub const YOUR_DRAFT_IS_SAVED: &str =
    "Your draft is saved with every change. Submit it when the dispute can be loaded again";

pub fn it_is_listed_under_submitted(at: impl Display) -> String {
    format!("Sent {at}. What was sent is listed under “Submitted” (“Sent” in a narrow window), byte for byte")
}

pub fn dispute_is_not_in_list(id: impl Display) -> String {
    format!("Dispute {id} is not in the list with these filters")
}

pub fn as_of_it_could(at: impl Display) -> String {
    format!("As of {at}: it could not be refreshed")
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

// Workspace: preview

pub const PREVIEW: &str = "Preview";
pub const SAVE_AS_PDF: &str = "Save as PDF";
pub const AS_BANK_READS_IT: &str = "As the bank reads it once everything is submitted";

// Workspace: requirements

pub const RECOMMENDED_FIELDS_ARE_ESTIMATES: &str =
    "The recommended fields are estimates of Paydesk, not rules of the service";
pub const THEY_DECIDE_WHICH_FIELDS: &str = "They decide which fields are marked as recommended and counted, in all disputes. Adjust them to your experience; they are saved on this machine";
pub const THIS_DISPUTES_REASON: &str = "This dispute's reason";
pub const OTHER_REASONS: &str = "Other reasons";
pub const TREAT_THIS_REASON_AS: &str = "Treat this reason as…";
pub const SET_IN_PAYDESK: &str = "Set in Paydesk";
pub const REMOVE_MAPPING: &str = "Remove the mapping";
pub const SETS_TEXTS_RECOMMENDED_FIELDS: &str =
    "Sets the texts, the recommended fields and the deadline of all disputes with this reason";
pub const GOODS: &str = ", goods";
pub const SERVICE_OR_DIGITAL: &str = ", service or digital";
pub const EDITED: &str = "Edited";
pub const RESTORE_DEFAULTS: &str = "Restore the defaults";
pub const NO_FIELD_IS_RECOMMENDED: &str = "No field is recommended";
pub const ADD_FIELD: &str = "Add a field";

pub fn reason_is_treated_as(known: impl Display) -> String {
    format!("The reason is treated as “{known}”")
}

pub fn is_treated_as(reason_text: impl Display, known: impl Display) -> String {
    format!("“{reason_text}” is treated as “{known}”")
}

pub fn restore_defaults(title: impl Display) -> String {
    format!("Restore the defaults: {title}")
}

pub fn add_field(title: impl Display) -> String {
    format!("Add a field: {title}")
}

pub fn remove_text(label: impl Display, title: impl Display) -> String {
    format!("Remove {label}: {title}")
}

pub fn or_another_field_instead_of(label: impl Display, title: impl Display) -> String {
    format!("Or another field instead of {label}: {title}")
}

// Workspace: review

pub const NO_PROBLEMS_FOUND: &str = "No problems found";
pub const FIELD_WILL_BE_SUBMITTED: &str = "field will be submitted";
pub const FIELDS_WILL_BE_SUBMITTED: &str = "fields will be submitted";
pub const SUBMIT_AND_OPEN_NEXT: &str = "Submit and open next";
pub const BACK_TO_EVIDENCE: &str = "Back to evidence";
pub const EMPTY_ALTHOUGH_RECOMMENDED: &str = "Empty, although recommended for this reason";
pub const CLEARED: &str = "Cleared";

pub fn submission_of(versions: impl Display, id_text: impl Display) -> String {
    format!("Submission #{versions} of {id_text}")
}

pub fn first_submission(count: impl Display, fields: impl Display) -> String {
    format!("{count} {fields}. It is the first submission")
}

pub fn nothing_was_confirmed_before(count: impl Display, fields: impl Display) -> String {
    format!("{count} {fields}. No submission was confirmed before")
}

pub fn all_other_submitted_fields_remain(count: impl Display, fields: impl Display) -> String {
    format!("{count} {fields}, against the last submission; all other submitted fields remain unchanged")
}

pub fn submit_to(count: impl Display, fields: impl Display, environment: impl Display) -> String {
    format!("Submit {count} {fields} to {environment}")
}

pub fn go_to(field: impl Display) -> String {
    format!("Go to “{field}”")
}

// Workspace: texts

pub const INSERT_MENU: &str = "Insert…";
pub const INSERT_TEMPLATE: &str = "Insert a template";
pub const SAVE_AS_TEMPLATE: &str = "Save as template";
pub const NAMES_AMOUNTS_AND_IDS_BECOME: &str = "Names, amounts and ids become merge fields";
pub const NAME_OF_TEMPLATE: &str = "Name of the template";
pub const DELETE_TEMPLATE: &str = "Delete template";
pub const ADDS_LETTER_WRITTEN_FROM_COMPLETED: &str =
    "Adds a letter written from the completed fields to the statement; you can edit it";
pub const STATEMENT_IS_OUTDATED: &str = "The drafted statement is outdated";
pub const PAYMENT_CHANGED_SINCE: &str = "The payment was loaded or changed since";
pub const UPDATE_STATEMENT: &str = "Update statement";
pub const DRAFT_STATEMENT: &str = "Draft statement";
pub const TYPE_NAME_THEN_CHOOSE: &str = "Type a name, then choose what to include";
pub const INCLUDE: &str = "Include";

pub fn changed_since(fields: impl Display) -> String {
    format!("Changed since: {fields}")
}

pub fn restore_text(template: impl Display) -> String {
    format!("Restore “{template}”")
}

// Workspace: upload

pub const UPLOADING: &str = "Uploading…";
pub const CHOOSE_FILE_IN_DIALOG: &str = "Choose the file in the system dialog";
pub const ANOTHER_FILE: &str = "Another file is being uploaded";
pub const CHOOSE_FILE: &str = "Choose a file…";
pub const ENTER_FILE_PATH: &str = "Enter file path…";
pub const DROP_FILE_TO_ADD: &str = "Drop the file to add it to the evidence";
pub const SERVICE_TAKES_NO_FILES: &str =
    "The service takes no files here. Paste the id of an uploaded file into its field";
pub const DISCARD_FILE: &str = "Discard file";
pub const PATH_OF_FILE: &str = "Path of the file";
pub const TYPE_PATH_OF_FILE: &str = "Type the path of a file, or drop one";

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
    format!("Choose a file: {label}")
}

pub fn path_of_file(label: impl Display) -> String {
    format!("Path of a file: {label}")
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
    format!("Submitted already: {name}{size}")
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

pub const NOTHING_WAS_SUBMITTED_IN_PAYDESK: &str =
    "Nothing was submitted in Paydesk, and the service does not return submitted evidence";
pub const NO_EVIDENCE_WAS_SUBMITTED: &str = "No evidence was submitted in Paydesk";
pub const EVIDENCE_WAS_SENT_OUTCOME: &str = "Evidence was sent in Paydesk, outcome not known";
pub const WHAT_WAS_SENT_AS_BYTES: &str = "What was sent, byte for byte";
pub const COPY_SUBMISSION: &str = "Copy the submission";

pub const COPY_OTHER_TEXT: &str = "Copy this text";

/// `Also written for “Customer name”`.
pub fn also_written(field: &str) -> String {
    format!("Also written for “{field}”, and not in the draft")
}

pub fn written_by(who: &str, at: impl Display) -> String {
    format!("By {who}, {at}, while it was changed here")
}

pub fn submitted_in_paydesk_won_lost(reason: impl Display, won: impl Display, lost: impl Display) -> String {
    format!("“{reason}” submitted in Paydesk: {won} won, {lost} lost")
}

pub fn in_of_won(won_2: impl Display, won: impl Display, lost_2: impl Display, lost: impl Display) -> String {
    format!("in {won_2} of {won} won, in {lost_2} of {lost} lost")
}

pub fn submitted_at_end(join: impl Display) -> String {
    format!("Submitted at the end: {join}")
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
    format!("What was sent as #{index}, byte for byte")
}

pub fn has_been_writing(person: impl std::fmt::Display, since: impl std::fmt::Display) -> String {
    format!("{person} has been writing this since {since}")
}
