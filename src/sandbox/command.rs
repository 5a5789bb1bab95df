//! `paydesk sandbox`: arguments, the connection line, signals.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use serde::Serialize;

use super::clock::ClockStart;
use super::config::{
    CredentialOverrides, Credentials, DEFAULT_PAYMENTS, DEFAULT_WEBHOOK_TIMEOUT, DataLocation, SandboxConfig,
};
use super::engine::{RefundChecks, SandboxShapes};
use super::error::SandboxError;
use super::hosts::parse_allowed_host;
use super::seed::SeedPlan;
use super::server::{RunningSandbox, start};
use paydesk_domain::review::{ReviewStatus, ReviewStatusSource};
use paydesk_platform::end_signals::EndSignals;

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = CHOICES)]
pub struct SandboxArgs {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8600", value_name = "ADDRESS")]
    pub listen: SocketAddr,
    /// Accept an address that other machines can reach
    #[arg(long)]
    pub allow_remote: bool,
    /// Accept requests to this host as well, beside localhost and the address; may be repeated
    #[arg(long, value_name = "HOST[:PORT]", value_parser = parse_allowed_host)]
    pub allow_host: Vec<String>,
    /// Save the data in this directory, where it survives a crash [default: the platform's data directory]
    #[arg(long, value_name = "DIR", conflicts_with = "in_memory")]
    pub data_dir: Option<PathBuf>,
    /// Keep the data in memory only
    #[arg(long)]
    pub in_memory: bool,
    /// Seed of ids and rows; the same seed creates the same data
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Payments of a new sandbox; existing data is not changed
    #[arg(long, default_value_t = DEFAULT_PAYMENTS, value_name = "N", value_parser = payments_range())]
    pub payments: u32,
    /// Requests a minute and key, or “off”
    #[arg(long, default_value = "600", value_name = "N|off", value_parser = parse_rate_limit)]
    pub rate_limit: RateLimit,
    /// Order of the checks of POST /refunds: the refund_id, or the amount and pending refunds first; saved with the
    /// data [default: id-first]
    #[arg(long, value_name = "ORDER", value_enum)]
    pub refund_checks: Option<RefundChecks>,
    /// Status of a payment in manual review; saved with the data [default: requires_merchant_action]
    #[arg(long, value_name = "STATUS", value_parser = parse_review_status)]
    pub review_status: Option<ReviewStatus>,
    /// API of the sandbox: that of the specification, or of the payment orchestrator hyperswitch (v1); saved with the
    /// data [default: spec]
    #[arg(long, value_name = "SHAPES", value_enum)]
    pub shapes: Option<SandboxShapes>,
    /// Secret key (snd_…), instead of a random one
    #[arg(long, value_name = "KEY")]
    pub api_key: Option<String>,
    /// Publishable key (pk_snd_…), instead of a random one
    #[arg(long, value_name = "KEY")]
    pub publishable_key: Option<String>,
    /// Admin key (admin_…), instead of a random one
    #[arg(long, value_name = "KEY")]
    pub admin_key: Option<String>,
    /// Merchant id, instead of a random one
    #[arg(long, value_name = "ID")]
    pub merchant_id: Option<String>,
    /// Business profile id, instead of a random one
    #[arg(long, value_name = "ID")]
    pub profile_id: Option<String>,
    /// Secret that signs webhooks, instead of a random one
    #[arg(long, value_name = "SECRET")]
    pub webhook_secret: Option<String>,
}

