//! A machine in another place, whose clock is wrong by hours: for programs that this one starts.

use std::path::PathBuf;

use paydesk_test_basics::system_parts::needs;

/// See the module.
pub struct Elsewhere {
    pub time_zone: &'static str,
    /// How far its clock is ahead.
    pub hours: i64,
}

impl Elsewhere {
    /// Whether a clock can be wrong on this machine; says so where it cannot.
    pub fn can_have_wrong_clock() -> bool {
        let part = library().map(|_| ()).ok_or("no libfaketime");
        needs(part, "hubs with clocks that are hours apart", "apt-get install libfaketime").is_some()
    }

    /// What a program is started with. Its clock is right where there is no library for a wrong one.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let clock = library().into_iter().flat_map(|library| {
            [
                ("LD_PRELOAD", library.display().to_string()),
                ("FAKETIME", format!("{:+}h", self.hours)),
                // How long something takes is measured rightly everywhere.
                ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
            ]
        });
        clock.chain([("TZ", self.time_zone.to_owned())]).collect()
    }
}

/// Removes what the library keeps of a process that was killed.
pub fn forget_process(process: u32) {
    for name in ["faketime_shm_", "sem.faketime_sem_"] {
        // Err: there is nothing of it.
        let _ = std::fs::remove_file(format!("/dev/shm/{name}{process}"));
    }
}

/// The library that tells a program another time.
fn library() -> Option<PathBuf> {
    let places = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    places.map(|place| place.path().join("faketime/libfaketimeMT.so.1")).find(|path| path.is_file())
}
