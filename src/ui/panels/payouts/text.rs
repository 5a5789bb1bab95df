//! The texts of payouts.

pub use crate::text::{
    ACCOUNT, ATTEMPTS, BANK_REDIRECT, BEGINS_WITH_HTTPS, BILLING, BY, CANCEL, CARD, CHANGED, CHECK_STATUS, CLOSE,
    CLOSE_PANE, CREATED_BY, CREATED_SERVICE_REPORTED_NO_DETAILS, DEFAULT, DESCRIPTION, DISCARDS_WHAT_WAS_ENTERED, EDIT,
    LAST_READ, MERCHANT, MESSAGE, METADATA, METHOD, METHODS_OFFERED, OPEN_CUSTOMER, PAYOUTS, PHONE_COUNTRY_CODE,
    RAW_JSON, RECIPIENT, RETURN_URL, SPECIFY_LATER, SUCH_AS_44, SUCH_AS_203_0_113, THEME, TYPE, UNIFIED_CODE, WALLET,
    WHY_IT_FAILED, WITHOUT_COUNTRY_CODE, YOUR_REFERENCE,
};
pub use paydesk_core::text::{
    AMOUNT, CREATED, CUSTOMER, CUSTOMER_ID, E_MAIL, IP_ADDRESS, NAME, PHONE, PROFILE, STATUS, TIME_ZONE,
};

use std::fmt::Display;

// Detail

pub const PAYOUT: &str = "Payout";
pub const ADD_PAYOUT_METHOD: &str = "Add payout method…";

pub fn error_service_reported_cannot(error: impl Display) -> String {
    format!("The error the service reported cannot be read: {error}")
}

pub fn fulfil(amount: impl Display) -> String {
    format!("Fulfil {amount}…")
}

// Facts

pub const PROCESSORS_CODE: &str = "Processor's code";
pub const PROCESSOR_MESSAGE: &str = "Processor message";
pub const WHERE_MONEY_GOES: &str = "Where the money goes";
pub const PRIORITY: &str = "Priority";
pub const PROCESSOR_WANTS_PRIORITY: &str = "Choose a priority: the processor of this payout wants one";
pub const ENTITY_TYPE: &str = "Entity type";
pub const AUTOMATIC_PAYOUT: &str = "Automatic payout";
pub const RECURRING: &str = "Recurring";
pub const BUSINESS_COUNTRY: &str = "Business country";
pub const SAVED_METHOD: &str = "Saved method";
pub const PROCESSORS_TRANSACTION: &str = "Processor's transaction";
pub const PAYOUT_LINK: &str = "Payout link";
pub const PHONE_CODE: &str = "Phone code";
pub const YES: &str = "Yes";
pub const NO: &str = "No";

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

pub fn attempt(number: impl Display) -> String {
    format!("Attempt {number}")
}

pub fn by(name: impl Display) -> String {
    format!(" by {name}")
}

// Fields

pub const AT_MOST_255_CHARACTERS_GENERATED: &str = "At most 255 characters; generated if empty";
pub const PAYOUT_TOKEN: &str = "Payout token";
pub const REFERENCE_OF_STORED_METHOD: &str = "The reference of a stored method";
pub const PAYOUT_METHOD_ID: &str = "Payout method id";
pub const A_SAVED_METHOD: &str = "A saved method";
pub const PAYOUT_TYPE: &str = "Payout type";
pub const EXISTING_CUSTOMER_OR_NEW_ONE: &str = "An existing customer or a new one";
pub const TAX_REGISTRATION_ID: &str = "Tax registration id";
pub const SENT_AND_NEVER_STORED: &str = "Sent and never stored";
/// Of the column that has no title to be seen.
pub const NEXT_STEP: &str = "Next step";
pub const IDENTITY: &str = "Tax id and identity document of the recipient";
pub const DOCUMENT_DETAILS: &str = "Document details";
pub const JSON_OBJECT_SENT_AND_NEVER: &str =
    "An identity document as JSON, only if your processor asks for one; never stored";
