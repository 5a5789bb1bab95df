//! What can go wrong outside the core, as types: made by the executors where it happens, worded by the
//! [presenter](super::presenter). Nothing here is a sentence; what the system or the service said is carried as it came.
//!
//! What a call to the service can end in is not here, but beside the calls: [`CallError`](paydesk_api::error::CallError).

pub mod export;
pub mod history;
pub mod managed;
pub mod runtime;
pub mod store;
pub mod team;

pub use export::TableNotWritten;
pub use history::{HistoryError, HistoryFault};
pub use managed::{CertificatesFault, ManagedFileError, ManagedFileFault};
pub use runtime::{
    CopyError, FileDialogError, KeepSecretError, NotificationError, OpenFolderError, OtherFormat, ReceiverError,
    ServiceError, SignInError, TableReadError, TableReadFault, UploadError, UploadRefusal, ViewsFileError,
    ViewsFileRefusal,
};
pub use store::{
    DataDirsError, DatabaseFault, DatabaseFaultKind, IoFault, IoFaultKind, JournalDamage, JournalFault, JournalSetting,
    JsonFile, JsonFileFault, RecordsFault, StoreError, StoreFailure, StoredFileFault, StoredFileKind,
};
pub use team::TeamFailure;
