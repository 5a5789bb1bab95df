//! The executor of what is asked of the desktop and this machine: the file dialog and the file manager, the clipboard, notifications,
//! receivers of webhooks.

use std::sync::Arc;

use crate::clipboard::SecretClipboard;
use crate::clipboard_backend::ClipboardError;
use paydesk_core::Message;
use paydesk_core::effect::SystemEffect;
use paydesk_core::failure::{
    CopyError, FileDialogError, NotificationError, ReceiverError, TableReadError, TableReadFault,
};
use paydesk_core::features::disputes::FilePlace;
use paydesk_core::features::notifications::DesktopNotification;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretText;
use paydesk_domain::sheet::FileReading;
use paydesk_store::table_file;

use super::desktop;
use super::file_choice::FileChoice;
use super::notifications::NotificationService;
use super::service::Connector;
use super::tasks::Tasks;
use super::typed_path::typed_path;
use super::webhooks::Receivers;
use super::{notifications, open_folder, views_file, webhooks};

/// Executes [`SystemEffect`]s: each ends with at most one message to the core.
pub struct SystemExecutor {
    connector: Arc<Connector>,
    receivers: Receivers,
    clipboard: SecretClipboard,
    notifications: NotificationService,
    tasks: Tasks,
}

impl SystemExecutor {
    pub fn new(
        connector: Arc<Connector>,
        receivers: Receivers,
        notifications: NotificationService,
        tasks: Tasks,
    ) -> Self {
        Self { connector, receivers, clipboard: SecretClipboard::start(), notifications, tasks }
    }

    pub fn execute(&self, effect: SystemEffect) {
        match effect {
            SystemEffect::ChooseFile { place } => self.choose_file(place),
            SystemEffect::ReadViews { profile_id, path } => self.read_views(profile_id, path),
            SystemEffect::ReadTable { profile_id, path } => self.read_table(profile_id, path),
            SystemEffect::CopySecret(secret) => self.copy_secret(secret),
            SystemEffect::OpenFolder { path } | SystemEffect::OpenFile { path } => self.open(path),
            SystemEffect::Notify(notification) => self.notify(notification),
            SystemEffect::Listen { profile_id, port } => self.listen(profile_id, port),
            SystemEffect::StopListening { profile_id } => self.receivers.stop(&profile_id),
        }
    }

    /// Ends all receivers. Called where the threads of the runtime can be entered.
    pub fn stop(&self) {
        self.receivers.stop_all();
    }

    fn choose_file(&self, place: FilePlace) {
        let lost = Message::FileChosen { place: place.clone(), result: Err(FileDialogError::Internal.into()) };
        let choose = async move {
            Message::FileChosen { place, result: desktop::choose_file(FileChoice::Evidence).await.map_err(Into::into) }
        };
        self.tasks.report(choose, move || lost);
    }

    fn read_views(&self, profile_id: ProfileId, path: Option<String>) {
        let lost = Message::ViewsRead { profile_id: profile_id.clone(), result: Err(FileDialogError::Internal.into()) };
        let read = async move {
            Message::ViewsRead { profile_id, result: chosen_file(path, FileChoice::Views, views_file::read).await }
        };
        self.tasks.report(read, move || lost);
    }

    fn read_table(&self, profile_id: ProfileId, path: Option<String>) {
        let error = TableReadError { name: path.clone().unwrap_or_default(), why: TableReadFault::Internal };
        let lost = Message::TableRead { profile_id: profile_id.clone(), result: Err(error.into()) };
        let read = async move {
            Message::TableRead { profile_id, result: chosen_file(path, FileChoice::Table, read_table).await }
        };
        self.tasks.report(read, move || lost);
    }

    fn listen(&self, profile_id: ProfileId, port: u16) {
        let lost =
            Message::ReceiverChanged { profile_id: profile_id.clone(), result: Err(ReceiverError::Internal.into()) };
        let (connector, receivers) = (self.connector.clone(), self.receivers.clone());
        let listen = async move {
            let result = webhooks::listen(&connector, &receivers, &profile_id, port).await;
            Message::ReceiverChanged { profile_id, result: result.map_err(Into::into) }
        };
        self.tasks.report(listen, move || lost);
    }

    fn notify(&self, notification: DesktopNotification) {
        let (service, number) = (self.notifications, notification.number);
        let sent = move |result: Result<(), NotificationError>| Message::NotificationSent {
            number,
            problem: result.err().map(Into::into),
        };
        let show = async move { sent(notifications::show(service, notification).await) };
        self.tasks.report(show, move || sent(Err(NotificationError::Internal)));
    }

    fn open(&self, path: String) {
        let sender = self.tasks.sender.clone();
        open_folder::open(path, move |error| {
            sender.send_blocking(Message::Noticed { problem: error.into() });
        });
    }

    fn copy_secret(&self, secret: SecretText) {
        let sender = self.tasks.sender.clone();
        let copied = move |result: Result<(), ClipboardError>| {
            let problem = result.err().map(|error| copy_error(error).into());
            sender.send_blocking(Message::SecretCopied { problem });
        };
        self.clipboard.copy(secret, Box::new(copied));
    }
}

/// What `read` makes of the file at `path`, or else of one that the person chooses. `None`: they chose none.
async fn chosen_file<T, E, F: From<E> + From<FileDialogError>, R: Future<Output = Result<T, E>>>(
    path: Option<String>,
    what: FileChoice,
    read: fn(String) -> R,
) -> Result<Option<T>, F> {
    let path = match path {
        Some(path) => Some(path),
        None => desktop::choose_file(what).await?,
    };
    match path {
        Some(path) => Ok(Some(read(path).await?)),
        None => Ok(None),
    }
}

/// The table at `path`. A disk may be slow, and the threads of calls are few.
async fn read_table(path: String) -> Result<FileReading, TableReadError> {
    let name = path.clone();
    let read = tokio::task::spawn_blocking(move || table_file::read(&typed_path(&path))).await;
    read.unwrap_or(Err(TableReadError { name, why: TableReadFault::Internal }))
}

fn copy_error(error: ClipboardError) -> CopyError {
    match error {
        ClipboardError::NoClipboard => CopyError::NoClipboard,
        ClipboardError::Busy => CopyError::Busy,
    }
}
