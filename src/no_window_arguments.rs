//! The command line of the program for servers: without a command there is nothing to open.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, CommandFactory as _, Subcommand};
use paydesk::crash_report::RecentKinds;
use paydesk::start::output::print_error;

pub const ABOUT: &str = "Paydesk for servers: the sandbox, the team hub, exports and checks";
pub const LONG_ABOUT: &str = "Paydesk for servers: the sandbox, the team hub, exports and checks\n\n\
    This build has no window and no keyring.";
/// In the manual, beside what is said of every program.
pub const EXIT_2: &str = "";
pub const ENVIRONMENT: &str = "";
pub const KEYS: &str = "Keys are read from files named in command options.";

/// No option is there without a window.
#[derive(Debug, Args)]
pub struct NoWindowArgs {}

/// Nor is a command.
#[derive(Debug, Subcommand)]
pub enum NoWindowCommand {}

impl NoWindowArgs {
    pub fn data_dir(&self) -> Option<&Path> {
        None
    }

    /// Says that there is no window, and which commands there are.
    pub fn open(self, _started: Instant, _recent: Arc<RecentKinds>) -> ExitCode {
        let command = super::Arguments::command();
        let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        print_error(format_args!(
            "paydesk: This build has no window. Its commands are {}. See: paydesk --help",
            names.join(", ")
        ));
        ExitCode::from(2)
    }
}

impl NoWindowCommand {
    pub fn data_dir(&self) -> Option<&Path> {
        match *self {}
    }

    pub fn run(self) -> ExitCode {
        match self {}
    }
}
