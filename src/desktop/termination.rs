//! The signals by which the system ends a program, at log-out for instance: the window closes as if a person had closed
//! it, so that what was typed last is stored. A second signal ends the program at once.
//!
//! On Windows the console in which Paydesk was started is such a signal when it closes; log-out is reported to windows
//! only, and what the journal holds is stored anyway.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the program was told to end.
#[derive(Debug, Clone, Default)]
pub struct Termination(Arc<AtomicBool>);

impl Termination {
    /// Listens from now on; `wake` draws the window, which then asks.
    pub fn listen(wake: impl Fn() + Send + 'static) -> Self {
        let termination = Self::default();
        let told = termination.clone();
        let run = move || told.wait(&wake);
        let thread = std::thread::Builder::new().name("signals".to_owned()).spawn(run);
        if let Err(error) = thread {
            tracing::warn!(%error, "termination signals cannot be handled");
        }
        termination
    }

    /// Whether a signal came since this was last asked.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }

    fn wait(&self, wake: &impl Fn()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let Ok(mut terminate) = terminate() else { return };
            if terminate.recv().await.is_none() {
                return;
            }
            tracing::info!("termination requested: closing the window");
            self.0.store(true, Ordering::Relaxed);
            wake();
            if terminate.recv().await.is_some() {
                // 128 and the number of the signal, as shells report it.
                std::process::exit(143);
            }
        });
    }
}

#[cfg(unix)]
fn terminate() -> std::io::Result<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
}

#[cfg(not(unix))]
fn terminate() -> std::io::Result<tokio::signal::windows::CtrlClose> {
    tokio::signal::windows::ctrl_close()
}
