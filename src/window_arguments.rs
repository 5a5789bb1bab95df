//! What of the command line is there for the window and for the keyring that comes with it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use paydesk::crash_report::RecentKinds;
use paydesk::desktop::RendererKind;
use paydesk::start::window::{self, WindowOptions, connect};

pub const ABOUT: &str = "A dashboard for people who work with payments";
pub const LONG_ABOUT: &str = "A dashboard for people who work with payments\n\n\
    Without a command it opens the window with the embedded sandbox: nothing there moves real money.";
/// In the manual: when the program ends with 2, what it takes from the environment, and where keys are.
pub const EXIT_2: &str = ", or no window can be opened";
pub const ENVIRONMENT: &str =
    ".TP\n.B PAYDESK_NO_NOTIFICATIONS\nTurns off system notifications if set and not empty.\n";
pub const KEYS: &str = "Keys are in the system keyring.";

#[derive(Debug, Args)]
pub struct WindowArgs {
    /// File of saved views to import (.paydesk-views)
    #[arg(value_parser = super::path())]
    file: Option<PathBuf>,
    /// Profile to open, added with `paydesk connect` [default: the one that was open last]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Directory of journal, settings and sandbox data, instead of the platform's directories
    #[arg(long, value_name = "DIR", value_parser = super::path())]
    data_dir: Option<PathBuf>,
    /// Renderer of the window [default: OpenGL with a graphics card, the processor without]
    #[arg(long, value_enum, value_name = "NAME")]
    renderer: Option<RendererName>,
    /// Show no notifications of the system, whatever the settings are
    #[arg(long)]
    no_notifications: bool,
    /// Open the gallery of widgets, type, space and colours instead
    #[arg(long, conflicts_with_all = ["file", "profile", "data_dir"])]
    gallery: bool,
}

#[derive(Debug, Subcommand)]
pub enum WindowCommand {
    /// Add a service as a profile; its secret key is read from standard input and saved in the keyring
    Connect(ConnectArgs),
}

#[derive(Debug, Args)]
pub struct ConnectArgs {
    /// Name of the profile
    name: String,
    /// Address of the service, with https://
    base_url: String,
    /// Directory of the settings, instead of the platform's directory
    #[arg(long, value_name = "DIR", value_parser = super::path())]
    data_dir: Option<PathBuf>,
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

impl WindowArgs {
    /// The directory that was given.
    pub fn data_dir(&self) -> Option<&Path> {
        self.data_dir.as_deref()
    }

    /// Opens the window, or the gallery.
    pub fn open(self, started: Instant, recent: Arc<RecentKinds>) -> ExitCode {
        let Self { data_dir, file, profile, renderer, no_notifications, gallery } = self;
        let renderer = renderer.map(RendererKind::from);
        if gallery {
            return super::ended(window::gallery(renderer));
        }
        let notifications = !no_notifications;
        super::ended(window::open(WindowOptions { data_dir, file, profile, renderer, notifications, started, recent }))
    }
}

impl WindowCommand {
    /// The directory that was given.
    pub fn data_dir(&self) -> Option<&Path> {
        let Self::Connect(args) = self;
        args.data_dir.as_deref()
    }

    pub fn run(self) -> ExitCode {
        let Self::Connect(ConnectArgs { name, base_url, data_dir }) = self;
        super::ended(connect::connect(data_dir, &name, &base_url))
    }
}
