//! The signals by which the system ends a program, at log-out for instance: the window closes as if a person had closed
//! it, so that what was typed last is stored. A second signal ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the program was told to end.
#[derive(Debug, Clone, Default)]
pub struct Termination(Arc<AtomicBool>);

impl Termination {
    /// Listens from now on; `wake` draws the window, which then asks.
    pub fn listen(wake: impl Fn() + Send + 'static) -> Self {
        let termination = Self::default();
        #[cfg(unix)]
        {
            let told = termination.clone();
            let run = move || told.wait(&wake);
            let thread = std::thread::Builder::new().name("signals".to_owned()).spawn(run);
            if let Err(error) = thread {
                tracing::warn!(%error, "the signals that end the program are not listened for");
            }
        }
        #[cfg(not(unix))]
        drop(wake);
        termination
    }

    /// Whether a signal came since this was last asked.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }

    #[cfg(unix)]
    fn wait(&self, wake: &impl Fn()) {
        use tokio::signal::unix::{SignalKind, signal};

        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let Ok(mut terminate) = signal(SignalKind::terminate()) else { return };
            if terminate.recv().await.is_none() {
                return;
            }
            tracing::info!("asked to end: the window closes");
            self.0.store(true, Ordering::Relaxed);
            wake();
            if terminate.recv().await.is_some() {
                // 128 and the number of the signal, as shells report it.
                std::process::exit(143);
            }
        });
    }
}