pub const MERCHANT_NAME_ON_PAGE: &str = "Merchant name on the page";
pub const LOGO: &str = "Logo";
pub const ADDRESS_THAT_BEGINS_WITH_HTTPS: &str = "An address that begins with https://";
pub const COLOUR_SUCH_AS_3451D1: &str = "A colour, such as #3451D1";
pub const FORM_LAYOUT: &str = "Form layout";
pub const SEPARATE_WITH_COMMAS_BANK_CARD: &str = "Separate with commas: bank, card";
pub const VALID_FOR: &str = "Valid for";
pub const SECONDS_UNTIL_CLIENT_SECRET_EXPIRES: &str = "Seconds until the client secret expires";
pub const TEST_MODE: &str = "Test mode";
pub const BUSINESS_PROFILE: &str = "Business profile";
pub const ACCOUNTS_DEFAULT: &str = "The account's default where it is empty";
pub const RECURRING_METHOD_IS_SAVED: &str = "Recurring: the method is saved for further payouts";
pub const USER_AGENT: &str = "User agent";
pub const ACCEPT_HEADER: &str = "Accept header";
pub const ACCEPTED_LANGUAGES: &str = "Accepted languages";
pub const SUCH_AS_DE_DE_EN: &str = "Such as de-DE, en";
pub const LANGUAGE: &str = "Language";
pub const SUCH_AS_DE_DE: &str = "Such as de-DE";
pub const REFERER: &str = "Referer";
pub const PAGE_IT_CAME_FROM: &str = "The page it came from";
pub const OPERATING_SYSTEM: &str = "Operating system";
pub const VERSION_OF_SYSTEM: &str = "Version of the system";
pub const DEVICE_MODEL: &str = "Device model";
pub const MINUTES_FROM_UTC: &str = "Minutes from UTC";
pub const SCREEN_WIDTH: &str = "Screen width";
pub const IN_PIXELS: &str = "In pixels";
pub const SCREEN_HEIGHT: &str = "Screen height";
pub const COLOUR_DEPTH: &str = "Colour depth";
pub const IN_BITS: &str = "In bits";
pub const JAVA_ENABLED: &str = "Java enabled";
pub const JAVASCRIPT_ENABLED: &str = "JavaScript enabled";
pub const IBAN: &str = "IBAN";
pub const ISPB: &str = "ISPB";
pub const QR_CODE_EMV: &str = "QR code (EMV)";
pub const DEVICE_NUMBER_DPAN: &str = "Device number (DPAN)";
pub const PSP_TOKEN: &str = "PSP token";
pub const PSP_CUSTOMER_ID: &str = "PSP customer id";
pub const RECIPIENTS_E_MAIL: &str = "Recipient's e-mail";
pub const CHECKED_BEFORE_IT_IS_SENT: &str = "Checked before it is sent";
pub const N8_OR_11_CHARACTERS_TEXT: &str = "8 or 11 characters";
pub const N01_TO_12_TEXT: &str = "01 to 12";
pub const SUCH_AS_2030: &str = "Such as 2030";
pub const TEST_CARD_SUCH_AS_4242: &str = "A test card, such as 4242 4242 4242 4242";
pub const IN_CAMELCASE_SUCH_AS_AMERICANEXPRESS: &str = "In CamelCase, such as AmericanExpress";
pub const WITH_ITS_COUNTRY_CODE: &str = "With its country code";
pub const NINE_DIGITS_ABA: &str = "Nine digits (ABA)";
pub const SIX_DIGITS_SUCH_AS_20: &str = "Six digits, such as 20-00-00";
pub const METHOD_TYPE_SUCH_AS_SEPA: &str = "A method type, such as sepa";

pub fn source(label: impl Display) -> String {
    format!("Source {label}")
}

pub fn bank_in(country: impl Display) -> String {
    format!("Bank in {country}")
}

// Form

pub const ACCOUNT_MONEY_COMES_FROM: &str = "Account the money comes from";
pub const MORE_ABOUT_PAYOUT: &str = "More about the payout";
pub const BROWSER_OF_RECIPIENT: &str = "Browser of the recipient";
pub const DEPRECATED_CUSTOMER_FIELDS: &str = "Deprecated customer fields";
pub const CREATE_PAYOUT: &str = "Create payout";
pub const NEW_PAYOUT: &str = "New payout";
pub const NEW_PAYOUT_FORM: &str = "New payout…";
pub const YOUR_ENTRIES_STAY: &str = "Your entries stay in this form, except account numbers";
pub const TYPE_AMOUNT_OR_LET: &str = "Type the amount, or let it wait to be fulfilled";
pub const CONFIRM_THAT_IT_IS_ANOTHER: &str = "Confirm that it is another payout, or close the form";
pub const ACCOUNT_DETAILS_ARE_NOT_STORED: &str = "Account details are not stored: enter them again to retry";
pub const CORRECT_IT_AND_TRY_AGAIN: &str = "Correct it and try again";
pub const PAYOUT_METHOD: &str = "Payout method";
pub const BILLING_ADDRESS: &str = "billing address";
pub const SERVICE_PREFERS_RECIPIENT_FIELDS_ABOVE: &str =
    "The service prefers the recipient fields above. These may repeat them but must not differ";
pub const PAY_OUT_IMMEDIATELY_WITHOUT_FULFILMENT: &str = "Pay out immediately, without fulfilment";
pub const CONFIRM_IMMEDIATELY: &str = "Confirm immediately";
pub const MONEY_IS_SENT_AS_SOON: &str =
    "The money is sent as soon as the payout is created; it cannot be recalled from here";
