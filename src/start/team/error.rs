//! Why a command of a team ended badly, and with which exit code.

use std::process::ExitCode;

use crate::start::output::{CommandError, OutputError};
use paydesk_domain::address::AddressError;
use paydesk_domain::money::{AmountError, Currency};
use paydesk_team::{TeamAddressError, TeamError};

/// Why a command of a team ended badly.
#[derive(Debug, thiserror::Error)]
pub enum TeamCommandError {
    #[error(transparent)]
    Address(#[from] TeamAddressError),
    #[error(transparent)]
    Service(#[from] AddressError),
    #[error("{0}.\n{to_do}", to_do = .0.what_to_do())]
    Team(#[from] TeamError),
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error("The team has no profile “{name}”. Its profiles: {there}.")]
    NoProfile { name: String, there: String },
    #[error("The password could not be read from standard input: {0}")]
    Input(std::io::Error),
    #[error("{broken} of {all} journals were altered")]
    Broken { broken: usize, all: usize },
    #[error("The month {0} has not started yet (UTC)")]
    MonthNotBegun(String),
    #[error("There is no password on standard input")]
    NoPassword,
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error("The network part could not be started: {0}")]
    Start(std::io::Error),
}

impl CommandError for TeamCommandError {
    /// 2 where what was typed is wrong, 1 for anything else.
    fn exit_code(&self) -> ExitCode {
        match self {
            Self::Address(_) | Self::Service(_) | Self::Rule(_) | Self::NoProfile { .. } | Self::MonthNotBegun(_) => {
                ExitCode::from(2)
            }
            _ => ExitCode::FAILURE,
        }
    }
}

/// Why a rule cannot be.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    #[error("“{name}” is not an operation. Use: {there}.")]
    Operation { name: String, there: String },
    #[error("“{0}” is not a currency: use three letters such as EUR")]
    Currency(String),
    #[error("The amount cannot be read: {0}")]
    Amount(#[from] AmountError),
    #[error(
        "Services use different numbers of decimals for {0}. Add --decimals with the number that yours uses, such as 2."
    )]
    CountedDifferently(Currency),
    #[error("No known service uses {decimals} decimals for {code}")]
    Decimals { code: String, decimals: u32 },
    #[error("Only create_payout has an account: leave out --first-to-account")]
    NoAccount,
    #[error("Set a limit: --above AMOUNT --currency EUR, --count NUMBER, or --first-to-account; --off removes a rule")]
    NoLimit,
}
