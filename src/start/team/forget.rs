//! `paydesk team forget-payments`: removes the payments of old months for good.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};

use crate::start::output::print_line;
use paydesk_domain::money::grouped_count;
use paydesk_team::{PaymentMonth, TeamAddress, TeamConnection, TeamLimits};

use super::connecting::{profile_named, shown, with_password};
use super::error::TeamCommandError;

/// What was asked for on the command line.
#[derive(Debug, Clone)]
pub struct ForgetRequest {
    pub profile: String,
    /// The first day of the first month whose payments stay.
    pub before: NaiveDate,
    /// Without it, it is only said how many there are.
    pub is_confirmed: bool,
}

/// Says how many payments there are, and removes them where that was confirmed.
pub async fn forget(address: &TeamAddress, request: &ForgetRequest) -> Result<String, TeamCommandError> {
    let since = request.before.and_time(NaiveTime::MIN).and_utc();
    let limits = TeamLimits::of_removal();
    let connection =
        with_password(address, async |password| TeamConnection::open(address, password, limits).await).await?;
    if since > connection.clock().await? {
        return Err(TeamCommandError::MonthNotBegun(month_text(since)));
    }
    let profile = profile_named(&connection, &request.profile).await?;
    let months = connection.payment_months_before(profile.id, since).await?;
    let (name, before) = (shown(&profile.name), month_text(since));
    if !request.is_confirmed {
        let there = there_text(&months);
        return Ok(format!("“{name}” has {there} before {before} (UTC). To remove them for good, add --yes."));
    }
    // Also without any: from now on none of them are taken in.
    connection.keep_payments_since(profile.id, since).await?;
    let mut removed = 0;
    for PaymentMonth { month, .. } in months {
        let payments = connection.forget_payments(profile.id, month).await?;
        removed += payments;
        print_line(format_args!("{}: {} removed", month_text(month), payments_text(payments)))?;
    }
    let (were, removed) = (if removed == 1 { "was" } else { "were" }, payments_text(removed));
    Ok(format!("{removed} of “{name}” {were} removed; those before {before} (UTC) are not stored again"))
}

/// `12,000 payments in 3 months, the oldest of 2022-11,`.
fn there_text(months: &[PaymentMonth]) -> String {
    let Some(first) = months.first() else { return "no payments".to_owned() };
    let payments = payments_text(months.iter().map(|month| month.payments).sum());
    let of = month_text(first.month);
    match months.len() {
        1 => format!("{payments} in {of},"),
        count => format!("{payments} in {count} months, the oldest from {of},"),
    }
}

/// `1 payment`, `12,000 payments`.
fn payments_text(count: u64) -> String {
    format!("{} {}", grouped_count(count), if count == 1 { "payment" } else { "payments" })
}

fn month_text(month: DateTime<Utc>) -> String {
    month.format("%Y-%m").to_string()
}
