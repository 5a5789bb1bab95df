//! Arguments, logging, start; nothing else. The texts of `--help` and of the manual follow [`paydesk_ui::writing`].

mod manual;
#[cfg(not(feature = "window"))]
mod no_window_arguments;
#[cfg(feature = "window")]
mod window_arguments;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use chrono::NaiveDate;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use paydesk::crash_report::RecentKinds;
use paydesk::hardening;
use paydesk::start::doctor::{self, DoctorRequest};
use paydesk::start::export::{ExportKind, ExportRequest, ProfileRequest, ReportRequest};
use paydesk::start::hub::{self, HubRequest};
use paydesk::start::output::{CommandError, print, print_error};
use paydesk::start::team::{self, ForgetRequest, RuleRequest, TeamRequest};
use paydesk::start::{self, StartError};
use paydesk::version;
use paydesk_core::settings::REQUEST_LIMIT_MIN;
use paydesk_domain::csv_style::{CsvDecimal, CsvSeparator};
use paydesk_domain::dispute_report::ReportPeriod;
use paydesk_domain::export::ExportFormat;
use paydesk_domain::profile::Environment;
use paydesk_domain::zone::Zone;
use paydesk_platform::program::built_from;
use paydesk_sandbox::SandboxArgs;
use paydesk_team::TeamRole;
use strum::IntoEnumIterator as _;

#[cfg(not(feature = "window"))]
use no_window_arguments::{
    ABOUT, ENVIRONMENT, EXIT_2, KEYS, LONG_ABOUT, NoWindowArgs as WindowArgs, NoWindowCommand as WindowCommand,
};
#[cfg(feature = "window")]
use window_arguments::{ABOUT, ENVIRONMENT, EXIT_2, KEYS, LONG_ABOUT, WindowArgs, WindowCommand};

