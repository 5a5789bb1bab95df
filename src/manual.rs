//! The manual pages: those of the arguments, and in that of the program what they do not say.

use std::io::Error;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use paydesk::start::StartError;
use paydesk::start::output::print;

use super::{ENVIRONMENT, EXIT_2, KEYS};

/// Prints the page of the program, or writes the pages of all commands into `dir`.
pub fn write(command: Command, dir: Option<&Path>) -> Result<(), StartError> {
    let page = page(command.clone()).map_err(StartError::Manual)?;
    match dir {
        None => Ok(print(&page)?),
        Some(dir) => write_all(command, dir, &page).map_err(StartError::Manual),
    }
}

fn page(command: Command) -> Result<Vec<u8>, Error> {
    let mut page = Vec::new();
    Man::new(command.disable_help_subcommand(true)).render(&mut page)?;
    page.extend_from_slice(sections().as_bytes());
    Ok(page)
}

/// Sections of the first page, in the language of manual pages.
fn sections() -> String {
    format!(
        r#".SH EXIT STATUS
0: success. 1: failure. 2: the command or an option is not valid{EXIT_2}.
.PP
Some commands use other codes; their pages list them.
.SH ENVIRONMENT
.TP
.B RUST_LOG
How much is logged to standard error:
.BR warn " (the default),"
.BR info ,
.BR debug .
{ENVIRONMENT}.TP
.BR HTTPS_PROXY ", " ALL_PROXY ", " NO_PROXY
The proxy for requests to services, unless a profile or the organisation sets one.
.TP
.B PGPASSWORD
The password for the user in the address of the team's database.
.TP
.B PAYDESK_WEBHOOK_SECRET
The secret the service signs webhooks with, for
.BR "paydesk hub" ,
unless a file is named.
.TP
.BR XDG_DATA_HOME ", " XDG_CONFIG_HOME
Where data and settings are on Linux.
.SH FILES
.TP
.I ~/.local/share/paydesk
Journal of operations, records, webhook events, evidence, notes, exports and crash reports on Linux.
.TP
.I ~/.config/paydesk
Settings and profiles. {KEYS}
.TP
.I /etc/paydesk/managed.json
Rules that an administrator sets for all users.
"#
    )
}

fn write_all(command: Command, dir: &Path, page: &[u8]) -> Result<(), Error> {
    clap_mangen::generate_to(command.disable_help_subcommand(true), dir)?;
    std::fs::write(dir.join("paydesk.1"), page)
}
