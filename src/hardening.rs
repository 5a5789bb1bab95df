//! Keeps what is in memory out of files: no core dumps of this process, whose memory holds keys.
//!
//! Linux: the limit of core files is 0 for good, and the process is marked as not to be dumped, so a collector of dumps
//! (systemd-coredump takes them by pipe, whatever the limit) gets none and other processes of this user cannot read our
//! memory or environment. macOS and the BSDs: the limit. Windows: nothing can be done from here without the system's
//! error reporting service; it keeps dumps only where an administrator asked for them.

/// Switches core dumps off for this process and the ones it starts. Done once, at the very start.
pub fn disable_core_dumps() {
    #[cfg(unix)]
    unix::disable_core_dumps();
}

#[cfg(unix)]
mod unix {
    use rustix::process::{Resource, Rlimit, setrlimit};

    pub(super) fn disable_core_dumps() {
        let none = Rlimit { current: Some(0), maximum: Some(0) };
        if let Err(error) = setrlimit(Resource::Core, none) {
            tracing::warn!(%error, "core dumps could not be switched off");
        }
        #[cfg(target_os = "linux")]
        if let Err(error) = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable) {
            tracing::warn!(%error, "this process could not be marked as non-dumpable");
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::{DumpableBehavior, Resource, dumpable_behavior, getrlimit};

    #[test]
    fn afterwards_this_process_leaves_no_core_dump() {
        super::disable_core_dumps();
        let limit = getrlimit(Resource::Core);
        assert_eq!((limit.current, limit.maximum), (Some(0), Some(0)));
        assert_eq!(dumpable_behavior(), Ok(DumpableBehavior::NotDumpable));
    }
}
