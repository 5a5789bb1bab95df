//! What can go wrong with the service, the keyring, the desktop and the receivers of webhooks.

use super::store::IoFault;
use paydesk_api::error::CallError;
use paydesk_domain::evidence::FileService;
use paydesk_domain::profile::Environment;
use paydesk_domain::secret::{KeyError, SecretKind, VaultError};

/// Why no file could be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileDialogError {
    NotOffered,
    UnreadableName,
    /// The code here broke down.
    Internal,
}

/// Why a table was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableReadError {
    /// Of the file.
    pub name: String,
    pub why: TableReadFault,
}

/// See [`TableReadError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableReadFault {
    Io(IoFault),
    NotAFile,
    Empty,
    TooLarge {
        most_mib: u64,
    },
    TooManyRows {
        most: usize,
    },
    TooManyColumns {
        most: usize,
    },
    /// A text of more characters than a cell can have; with its line and column, from 1, where a cell has it.
    CellTooLong {
        place: Option<(u32, u32)>,
    },
    /// An archive of so many MiB at most once it is unpacked.
    UnpackedTooLarge {
        most_mib: u64,
    },
    /// Its content is of another kind, whatever its name says.
    OtherFormat(OtherFormat),
    /// A workbook that is not as workbooks are; what the reader said.
    Unreadable(String),
    /// The code here broke down.
    Internal,
}

/// What a file is that Paydesk does not import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherFormat {
    /// HTML or XML, which some programs save with the ending `.xls`.
    WebPage,
    /// JSON, such as an export for scripts.
    Json,
    /// A workbook of Excel 2003 and before: it does not tell which of its lines are hidden.
    OldWorkbook,
    /// An Excel workbook in binary form, `.xlsb`.
    BinaryWorkbook,
    /// A workbook that only a password opens.
    ProtectedWorkbook,
    /// A spreadsheet of LibreOffice, `.ods`.
    OpenDocument,
    Pdf,
    /// A ZIP archive that is no workbook.
    Archive,
    /// Characters that no text has.
    NotText,
}

/// Why a notification was not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotificationError {
    /// Paydesk was started without notifications.
    SwitchedOff,
    /// Nothing on this desktop shows notifications; what the system said.
    NoService(String),
    TimedOut,
    /// The code here broke down.
    Internal,
}

/// No file manager opened a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenFolderError {
    pub path: String,
}

/// Why a file was not uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadError {
    /// Of the file; empty where it is not known.
    pub name: String,
    pub why: UploadRefusal,
}

/// See [`UploadError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UploadRefusal {
    NoService,
    /// The service refused it, with these words; what to do about it, where its code says so.
    Refused {
        answer: String,
        advice: Option<&'static str>,
    },
    NoFileId,
    /// It never reached the service.
    NotSent,
    /// It was sent, and no whole response came back: the service may have it.
    Lost,
    Folder,
    NotAFile,
    Empty,
    /// It has so many MB, rounded up.
    TooLarge(u64),
    /// It is nothing that is taken there.
    OtherKind(FileService),
    Missing,
    NotAllowed,
    /// The system could not read it, and said so.
    Unreadable(String),
    /// The code here broke down.
    Internal,
}

/// Why a file of saved views was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewsFileError {
    pub path: String,
    pub why: ViewsFileRefusal,
}

/// See [`ViewsFileError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewsFileRefusal {
    NoFile,
    TooLarge,
    NoText,
    Io(IoFault),
    Internal,
}

/// Why a secret was not kept, or not forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeepSecretError {
    /// The code here broke down while a secret of this kind was saved.
    NotSaved(SecretKind),
    NotForgotten(VaultError),
}

/// Why a service is not ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServiceError {
    Keyring(VaultError),
    NoKey {
        profile: String,
    },
    /// The key opens another environment than the profile names.
    OtherEnvironment {
        profile: String,
        of_key: Environment,
        of_profile: Environment,
    },
    /// No client can be made for the profile.
    Unusable {
        profile: String,
        why: String,
    },
    /// Its proxy names a user whose password was not given.
    NoProxyPassword {
        profile: String,
    },
    NotAKey(KeyError),
    /// It answered a test with an error, or not at all.
    Call(CallError),
    SandboxNotStarted(String),
    SandboxWithoutKey(KeyError),
    /// The code here broke down.
    Internal,
}

/// Why a person is not signed in to the dashboard of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInError {
    /// The service has nothing that signs a person in.
    NotOffered,
    Call(CallError),
    /// The service wants a step that only its dashboard has, by its own word for it.
    DashboardStep(String),
    /// The account of the profile is not known: no payment shows it, and no merchant ID is entered.
    MerchantUnknown,
    /// The person has no access to the account of the profile.
    OtherMerchant {
        wanted: String,
    },
    Profile(ServiceError),
    Keyring(VaultError),
    /// The code here broke down.
    Internal,
}

/// Why webhooks are not received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReceiverError {
    PortInUse(u16),
    /// The port cannot be listened on, and what the system said.
    Port(u16, String),
    NoSecret,
    NotRegistered,
    Keyring(VaultError),
    /// The code here broke down.
    Internal,
}

/// Why a secret was not copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyError {
    NoClipboard,
    /// Another program holds it.
    Busy,
}
