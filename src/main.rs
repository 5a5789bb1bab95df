//! Arguments, logging, start; nothing else.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, Parser, Subcommand, ValueEnum};
use paydesk::desktop::RendererKind;
use paydesk::domain::export::ExportFormat;
use paydesk::hardening;
use paydesk::sandbox::SandboxArgs;
use paydesk::start;
use paydesk::start::export::{ExportKind, ExportRequest};

/// A dashboard for people who work with payments.
///
/// Without a command it opens the window, connected to the sandbox it carries: nothing there moves real money.
#[derive(Debug, Parser)]
// An option of the window before a command would be accepted and ignored.
#[command(name = "paydesk", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    window: WindowArgs,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Serves the sandbox alone, for scripts and integrations; prints one JSON line when it is ready
    Sandbox(Box<SandboxArgs>),
    /// Adds a real service as a profile; its secret key is read from standard input and kept in the keyring
    Connect(ConnectArgs),
    /// Writes everything of one kind into a file; ends 0, 3 where there may be more, 2 where it cannot be asked for so
    Export(ExportArgs),
    /// Checks the record of every operation that was sent from here
    #[command(subcommand)]
    Audit(AuditCommand),
}

#[derive(Debug, Subcommand)]
enum AuditCommand {
    /// Ends 0 where every journal entry is as it was written, 1 with the first that is not, 2 where it cannot be checked
    Verify {
        /// Where the journal is, instead of the platform's place
        #[arg(long)]
        data_dir: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
struct WindowArgs {
    /// The profile to open, added with `paydesk connect`; the embedded sandbox without it
    #[arg(long)]
    profile: Option<String>,
    /// Where journal, settings and the embedded sandbox's data live, instead of the platform's place
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// What draws the window; unless given OpenGL with a graphics card, and the processor without
    #[arg(long, value_enum)]
    renderer: Option<RendererName>,
    /// Shows no notifications of the system, whatever the settings say
    #[arg(long)]
    no_notifications: bool,
    /// Opens the gallery of widgets, type, space and colours instead
    #[arg(long, conflicts_with_all = ["profile", "data_dir"])]
    gallery: bool,
}

#[derive(Debug, Args)]
struct ExportArgs {
    /// What is exported
    #[arg(value_enum)]
    what: ExportName,
    /// Where journal, settings and the embedded sandbox's data are, instead of the platform's place
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// The profile, added with `paydesk connect`; `embedded` is the embedded sandbox, as without it
    #[arg(long)]
    profile: Option<String>,
    /// Only what this query finds, written as in the search: "status:failed amount:>100"
    #[arg(long = "where", value_name = "QUERY")]
    query: Option<String>,
    /// Only the payments of this saved view, in its order and its columns; `--where` narrows it down
    #[arg(long, value_name = "NAME")]
    view: Option<String>,
    #[arg(long, value_enum)]
    format: FormatName,
    /// The file; one that is there is replaced
    #[arg(short, long = "output", value_name = "FILE")]
    output: PathBuf,
}

impl From<ExportArgs> for ExportRequest {
    fn from(args: ExportArgs) -> Self {
        let ExportArgs { what, data_dir, profile, query, view, format, output: file } = args;
        Self { kind: what.into(), data_dir, profile, query, view, format: format.into(), file }
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
enum RendererName {
    /// OpenGL
    Glow,
    /// Vulkan, Metal, Direct3D; built in on Windows, elsewhere with the feature wgpu
    Wgpu,
    /// The processor, without a graphics card
    Cpu,
}

impl From<RendererName> for RendererKind {
    fn from(name: RendererName) -> Self {
        match name {
            RendererName::Glow => Self::Glow,
            RendererName::Wgpu => Self::Wgpu,
            RendererName::Cpu => Self::Cpu,
        }
    }
}

#[derive(Debug, Args)]
struct ConnectArgs {
    /// Name of the profile
    name: String,
    /// Address of the service, with https://
    base_url: String,
    /// Where Paydesk keeps its settings, instead of the platform's place
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

fn main() -> ExitCode {
    let started = Instant::now();
    let arguments = Arguments::parse();
    start::log_to_stderr();
    hardening::disable_core_dumps();
    let result = match arguments.command {
        Some(CliCommand::Sandbox(args)) => start::sandbox(*args),
        Some(CliCommand::Connect(args)) => start::connect(args.data_dir, &args.name, &args.base_url),
        Some(CliCommand::Audit(AuditCommand::Verify { data_dir })) => start::audit_verify(data_dir),
        Some(CliCommand::Export(args)) => {
            return start::export::run(&args.into()).unwrap_or_else(|error| {
                eprintln!("paydesk: {error}");
                error.exit_code()
            });
        }
        None if arguments.window.gallery => start::gallery(arguments.window.renderer.map(RendererKind::from)),
        None => start::window(start::WindowOptions {
            data_dir: arguments.window.data_dir,
            profile: arguments.window.profile,
            renderer: arguments.window.renderer.map(RendererKind::from),
            notifications: !arguments.window.no_notifications,
            started,
        }),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("paydesk: {error}");
            error.exit_code()
        }
    }
}