/// What a person should know of the choices made where the specification is silent; the full list is in the
/// documentation of the module `sandbox`.
const CHOICES: &str = "\
How this sandbox behaves where the specification is silent or contradicts itself:
  · 600 requests a minute per key, in fixed windows; calls to /_sandbox/* are not counted
  · a payment in manual review has the status requires_merchant_action (--review-status for another, or
    review_status in POST /_sandbox/settings)
  · a manual-capture payment that is approved becomes requires_capture; the remainder of a partial capture can
    still be captured; HE_01 is answered with 409 (all three switchable: POST /_sandbox/settings)
  · POST /refunds looks at the refund_id first: the same request again is answered with the same refund
    (--refund-checks amount-first, or refund_checks in POST /_sandbox/settings)
  · --shapes hyperswitch, or shapes in POST /_sandbox/settings, answers as that payment orchestrator does; calls that
    require a sign-in there return 400 IR_04, unless login_endpoints_take_keys is set; a new or reseeded sandbox has
    payments in each of its statuses
  · its dashboard sign-in: desk@shop.example with the password Secret-123456! and the code 123456, or none; a restart
    signs out
  · /payments/list takes GET with a query and POST with a body
  · webhooks go to this machine only: POST /_sandbox/webhooks {url, secret?}; retries for about 25 hours on
    the sandbox's clock; on request, events are sent twice, out of order, with a bad signature or late (duplicates,
    shuffle, corrupt_signature, delay_seconds)
  · for programs, not for web pages: a Host that is neither localhost nor the address (--allow-host for others), and
    requests from web pages in a browser, are refused with 403; links and pages are under the address it listens on
  · everything under /_sandbox/ belongs to the sandbox alone and takes a secret or an admin key: clock, faults, ledger, settings, seed, reset, log, 3DS pages, webhooks,
    events";

/// The value of `--rate-limit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit(pub Option<u32>);

fn payments_range() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(0..=i64::from(SeedPlan::MAX_PAYMENTS))
}

fn parse_review_status(text: &str) -> Result<ReviewStatus, String> {
    ReviewStatus::parse(text, ReviewStatusSource::Assumed).map_err(|error| error.to_string())
}

fn parse_rate_limit(text: &str) -> Result<RateLimit, String> {
    match text {
        "off" => Ok(RateLimit(None)),
        number => match number.parse() {
            Ok(limit) if limit > 0 => Ok(RateLimit(Some(limit))),
            Ok(_) | Err(_) => Err("give a number of requests a minute, at least 1, or “off”".to_owned()),
        },
    }
}

/// Serves until SIGINT or SIGTERM.
pub async fn run(args: SandboxArgs) -> Result<(), SandboxError> {
    // Before the line is printed: whoever reads it may signal at once.
    let signals = EndSignals::listen().map_err(SandboxError::Signals)?;
    let running = start(args.into_config()).await?;
    print_connection_line(&running)?;
    signals.wait().await;
    tracing::info!("the sandbox is stopping");
    running.stop().await
}

impl SandboxArgs {
    fn into_config(self) -> SandboxConfig {
        let data = match (self.in_memory, self.data_dir) {
            (true, _) => DataLocation::InMemory,
            (false, Some(dir)) => DataLocation::Dir(dir),
            (false, None) => DataLocation::Dir(default_data_dir()),
        };
        SandboxConfig {
            listen: self.listen,
            allow_remote: self.allow_remote,
            allowed_hosts: self.allow_host,
            data,
            seed: self.seed,
            payments: self.payments,
            rate_limit: self.rate_limit.0,
            refund_checks: self.refund_checks,
            review_status: self.review_status,
            shapes: self.shapes,
            credentials: CredentialOverrides {
                api_key: self.api_key,
                publishable_key: self.publishable_key,
                admin_key: self.admin_key,
                merchant_id: self.merchant_id,
                profile_id: self.profile_id,
                webhook_secret: self.webhook_secret,
            },
            webhook_timeout: DEFAULT_WEBHOOK_TIMEOUT,
            clock: ClockStart::Host,
        }
    }
}

/// Apart from Paydesk's own sandbox, so that both can run.
fn default_data_dir() -> PathBuf {
    directories::ProjectDirs::from("", "", "paydesk")
        .map_or_else(|| PathBuf::from("paydesk-sandbox"), |dirs| dirs.data_local_dir().join("sandbox-command"))
}

#[derive(Serialize)]
struct ConnectionLine<'a> {
    base_url: &'a str,
    #[serde(flatten)]
    credentials: &'a Credentials,
}

fn print_connection_line(running: &RunningSandbox) -> Result<(), SandboxError> {
    let line = ConnectionLine { base_url: &running.base_url, credentials: &running.credentials };
    let text = serde_json::to_string(&line).map_err(|error| SandboxError::Output(error.into()))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(SandboxError::Output)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, clap::Parser)]
    struct Cli {
        #[command(flatten)]
        sandbox: SandboxArgs,
    }

    fn parse(args: &[&str]) -> Result<SandboxConfig, clap::Error> {
        let args = ["sandbox"].iter().chain(args);
        Cli::try_parse_from(args).map(|cli| cli.sandbox.into_config())
    }

    #[test]
    fn arguments_become_a_configuration_with_the_documented_defaults() {
        let config = parse(&["--in-memory"]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8600");
        assert_eq!((config.data, config.payments, config.rate_limit), (DataLocation::InMemory, 2_000, Some(600)));
        let config = parse(&["--data-dir", "x", "--rate-limit", "off", "--seed", "9", "--api-key", "snd_a"]).unwrap();
        assert_eq!((config.data, config.rate_limit), (DataLocation::Dir("x".into()), None));
        assert_eq!((config.seed, config.credentials.api_key.as_deref()), (9, Some("snd_a")));
    }

    #[test]
    fn the_order_of_the_refund_checks_is_one_of_two_words_and_left_open_without_them() {
        let order = |args: &[&str]| parse(args).map(|config| config.refund_checks);
        assert_eq!(order(&[]).unwrap(), None);
        assert_eq!(order(&["--refund-checks", "id-first"]).unwrap(), Some(RefundChecks::IdFirst));
        assert_eq!(order(&["--refund-checks", "amount-first"]).unwrap(), Some(RefundChecks::AmountFirst));
        assert!(order(&["--refund-checks", "none"]).is_err());
    }

    #[test]
    fn arguments_that_contradict_each_other_or_make_no_sense_are_refused() {
        assert!(parse(&["--in-memory", "--data-dir", "x"]).is_err());
        assert!(parse(&["--payments", "5000001"]).is_err());
        assert!(parse(&["--listen", "8600"]).is_err());
    }

    #[test]
    fn the_rate_limit_is_a_number_or_off() {
        assert_eq!(parse_rate_limit("600"), Ok(RateLimit(Some(600))));
        assert_eq!(parse_rate_limit("off"), Ok(RateLimit(None)));
        assert!(parse_rate_limit("0").is_err());
        assert!(parse_rate_limit("many").is_err());
    }
}
