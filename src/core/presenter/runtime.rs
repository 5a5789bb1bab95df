//! What went wrong with the service, the keyring, the desktop and the receivers of webhooks, in words.

use crate::failure::{
    CopyError, FileDialogError, KeepSecretError, NotificationError, OpenFolderError, OtherFormat, ReceiverError,
    ServiceError, SignInError, TableReadError, TableReadFault, UploadError, UploadRefusal, ViewsFileError,
    ViewsFileRefusal,
};
use crate::features::views::text::CHOOSE_EXPORTED;
use crate::problem::Problem;
use paydesk_api::error::CallError;
use paydesk_domain::evidence::FileService;
use paydesk_domain::money::grouped_count;
use paydesk_domain::sheet::CELL_CHARS_MAX;
use paydesk_domain::text::{sentences, visible};

fn problem(what: impl Into<String>, what_to_do: impl Into<String>) -> Problem {
    Problem { what: what.into(), what_to_do: what_to_do.into() }
}

impl From<KeepSecretError> for Problem {
    fn from(error: KeepSecretError) -> Self {
        match error {
            KeepSecretError::NotSaved(kind) => problem(
                format!("The {} was not saved because of an error in Paydesk", kind.name()),
                "Enter it again. If it happens again, restart Paydesk and report what you did.",
            ),
            KeepSecretError::NotForgotten(error) => problem(
                sentences(&["The keys of the removed profile may still be in the keyring", &error.to_string()]),
                "Delete the entries named “paydesk” in your keyring",
            ),
        }
    }
}

impl From<FileDialogError> for Problem {
    fn from(error: FileDialogError) -> Self {
        let what = match error {
            FileDialogError::NotOffered => "This desktop offers no file dialog",
            FileDialogError::UnreadableName => "The file name contains characters that Paydesk cannot read",
            FileDialogError::Internal => "The file dialog stopped because of an error in Paydesk",
        };
        problem(what, "Type or paste the path of the file, or drop the file on the field")
    }
}

impl From<NotificationError> for Problem {
    fn from(error: NotificationError) -> Self {
        let what = match error {
            NotificationError::SwitchedOff => {
                return problem(
                    "Notifications are off because Paydesk was started with --no-notifications",
                    "Start it without that option",
                );
            }
            NotificationError::NoService(system) if system.is_empty() => {
                "The system did not show the last notification".to_owned()
            }
            NotificationError::NoService(system) => {
                format!("The system did not show the last notification: {}", visible(&system, 160))
            }
            NotificationError::TimedOut => "The system did not confirm the last notification in time".to_owned(),
            NotificationError::Internal => {
                "The last notification was not shown because of an error in Paydesk".to_owned()
            }
        };
        problem(what, "Check that notifications are allowed in the system settings, then send a test notification")
    }
}

impl From<TableReadError> for Problem {
    fn from(error: TableReadError) -> Self {
        let name = visible(&error.name, 80);
        match error.why {
            TableReadFault::Io(fault) => problem(
                format!("{name} could not be read: {}", fault.text()),
                "Check the path and your permission to read the file",
            ),
            TableReadFault::NotAFile => problem(format!("{name} is not a file"), "Choose a CSV or Excel file"),
            TableReadFault::Empty => problem(format!("{name} is empty"), "Choose a file with one ID in each row"),
            TableReadFault::TooLarge { most_mib } => {
                problem(format!("{name} is larger than {most_mib} MiB"), "Split it into several files")
            }
            TableReadFault::TooManyRows { most } => problem(
                format!("{name} has more than {} rows", grouped_count(most as u64)),
                "Split it into several files",
            ),
            TableReadFault::TooManyColumns { most } => problem(
                format!("{name} has more than {} columns", grouped_count(most as u64)),
                "Save only the columns you need as a new file",
            ),
            TableReadFault::CellTooLong { place } => {
                let cell = place.map_or_else(
                    || "a cell".to_owned(),
                    |(line, column)| format!("the cell in line {}, column {column}", grouped_count(line.into())),
                );
                let most = grouped_count(CELL_CHARS_MAX as u64);
                problem(format!("{name}: {cell} has more than {most} characters"), "Shorten it, then import the file")
            }
            TableReadFault::UnpackedTooLarge { most_mib } => {
                problem(format!("{name} is larger than {most_mib} MiB when unpacked"), "Split it into several files")
            }
            TableReadFault::OtherFormat(format) => {
                let (what, program) = other_format(format);
                problem(format!("{name} is {what}"), format!("{program}, then import that file"))
            }
            TableReadFault::Unreadable(why) => problem(
                format!("{name} is damaged: it cannot be opened as a workbook"),
                format!("{SAVE_AS}, then import that file (the error was “{}”)", visible(&why, 200)),
            ),
            TableReadFault::Internal => problem(
                format!("{name} was not read because of an error in Paydesk"),
                "Import it again. If it happens again, report what you did.",
            ),
        }
    }
}

