//! `paydesk team rule`: what needs the approval of a second person.

use strum::IntoEnumIterator;

use paydesk_api::endpoints::OPERATIONS;
use paydesk_api::operation::Endpoint;
use paydesk_domain::approval::{ApprovalRule, RuleLimit};
use paydesk_domain::money::{AmountError, Currency, MinorUnits, Money, parse_amount};
use paydesk_team::{TeamAddress, TeamConnection, TeamProfile};

use super::connecting::{connected, profile_named, shown};
use super::error::{RuleError, TeamCommandError};

/// What was asked for about a rule.
#[derive(Debug, Clone)]
pub struct RuleRequest {
    /// As the specification names what is sent: `create_refund`.
    pub operation: String,
    pub profile: String,
    /// An amount as it is typed, of `currency`.
    pub above: Option<String>,
    pub currency: Option<String>,
    /// Of `currency` at the service; `None` as every service counts it.
    pub decimals: Option<u32>,
    pub count: Option<i64>,
    /// The first payout to each account.
    pub is_first_to_account: bool,
    /// Removes the rule for the currency, or for the count.
    pub is_off: bool,
}

fn names() -> impl Iterator<Item = &'static str> {
    OPERATIONS.iter().map(|spec| spec.endpoint.into())
}

fn unknown(operation: &str) -> RuleError {
    RuleError::Operation { name: shown(operation), there: names().collect::<Vec<_>>().join(", ") }
}

pub async fn set(address: &TeamAddress, request: &RuleRequest) -> Result<String, TeamCommandError> {
    let operation = names().find(|name| *name == request.operation);
    let operation = operation.ok_or_else(|| unknown(&request.operation))?;
    let currency = request.currency.as_deref().map(|code| currency_of(code, request.decimals)).transpose()?;
    if request.is_first_to_account {
        return set_first(address, operation, request).await;
    }
    if request.is_off {
        return remove(address, operation, &request.profile, currency.as_ref()).await;
    }
    let limit = match (&request.above, &currency, request.count) {
        (Some(above), Some(currency), None) => RuleLimit::Amount(limit_of(above, currency)?),
        (None, None, Some(count)) => RuleLimit::Count(count),
        (_, _, _) => return Err(RuleError::NoLimit.into()),
    };
    let connection = connected(address).await?;
    let profile = profile_named(&connection, &request.profile).await?;
    connection.set_rule(profile.id, operation, &limit).await?;
    Ok(format!("In “{}” {} approval", shown(&profile.name), needs(operation, &limit)))
}

/// Only a payout has an account.
async fn set_first(address: &TeamAddress, operation: &str, request: &RuleRequest) -> Result<String, TeamCommandError> {
    if operation != <&str>::from(Endpoint::CreatePayout) {
        return Err(RuleError::NoAccount.into());
    }
    let connection = connected(address).await?;
    let profile = profile_named(&connection, &request.profile).await?;
    connection.set_first_account_rule(profile.id, operation, !request.is_off).await?;
    let name = shown(&profile.name);
    Ok(match request.is_off {
        true => format!("“{name}” no longer has a rule for the first {operation} to an account"),
        false => format!("In “{name}” {} approval", needs(operation, &RuleLimit::FirstToAccount)),
    })
}

async fn remove(
    address: &TeamAddress,
    operation: &str,
    profile: &str,
    currency: Option<&Currency>,
) -> Result<String, TeamCommandError> {
    let connection = connected(address).await?;
    let profile = profile_named(&connection, profile).await?;
    connection.remove_rule(profile.id, operation, currency).await?;
    let of = currency.map_or_else(|| "by count".to_owned(), |currency| format!("in {}", currency.code()));
    Ok(format!("“{}” no longer has a rule for {operation} {of}", shown(&profile.name)))
}

/// The lines of a profile's rules.
pub async fn lines(connection: &TeamConnection, profile: &TeamProfile) -> Result<Vec<String>, TeamCommandError> {
    let rules = connection.approval_rules(profile.id).await?;
    let line = |rule: &ApprovalRule| format!("  Rule: {} approval", needs(&rule.operation, &rule.above));
    Ok(rules.iter().map(line).collect())
}

/// `create_refund above 100.00 EUR needs`, to go before what it needs.
fn needs(operation: &str, above: &RuleLimit) -> String {
    let operation = shown(operation);
    match above {
        RuleLimit::Amount(amount) => format!("{operation} above {amount} needs"),
        RuleLimit::FirstToAccount => format!("{operation} to an account that has not been paid before needs"),
        RuleLimit::Count(0) => format!("every {operation} needs"),
        RuleLimit::Count(count) => format!("{operation} of more than {count} at once needs"),
    }
}

/// A currency with so many decimals. Without them as every service counts it: which one the team works with is not known
/// here.
fn currency_of(code: &str, decimals: Option<u32>) -> Result<Currency, RuleError> {
    let upper = code.trim().to_ascii_uppercase();
    let is_code = upper.len() == 3 && upper.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_code {
        return Err(RuleError::Currency(shown(code)));
    }
    let Some(decimals) = decimals else { return Ok(MinorUnits::Undecided.currency(&upper)) };
    let mut counted = MinorUnits::iter().map(|units| units.currency(&upper));
    let counted = counted.find(|currency| currency.exponent() == Some(decimals));
    counted.ok_or(RuleError::Decimals { code: upper, decimals })
}

fn limit_of(above: &str, currency: &Currency) -> Result<Money, RuleError> {
    parse_amount(above, currency).map_err(|error| match error {
        AmountError::NoDecimals(currency) => RuleError::CountedDifferently(currency),
        error => error.into(),
    })
}