#[derive(Debug, Parser)]
#[command(name = "paydesk", version, long_version = version::ALL, about = ABOUT, long_about = LONG_ABOUT)]
// An option of the window before a command would be accepted and ignored.
#[command(args_conflicts_with_subcommands = cfg!(feature = "window"), disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    window: WindowArgs,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Serve the sandbox alone, for scripts and integrations
    ///
    /// When it is ready it prints one line of JSON to standard output: base_url, api_key, publishable_key, admin_key,
    /// merchant_id, profile_id, webhook_secret. It logs to standard error. SIGINT (Ctrl+C) and SIGTERM end it cleanly.
    Sandbox(Box<SandboxArgs>),
    #[command(flatten)]
    Window(WindowCommand),
    /// Write all rows of one kind into a file
    ///
    /// Payments and disputes are read from the service first; nothing is changed there. Prints one line of JSON with
    /// the number of rows, their sums and the SHA-256 of the file. Ends with 0; with 3 where there may be more rows;
    /// with 2 where the query, the view or the profile is wrong; with 1 where nothing could be exported.
    Export(ExportArgs),
    /// Write the report of the last full week or month as one page
    ///
    /// All payments and disputes are read from the service first; nothing is changed there. Prints one line of JSON. Ends
    /// with 0; with 2 where the profile, the time zone or the name of the file is wrong; with 1 where not everything could
    /// be read or the page could not be written: no report is made of a part.
    Report(ReportArgs),
    /// Check the journal of operations
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Set up and manage the records that a team shares, in PostgreSQL
    ///
    /// The address is postgresql://USER@HOST/DATABASE. With a server on another machine, TLS is always used and its
    /// certificate checked; `sslrootcert=FILE` in the address names the authority where it is not one of the system.
    /// The password of USER is taken from PGPASSWORD, or read from standard input where the server asks for one.
    #[command(subcommand)]
    Team(TeamCommand),
    /// Receive the webhooks of a team's profile on a server, without a window
    ///
    /// Stores each webhook once in the team's database before it answers, and answers 503 while the database is away, so
    /// that the service sends it again. Listens without TLS: put the team's TLS proxy in front. GET /healthz is answered
    /// with 200 where events can be stored, GET /metrics with figures for Prometheus. With --service-url and an API key
    /// the hub that leads also reads all payments into the database, within the rate limit that the team shares. Several
    /// hubs may run at once. Logs JSON lines to standard error; RUST_LOG says how much. SIGINT (Ctrl+C) and SIGTERM end it
    /// after what is under way.
    Hub(HubArgs),
    /// Print what support asks for: version, system, files and reachable profiles
    ///
    /// Reads only, prints no secrets, and works while a window is open. Ends with 0 where there is no problem and with
    /// 1 where there is one; warnings do not count.
    Doctor(DoctorArgs),
    /// Print completions for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print a page of the manual, or the options of a command
    #[command(after_help = manual::pages())]
    Help {
        /// A page of the manual, as Help shows it in the window, or a command
        #[arg(value_name = "PAGE|COMMAND")]
        words: Vec<String>,
    },
    /// Print the man page, or write the man pages of all commands and of the manual into a directory
    Man {
        /// Directory for the pages, which must exist
        #[arg(long, value_name = "DIR", value_parser = path())]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
enum AuditCommand {
    /// Check that no journal entry was changed or removed
    ///
    /// Works while a window is open. Ends with 0 where every entry is as it was written, with 1 and the first entry
    /// that is not, or with 2 where the journal cannot be checked.
    Verify {
        /// Directory of the journal, instead of the platform's directory
        #[arg(long, value_name = "DIR", value_parser = path())]
        data_dir: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
enum TeamCommand {
    /// Set up a database for a team, or update it to this version
    ///
    /// USER must be allowed to create roles and schemas. Run again, it changes nothing.
    Init(TeamDatabase),
    /// Print versions, latency, members and the desks and hubs that were seen in the last minutes
    Status(TeamDatabase),
    /// Check that the copies of all desks' journals are as they were written
    ///
    /// Prints one line for each desk, with the first entry that is not. Entries that are missing at the end show only at
    /// the desk itself.
    Verify {
        /// Profile of the team, instead of all
        #[arg(long, value_name = "NAME")]
        profile: Option<String>,
        #[command(flatten)]
        database: TeamDatabase,
    },
    /// Give a person a role in a profile
    ///
    /// Where the server has no login of that name, it is created; its password is read from standard input, after that
    /// of USER if that one is read there too.
    Add {
        /// Login of the person
        user: String,
        /// What the person may do
        #[arg(long, value_enum)]
        role: RoleName,
        /// Profile of the team
        #[arg(long, value_name = "NAME")]
        profile: String,
        #[command(flatten)]
        database: TeamDatabase,
    },
    /// Take a person out of a profile; the login at the server stays
    Remove {
        /// Login of the person
        user: String,
        /// Profile of the team
        #[arg(long, value_name = "NAME")]
        profile: String,
        #[command(flatten)]
        database: TeamDatabase,
    },
    /// Manage the profiles of a team
    #[command(subcommand)]
    Profile(TeamProfileCommand),
    /// Say what needs the approval of a second person
    ///
    /// Such as: paydesk team rule create_refund --above 100.00 --currency EUR --profile Shop
    ///
    /// A bulk run is covered by each of its amounts, by their sum and by its number of items. So that nothing is avoided by
    /// splitting, what is sent within 24 hours without approval is added up: for one item by everybody, and in bulk runs by
    /// one person.
    Rule {
        /// What is sent: create_refund, create_payout, fulfill_payout, capture_payment, create_api_key, …
        operation: String,
        /// Above this amount
        #[arg(long, value_name = "AMOUNT", requires = "currency", conflicts_with_all = ["count", "off"])]
        above: Option<String>,
        /// Currency of the amount
        #[arg(long, value_name = "CODE")]
        currency: Option<String>,
        /// Decimals of the currency at the service, where services count it differently (IRR, ISK, MGA)
        #[arg(long, value_name = "NUMBER", requires = "above")]
        decimals: Option<u32>,
        /// Above so many in bulk runs; 0 for every one
        #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i64).range(0..))]
        #[arg(conflicts_with_all = ["currency", "off"])]
        count: Option<i64>,
        /// The first payout to each account that the team has not paid before
        #[arg(long, conflicts_with_all = ["above", "currency", "count"])]
        first_to_account: bool,
        /// Remove the rule for the currency, for the first payout to an account, or without either for the count
        #[arg(long)]
        off: bool,
        /// Profile of the team
        #[arg(long, value_name = "NAME")]
        profile: String,
        #[command(flatten)]
        database: TeamDatabase,
    },
    /// Remove the payments of old months from the database for good
    ///
    /// For an admin of the profile. Each month is removed by itself. Payments that were created before are not stored again,
    /// and desks delete what they have stored of them; payments without a time of creation stay. Nothing changes at the
    /// service.
    ForgetPayments(ForgetArgs),
}

#[derive(Debug, Args)]
struct ForgetArgs {
    /// First month whose payments stay, in UTC: 2024-01
    #[arg(long, value_name = "MONTH", value_parser = month)]
    before: NaiveDate,
    /// Profile of the team
    #[arg(long, value_name = "NAME")]
    profile: String,
    /// Remove them; without it, only say how many there are
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    database: TeamDatabase,
}

/// Takes a path as people type and paste it.
fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(start::named_path)
}

/// Reads `2024-01`.
fn month(text: &str) -> Result<NaiveDate, String> {
    let first = NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d").ok().filter(|_| text.len() == 7);
    first.ok_or_else(|| "write the month as 2024-01".to_owned())
}

#[derive(Debug, Subcommand)]
enum TeamProfileCommand {
    /// Add a profile to a team
    Add {
        /// Name of the profile
        name: String,
        /// Whether real money moves there
        #[arg(long, value_enum)]
        environment: EnvironmentName,
        /// Address of the service, with https://
        #[arg(long, value_name = "URL")]
        service: String,
        #[command(flatten)]
        database: TeamDatabase,
    },
}

#[derive(Debug, Args)]
struct TeamDatabase {
    /// Address of the database: postgresql://USER@HOST/DATABASE
    #[arg(long, value_name = "URL")]
    database_url: String,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum RoleName {
    /// Sees everything
    Reader,
    /// Sends operations, and edits what the team shares
    Operator,
    /// Also approves what others ask approval for
    Approver,
    /// Does what an operator does, and manages members and approval rules
    Admin,
    /// Login of `paydesk hub`: sees everything and stores what the service sends
    Hub,
}

impl From<RoleName> for TeamRole {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Reader => Self::Reader,
            RoleName::Operator => Self::Operator,
            RoleName::Approver => Self::Approver,
            RoleName::Admin => Self::Admin,
            RoleName::Hub => Self::Hub,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum EnvironmentName {
    Sandbox,
    Production,
}

impl From<EnvironmentName> for Environment {
    fn from(name: EnvironmentName) -> Self {
        match name {
            EnvironmentName::Sandbox => Self::Sandbox,
            EnvironmentName::Production => Self::Production,
        }
    }
}

impl From<TeamCommand> for (String, TeamRequest) {
    fn from(command: TeamCommand) -> Self {
        let (database, request) = match command {
            TeamCommand::Init(database) => (database, TeamRequest::Init),
            TeamCommand::Status(database) => (database, TeamRequest::Status),
            TeamCommand::Verify { profile, database } => (database, TeamRequest::Verify { profile }),
            TeamCommand::Add { user, role, profile, database } => {
                (database, TeamRequest::Add { user, role: role.into(), profile })
            }
            TeamCommand::Rule {
                operation,
                above,
                currency,
                decimals,
                count,
                first_to_account,
                off,
                profile,
                database,
            } => {
                let is_first_to_account = first_to_account;
                let rule = RuleRequest {
                    operation,
                    profile,
                    above,
                    currency,
                    decimals,
                    count,
                    is_first_to_account,
                    is_off: off,
                };
                (database, TeamRequest::Rule(rule))
            }
            TeamCommand::ForgetPayments(ForgetArgs { before, profile, yes, database }) => {
                (database, TeamRequest::ForgetPayments(ForgetRequest { profile, before, is_confirmed: yes }))
            }
            TeamCommand::Remove { user, profile, database } => (database, TeamRequest::Remove { user, profile }),
            TeamCommand::Profile(TeamProfileCommand::Add { name, environment, service, database }) => {
                (database, TeamRequest::AddProfile { name, environment: environment.into(), service })
            }
        };
        (database.database_url, request)
    }
}

#[derive(Debug, Args)]
struct HubArgs {
    #[command(flatten)]
    database: TeamDatabase,
    /// Profile of the team
    #[arg(long, value_name = "NAME")]
    profile: String,
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8790", value_name = "ADDRESS")]
    listen: SocketAddr,
    /// Certificates that are trusted instead of the system's for the database, in PEM
    #[arg(long, value_name = "FILE")]
    ca_file: Option<String>,
    /// File with the secret that signs webhooks [default: PAYDESK_WEBHOOK_SECRET in the environment]
    #[arg(long, value_name = "FILE", value_parser = path())]
    webhook_secret_file: Option<PathBuf>,
    /// File with the password of USER [default: PGPASSWORD in the environment]
    #[arg(long, value_name = "FILE", value_parser = path())]
    password_file: Option<PathBuf>,
    /// Address of the payment service, as in the profile of the team: reads its payments for all desks
    #[arg(long, value_name = "URL")]
    service_url: Option<String>,
    /// File with the API key for the service [default: PAYDESK_API_KEY in the environment]
    #[arg(long, value_name = "FILE", value_parser = path())]
    api_key_file: Option<PathBuf>,
    /// Exports to make by themselves, as JSON: {"exports": [{"name": "declines", "view": "Recent declines", "at": "06:00"}]}
    ///
    /// Each has a name, the name of a view that the team shares or a "query", and the time of day "at" which it is written;
    /// "zone" (UTC, or as in Europe/Vienna), "every" (day, monday to sunday, or month with a "day") and "format" (csv,
    /// xlsx, jsonl) may be added, and of csv "separator" (comma, semicolon, tab) and "decimal" (point, comma). The hub that
    /// leads makes each once.
    #[arg(long, value_name = "FILE", requires = "export_dir", value_parser = path())]
    exports: Option<PathBuf>,
    /// Directory that exports are written into
    #[arg(long, value_name = "DIR", requires = "exports", value_parser = path())]
    export_dir: Option<PathBuf>,
    /// Delete webhook events that are older than this, as in 90d; 7 days at least [default: never]
    #[arg(long, value_name = "DAYS", value_parser = days)]
    keep_events: Option<u32>,
    /// Most requests a minute of the whole team to a service that reports no limit; 10 at least [default: no limit]
    #[arg(long, value_name = "N", requires = "service_url", value_parser = clap::value_parser!(u32).range(i64::from(REQUEST_LIMIT_MIN)..))]
    requests_a_minute: Option<u32>,
}

/// Reads `90d`.
fn days(text: &str) -> Result<u32, String> {
    let days = text.strip_suffix('d').and_then(|days| days.parse().ok()).filter(|days| (7..=36_500).contains(days));
    days.ok_or_else(|| "write days as 90d; at least 7d".to_owned())
}

impl From<HubArgs> for HubRequest {
    fn from(args: HubArgs) -> Self {
        let HubArgs { database, profile, listen, ca_file, webhook_secret_file, password_file, .. } = args;
        Self {
            database_url: database.database_url,
            profile,
            listen,
            ca_file,
            webhook_secret_file,
            password_file,
            service_url: args.service_url,
            api_key_file: args.api_key_file,
            exports: args.exports.zip(args.export_dir),
            keep_events_days: args.keep_events,
            requests_a_minute: args.requests_a_minute,
        }
    }
}

#[derive(Debug, Args)]
struct DoctorArgs {
    /// Directory of journal and settings, instead of the platform's directories
    #[arg(long, value_name = "DIR", value_parser = path())]
    data_dir: Option<PathBuf>,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Whose records are read.
#[derive(Debug, Args)]
struct ProfileArgs {
    /// Directory of journal, settings and sandbox data, instead of the platform's directories
    #[arg(long, value_name = "DIR", value_parser = path())]
    data_dir: Option<PathBuf>,
    /// Name of the profile; `embedded` is the embedded sandbox [default: embedded]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// File with the secret key of the profile, where the keyring does not have it
    #[arg(long, value_name = "FILE", requires = "profile", value_parser = path())]
    api_key_file: Option<PathBuf>,
}

impl From<ProfileArgs> for ProfileRequest {
    fn from(ProfileArgs { data_dir, profile: name, api_key_file }: ProfileArgs) -> Self {
        Self { data_dir, name, api_key_file }
    }
}

#[derive(Debug, Args)]
struct ReportArgs {
    /// What the report is about
    #[arg(long, value_enum)]
    board: ReportBoard,
    /// Which days: the week from Monday to Sunday or the month before this one
    #[arg(long, value_parser = report_period())]
    period: ReportPeriod,
    #[command(flatten)]
    profile: ProfileArgs,
    /// Time zone of the days, by its IANA name [default: that of the profile, else of this machine]
    #[arg(long, value_name = "ZONE")]
    time_zone: Option<Zone>,
    /// File to write, ending in .pdf or .png; an existing one is replaced
    #[arg(short, long = "output", value_name = "FILE", value_parser = path())]
    output: PathBuf,
}

impl From<ReportArgs> for ReportRequest {
    fn from(args: ReportArgs) -> Self {
        let ReportArgs { board: ReportBoard::Disputes, period, profile, time_zone: zone, output: file } = args;
        Self { profile: profile.into(), period, zone, file }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ReportBoard {
    Disputes,
}

fn report_period() -> impl TypedValueParser<Value = ReportPeriod> {
    let find = |word: String| ReportPeriod::iter().find(|period| period.word() == word);
    PossibleValuesParser::new(ReportPeriod::iter().map(ReportPeriod::word))
        .try_map(move |word| find(word).ok_or("unknown"))
}

#[derive(Debug, Args)]
struct ExportArgs {
    /// What is exported
    #[arg(value_enum)]
    what: ExportName,
    #[command(flatten)]
    profile: ProfileArgs,
    /// Only the rows that this query finds, written as in the search: "status:failed amount:>100"
    #[arg(long = "where", value_name = "QUERY")]
    query: Option<String>,
    /// Only the payments of this saved view, in its order and with its columns; `--where` narrows it down
    #[arg(long, value_name = "NAME")]
    view: Option<String>,
    /// Format of the file
    #[arg(long, value_enum)]
    format: FormatName,
    /// The separator of CSV cells [default: as spreadsheets expect in the locale of this machine]
    #[arg(long, value_enum)]
    separator: Option<SeparatorName>,
    /// The decimal mark in CSV [default: as spreadsheets expect in the locale of this machine]
    #[arg(long, value_enum)]
    decimal: Option<DecimalName>,
    /// File to write; an existing one is replaced
    #[arg(short, long = "output", value_name = "FILE", value_parser = path())]
    output: PathBuf,
}

impl From<ExportArgs> for ExportRequest {
    fn from(args: ExportArgs) -> Self {
        let ExportArgs { what, profile, query, view, format, output: file, .. } = args;
        let (separator, decimal) = (args.separator.map(Into::into), args.decimal.map(Into::into));
        let (kind, format) = (what.into(), format.into());
        Self { kind, profile: profile.into(), query, view, format, separator, decimal, file }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ExportName {
    Payments,
    Refunds,
    Payouts,
    Disputes,
    Customers,
    Subscriptions,
    PaymentLinks,
    ApiKeys,
    Events,
}

impl From<ExportName> for ExportKind {
    fn from(name: ExportName) -> Self {
        match name {
            ExportName::Payments => Self::Payments,
            ExportName::Refunds => Self::Refunds,
            ExportName::Payouts => Self::Payouts,
            ExportName::Disputes => Self::Disputes,
            ExportName::Customers => Self::Customers,
            ExportName::Subscriptions => Self::Subscriptions,
            ExportName::PaymentLinks => Self::PaymentLinks,
            ExportName::ApiKeys => Self::ApiKeys,
            ExportName::Events => Self::Events,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    /// Comma-separated values
    Csv,
    /// A workbook of Excel
    Xlsx,
    /// One JSON object a line
    Jsonl,
}

impl From<FormatName> for ExportFormat {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Csv => Self::Csv,
            FormatName::Xlsx => Self::Xlsx,
            FormatName::Jsonl => Self::Jsonl,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SeparatorName {
    Comma,
    Semicolon,
    Tab,
}

impl From<SeparatorName> for CsvSeparator {
    fn from(name: SeparatorName) -> Self {
        match name {
            SeparatorName::Comma => Self::Comma,
            SeparatorName::Semicolon => Self::Semicolon,
            SeparatorName::Tab => Self::Tab,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum DecimalName {
    Point,
    Comma,
}

impl From<DecimalName> for CsvDecimal {
    fn from(name: DecimalName) -> Self {
        match name {
            DecimalName::Point => Self::Point,
            DecimalName::Comma => Self::Comma,
        }
    }
}

impl Arguments {
    /// Where a panic of the command leaves its report, if that was given.
    fn data_dir(&self) -> Option<&Path> {
        match &self.command {
            None => self.window.data_dir(),
            Some(CliCommand::Window(command)) => command.data_dir(),
            Some(CliCommand::Export(args)) => args.profile.data_dir.as_deref(),
            Some(CliCommand::Report(args)) => args.profile.data_dir.as_deref(),
            Some(CliCommand::Audit(AuditCommand::Verify { data_dir })) => data_dir.as_deref(),
            Some(CliCommand::Doctor(args)) => args.data_dir.as_deref(),
            // That of a sandbox has another layout.
            Some(
                CliCommand::Sandbox(_)
                | CliCommand::Team(_)
                | CliCommand::Hub(_)
                | CliCommand::Completions { .. }
                | CliCommand::Help { .. }
                | CliCommand::Man { .. },
            ) => None,
        }
    }
}

fn main() -> ExitCode {
    let started = Instant::now();
    let arguments = Arguments::parse();
    match &arguments.command {
        Some(CliCommand::Hub(_)) => start::log_as_json(),
        _ => start::log_to_stderr(),
    }
    hardening::disable_core_dumps();
    built_from(version::COMMIT);
    let recent = RecentKinds::new(started);
    start::report_panics(arguments.data_dir(), recent.clone());
    match arguments.command {
        Some(CliCommand::Sandbox(args)) => ended(start::sandbox(*args)),
        Some(CliCommand::Window(command)) => command.run(),
        Some(CliCommand::Audit(AuditCommand::Verify { data_dir })) => ended(start::audit_verify(data_dir)),
        Some(CliCommand::Team(command)) => {
            let (database_url, request) = command.into();
            ended(team::run(&database_url, &request))
        }
        Some(CliCommand::Hub(args)) => ended(hub::run(args.into())),
        Some(CliCommand::Doctor(DoctorArgs { data_dir, json })) => {
            doctor::run(&DoctorRequest { data_dir, json }).unwrap_or_else(failed)
        }
        Some(CliCommand::Export(args)) => start::export::run(&args.into()).unwrap_or_else(failed),
        Some(CliCommand::Report(args)) => start::export::report(&args.into()).unwrap_or_else(failed),
        Some(CliCommand::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "paydesk", &mut script);
            ended(print(&script).map_err(StartError::from))
        }
        Some(CliCommand::Help { words }) => ended(manual::help(Arguments::command(), &words)),
        Some(CliCommand::Man { dir }) => ended(manual::write(Arguments::command(), dir.as_deref())),
        None => arguments.window.open(started, recent),
    }
}

fn ended<E: CommandError>(result: Result<(), E>) -> ExitCode {
    result.map_or_else(failed, |()| ExitCode::SUCCESS)
}

fn failed<E: CommandError>(error: E) -> ExitCode {
    print_error(format_args!("paydesk: {error}"));
    error.exit_code()
}
