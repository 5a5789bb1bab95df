//! The texts of the count of payments.

use paydesk_domain::known::Known;
use paydesk_domain::money::grouped_count;

/// What the service counts, and whether as many are known here.
pub fn both(service: u64, here: Known<u64>) -> String {
    let counts = service_counts(service);
    match here {
        Known::Exact(here) if here == service => format!("{counts}, the same as Paydesk"),
        Known::Exact(here) if here < service => {
            format!("{counts}. Paydesk has {}: {} missing.", grouped_count(here), are(service - here))
        }
        Known::Exact(here) => {
            let more = grouped_count(here - service);
            format!("{counts}. Paydesk has {}: {more} more than the service counts.", grouped_count(here))
        }
        Known::AtLeast(here) => format!("{counts}. Paydesk has read {} of them.", grouped_count(here)),
        Known::Unknown => counts,
    }
}

fn service_counts(payments: u64) -> String {
    match payments {
        1 => "The service counts 1 payment".to_owned(),
        count => format!("The service counts {} payments", grouped_count(count)),
    }
}

fn are(count: u64) -> String {
    match count {
        1 => "1 is".to_owned(),
        count => format!("{} are", grouped_count(count)),
    }
}