const SAVE_AS: &str = "Open it in Excel or LibreOffice and save it as an Excel workbook (.xlsx)";

/// What a file is, and what to save it as.
fn other_format(format: OtherFormat) -> (&'static str, &'static str) {
    match format {
        OtherFormat::WebPage => ("a web page or XML, whatever its name says", SAVE_AS),
        OtherFormat::Json => ("JSON", "Export it as CSV or as an Excel workbook (.xlsx)"),
        OtherFormat::OldWorkbook => ("a workbook from Excel 2003 or earlier (.xls)", SAVE_AS),
        OtherFormat::BinaryWorkbook => ("a binary Excel workbook (.xlsb)", SAVE_AS),
        OtherFormat::ProtectedWorkbook => {
            ("protected by a password", "Open it in Excel and save it without a password as an Excel workbook (.xlsx)")
        }
        OtherFormat::OpenDocument => ("an OpenDocument spreadsheet (.ods)", SAVE_AS),
        OtherFormat::Pdf => ("a PDF", "Ask for the table as an Excel workbook (.xlsx) or as CSV"),
        OtherFormat::Archive => ("a ZIP archive", "Unpack it"),
        OtherFormat::NotText => ("neither text nor a workbook", "Choose a CSV file or an Excel workbook (.xlsx)"),
    }
}

impl From<OpenFolderError> for Problem {
    fn from(error: OpenFolderError) -> Self {
        let what = format!("No program on this computer could open {}", visible(&error.path, 240));
        problem(what, "Open it yourself")
    }
}

impl From<UploadError> for Problem {
    fn from(error: UploadError) -> Self {
        let name = match error.name.as_str() {
            "" => "The file".to_owned(),
            name => format!("“{}”", visible(name, 80)),
        };
        let is_lost = error.why == UploadRefusal::Lost;
        let outcome = if is_lost { "may not have been uploaded" } else { "was not uploaded" };
        let what = format!("{name} {outcome}: {}", error.why.text());
        problem(what, error.why.what_to_do())
    }
}

impl From<ViewsFileError> for Problem {
    fn from(error: ViewsFileError) -> Self {
        let why = match &error.why {
            ViewsFileRefusal::NoFile => "it is not a file".to_owned(),
            ViewsFileRefusal::TooLarge => "it is larger than 1 MB".to_owned(),
            ViewsFileRefusal::NoText => "it is not a text file".to_owned(),
            ViewsFileRefusal::Io(fault) => fault.text(),
            ViewsFileRefusal::Internal => "there was an error in Paydesk".to_owned(),
        };
        let what = format!("{} was not imported: {why}", visible(&error.path, 200));
        problem(what, CHOOSE_EXPORTED)
    }
}

impl UploadRefusal {
    fn text(&self) -> String {
        let text = match self {
            Self::NoService => "no service is connected yet",
            Self::Refused { answer, .. } => return format!("the service answered: {answer}"),
            Self::NoFileId => "the response contains no file ID",
            Self::NotSent => "the service could not be reached",
            Self::Lost => "no complete response arrived",
            Self::Folder => "it is a folder",
            Self::NotAFile => "it is not a file",
            Self::Empty => "it is empty",
            Self::TooLarge(mb) => return format!("it is {mb} MB; the limit is 16 MB"),
            Self::OtherKind(FileService::Sandbox) => "it is not a PDF, PNG, JPEG, TIFF or plain text",
            Self::OtherKind(FileService::Service) => "the service accepts only PDF, PNG and JPEG",
            Self::Missing => "it does not exist",
            Self::NotAllowed => "you have no permission to read it",
            Self::Unreadable(system) => system,
            Self::Internal => "there was an error in Paydesk",
        };
        text.to_owned()
    }