pub const CREATE_PAYOUT_LINK_RECIPIENT_ENTERS: &str =
    "Create a payout link: the recipient enters the account on its page";
pub const IT_IS_ANOTHER_PAYOUT_CREATE: &str = "This is another payout: create it anyway";
pub const THIS_LOOKS_LIKE_DUPLICATE_PAYOUT: &str = "This looks like a duplicate payout";

pub fn create_and_pay_out(amount: impl Display) -> String {
    format!("Create and pay out {amount}")
}

pub fn create_payout_of(amount: impl Display) -> String {
    format!("Create payout of {amount}")
}

pub fn type_to_pay_out_immediately(amount: impl Display) -> String {
    format!("Type {amount} to pay out immediately")
}

pub fn payout_of(id: impl Display, at: impl Display) -> String {
    format!("Payout {id} of {at}")
}

pub fn payout_sent_at_still_waiting(at: impl Display) -> String {
    format!("A payout sent at {at}, still waiting for a response,")
}

pub fn has_same_amount_and_goes(which: impl Display, by: impl Display) -> String {
    format!("{which} has the same amount and goes to {by}")
}

// List

pub const ONLY_KNOWN_PAYOUTS: &str = "Payouts appear here when you create them in Paydesk or a webhook event reports them. Others may exist at the service";
pub const NO_PAYOUTS: &str = "No payouts yet. Money you send to recipients appears here";
pub const CREATE_FIRST: &str = "Create first payout";
pub const RECIPIENT_ID_REFERENCE_STATUS: &str = "Recipient, id, reference, status";
pub const PAYOUTS_TABLE: &str = "Payouts table";
pub const AMOUNT_THAT_IS_NOT_KNOWN: &str = "an amount that is not known";
pub const FULFIL: &str = "Fulfil…";

pub fn fulfil_to(amount: impl Display, recipient: impl Display) -> String {
    format!("Fulfil {amount} to {recipient}")
}

// Method

pub const IN_THIS_SANDBOX_ACCOUNTS_ENDING: &str =
    "In this sandbox, accounts ending in 0001 are paid later, 0002 fail, 0003 are returned, 0004 are not eligible";
pub const WITHOUT_METHOD_PAYOUT_WAITS_ADD: &str =
    "Without a method the payout waits: add one later, or send the recipient a payout link";
pub const BANK_TRANSFER: &str = "Bank transfer";
pub const PASSTHROUGH: &str = "Passthrough";
pub const STORED_METHOD_BY_TOKEN: &str = "Stored method, by token";
pub const SAVED_METHOD_BY_ID: &str = "Saved method, by id";
pub const SOURCE_ACCOUNT: &str = "Source account";

// Refresh

pub const SERVICE_HAS_NO_CALL: &str = "The service has no call that only reads a payout: checking sends its description and metadata as known here, and overwrites changes from elsewhere";
pub const SERVICE_READS_PAYOUTS: &str = "Checking reads their status from the service";
pub const STOP_CHECKING: &str = "Stop checking";
pub const CHECK_1_PAYOUT: &str = "Check 1 payout";
pub const IT_MAY: &str = "It may";
pub const THEY_MAY: &str = "They may";
pub const CHECK_STATUS_NOW: &str = "Check status now";

pub fn checking_payout_status_of(nth: impl Display, of: impl Display) -> String {
    format!("Checking payout status: {nth} of {of}")
}

pub fn one_payout_is_shown(oldest: impl Display) -> String {
    format!("1 payout is shown as of {oldest}")
}

pub fn payouts_are_shown(count: impl Display, oldest: impl Display) -> String {
    format!("{count} payouts are shown as of {oldest} or later")
}

pub fn check_payouts(count: impl Display) -> String {
    format!("Check {count} payouts")
}

pub fn have_changed_since(may: impl Display, asking_sends: impl Display) -> String {
    format!("{may} have changed since. {asking_sends}")
}

pub fn as_of_check_its_status(reported_at: impl Display) -> String {
    format!("As of {reported_at}; check its status")
}

/// A group of fields that is folded, with something entered in it.
pub fn filled_in(title: impl Display) -> String {
    format!("{title} · filled in")
}

// Update

pub const SAVE_PAYOUT_METHOD: &str = "Save payout method";
pub const SAVE_PAYOUT: &str = "Save payout";
pub const DESCRIPTION_AND_METADATA: &str = "Description and metadata";
pub const THESE_REPLACE_DESCRIPTION_AND_ALL: &str = "These replace the description and all metadata at the service";

pub fn edit_payout(payout_id: impl Display) -> String {
    format!("Edit payout {payout_id}")
}