    fn what_to_do(&self) -> &'static str {
        match self {
            Self::NoService => "Try again when the service is connected",
            Self::NoFileId | Self::Lost => "Upload it again; an unused file does no harm",
            Self::NotSent => "Upload it again once the service can be reached",
            Self::Folder => "Choose a file in it",
            Self::Internal => "Try again. If it happens again, report what you did.",
            Self::Refused { advice: Some(advice), .. } => advice,
            Self::Refused { advice: None, .. }
            | Self::NotAFile
            | Self::Empty
            | Self::TooLarge(_)
            | Self::OtherKind(_)
            | Self::Missing
            | Self::NotAllowed
            | Self::Unreadable(_) => "Choose another file",
        }
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::Keyring(error) => error.into(),
            ServiceError::NoKey { profile } => problem(
                format!("There is no key for the profile “{profile}”"),
                "Enter its secret key in Settings → Profiles",
            ),
            ServiceError::OtherEnvironment { profile, of_key, of_profile } => problem(
                format!(
                    "The key of the profile “{profile}” is for {}, but the profile is for {}",
                    of_key.word(),
                    of_profile.word()
                ),
                "Enter the key that belongs to it, or add another profile",
            ),
            ServiceError::Unusable { profile, why } => {
                problem(format!("The profile “{profile}” cannot be used: {why}"), "Check the profile's address")
            }
            ServiceError::NoProxyPassword { profile } => problem(
                format!("The proxy password of the profile “{profile}” is missing"),
                "Enter it in Settings → Profiles",
            ),
            ServiceError::NotAKey(error) => problem(error.to_string(), "Enter the secret key of the service"),
            ServiceError::Call(error) => test_refused(&error),
            ServiceError::SandboxNotStarted(why) => problem(
                format!("The embedded sandbox could not be started: {why}"),
                "Fix this and restart Paydesk; nothing was lost",
            ),
            ServiceError::SandboxWithoutKey(error) => problem(
                format!("The embedded sandbox has no usable key: {error}"),
                "Move its data (the directory “sandbox” in the data directory) and restart Paydesk",
            ),
            ServiceError::Internal => problem(
                "The service could not be reached because of an error in Paydesk",
                "Try again. If it happens again, restart Paydesk and report what you did.",
            ),
        }
    }
}

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::NotOffered => problem(
                "This service has no dashboard sign-in",
                "Only the service's own reports are missing; everything else works with the key",
            ),
            SignInError::Call(error) if error.status().is_some() => {
                problem(test_refused(&error).what, "Check what you entered, then try again")
            }
            SignInError::Call(error) => test_refused(&error),
            SignInError::DashboardStep(step) => problem(
                format!("The service requires another step first: {}", visible(&step, 60)),
                "Sign in to the service's own dashboard once, finish that step there, then sign in here",
            ),
            SignInError::MerchantUnknown => {
                problem("This profile has no merchant ID", "Enter it, save the profile, then sign in")
            }
            SignInError::OtherMerchant { wanted } => problem(
                format!("This user has no access to {}, the account of this profile", visible(&wanted, 80)),
                "Sign in with a user of that account",
            ),
            SignInError::Profile(error) => error.into(),
            SignInError::Keyring(error) => error.into(),
            SignInError::Internal => problem(
                "You are not signed in because of an error in Paydesk",
                "Try again. If it happens again, restart Paydesk and report what you did.",
            ),
        }
    }
}

fn test_refused(error: &CallError) -> Problem {
    let code = error.code().map(|code| format!(" ({code})")).unwrap_or_default();
    problem(format!("{}{code}", error.what()), error.what_to_do())
}

impl From<ReceiverError> for Problem {
    fn from(error: ReceiverError) -> Self {
        match error {
            ReceiverError::PortInUse(port) => {
                problem(format!("Another program uses port {port}"), "Close it, or choose another port in the profile")
            }
            ReceiverError::Port(port, system) => {
                problem(format!("Paydesk cannot listen on port {port}: {system}"), "Choose another port in the profile")
            }
            ReceiverError::NoSecret => {
                problem("This profile has no webhook secret, so events cannot be verified", "Paste it under Webhooks")
            }
            ReceiverError::NotRegistered => problem(
                "The sandbox did not accept the address for webhooks",
                "Remove webhooks you no longer need (the sandbox allows 16), then restart Paydesk",
            ),
            ReceiverError::Keyring(error) => error.into(),
            ReceiverError::Internal => problem(
                "Webhooks cannot be received because of an error in Paydesk",
                "Restart Paydesk. If it happens again, report what you did.",
            ),
        }
    }
}

impl From<CopyError> for Problem {
    fn from(error: CopyError) -> Self {
        let why = match error {
            CopyError::NoClipboard => "this session has no clipboard that Paydesk can use",
            CopyError::Busy => "another program is using the clipboard",
        };
        problem(format!("The secret was not copied: {why}"), "Try again, or show it and type it")
    }
}
