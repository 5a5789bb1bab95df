//! The library that is between a desk under test and its files (`faults.c`), and the log it writes.
//!
//! It is compiled when the first test asks for it. Linux only: elsewhere a library is put in the way by other means, if
//! at all.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use paydesk_test_basics::system_parts::needs;

const SOURCE: &str = include_str!("faults.c");
/// Opened by Paydesk when calls are to be counted from now on.
const BEGIN: &str = "begin-faults";
/// Opened when calls are to fail no longer.
const END: &str = "end-faults";
/// How the names begin that note what was said to be done.
const DONE: &str = "ack-";

/// What happens at one of the calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Killed before the call.
    KillBefore(u64),
    /// Killed after half of a write; before any other call.
    KillHalfWay(u64),
    /// The call fails with this errno.
    FailOnce(u64, i32),
    /// It and all after it fail that the errno concerns, until failing ends.
    FailFrom(u64, i32),
}

/// A directory that is watched, and where the log of it is written.
pub struct Watch<'a> {
    pub dir: &'a Path,
    pub log: &'a Path,
    pub fault: Fault,
}

/// One call, or what was noted between two.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Which call it is; 0 where it was not counted.
    pub number: u64,
    pub inode: u64,
    pub what: What,
}

#[derive(Debug, Clone, PartialEq)]
pub enum What {
    Open,
    Create(String),
    Write {
        at: u64,
        bytes: Vec<u8>,
    },
    Truncate(u64),
    Sync,
    /// A file got another name, a second one, or lost one.
    Rename,
    Link,
    Unlink,
    /// The names in the directory from now on, and the files they stand for.
    Names(BTreeMap<String, u64>),
    /// A request that is about to leave.
    Request(Vec<u8>),
    /// Something was said to be done.
    Done(String),
}

/// The library, or `None` where there is no C compiler and none is required.
pub fn library(skipped: &str) -> Option<&'static Path> {
    static LIBRARY: OnceLock<Result<(tempfile::TempDir, PathBuf), String>> = OnceLock::new();
    let made = LIBRARY.get_or_init(compile).as_ref();
    needs(made.map(|_| ()).map_err(String::as_str), skipped, "apt-get install gcc libc6-dev")?;
    made.ok().map(|(_, path)| path.as_path())
}

fn compile() -> Result<(tempfile::TempDir, PathBuf), String> {
    if !cfg!(target_os = "linux") {
        return Err("only Linux loads a library before others".to_owned());
    }
    let dir = tempfile::tempdir().unwrap();
    let (source, library) = (dir.path().join("faults.c"), dir.path().join("faults.so"));
    std::fs::write(&source, SOURCE).unwrap();
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-pthread", "-o"]).arg(&library).arg(&source);
    let output = command.output().map_err(|error| format!("no C compiler ({error})"))?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok((dir, library))
}

impl Watch<'_> {
    /// Has `command` meet the fault.
    pub fn put_before(&self, library: &Path, command: &mut Command) {
        let (at, what) = match self.fault {
            Fault::None => (0, "before".to_owned()),
            Fault::KillBefore(at) => (at, "before".to_owned()),
            Fault::KillHalfWay(at) => (at, "half".to_owned()),
            Fault::FailOnce(at, errno) => (at, format!("once:{errno}")),
            Fault::FailFrom(at, errno) => (at, format!("from:{errno}")),
        };
        command.env("LD_PRELOAD", library).env("FAULTS_DIR", self.dir).env("FAULTS_LOG", self.log);
        command.env("FAULTS_AT", at.to_string()).env("FAULTS_DO", what);
    }
}

/// From now on calls are counted in the directory. Nothing without the library.
pub fn begin(dir: &Path) {
    let _ = std::fs::File::open(dir.join(BEGIN));
}

/// From now on no call fails.
pub fn end(dir: &Path) {
    let _ = std::fs::File::open(dir.join(END));
}

/// Notes that something was said to be done.
pub fn note_done(dir: &Path, what: &str) {
    let _ = std::fs::File::open(dir.join(format!("{DONE}{what}")));
}

/// A directory in memory where there is one: what is synced there is synced at once, and the log shows what was asked.
pub fn fast_dir() -> tempfile::TempDir {
    let in_memory = Path::new("/dev/shm");
    if in_memory.is_dir() { tempfile::tempdir_in(in_memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// Everything that was logged so far.
pub fn read_log(path: &Path) -> Vec<Record> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let (mut records, mut rest) = (Vec::new(), bytes.as_slice());
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let line = std::str::from_utf8(&rest[..end]).unwrap();
        let fields: Vec<&str> = line.splitn(6, ' ').collect();
        let [kind, number, inode, at, length, name] = fields[..] else { panic!("{line}") };
        let number_of = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("{line}"));
        let length = usize::try_from(number_of(length)).unwrap();
        // Killed while it was logged.
        let Some(data) = rest.get(end + 1..end + 1 + length) else { break };
        rest = &rest[end + 1 + length..];
        let what = match kind {
            "O" => What::Open,
            "C" => What::Create(name.to_owned()),
            "W" => What::Write { at: number_of(at), bytes: data.to_vec() },
            "T" => What::Truncate(number_of(at)),
            "Y" => What::Sync,
            "R" => What::Rename,
            "L" => What::Link,
            "U" => What::Unlink,
            "D" => What::Names(names(data)),
            "S" => What::Request(data.to_vec()),
            "A" => What::Done(name.strip_prefix(DONE).unwrap_or(name).to_owned()),
            other => panic!("{other} in the log"),
        };
        records.push(Record { number: number_of(number), inode: number_of(inode), what });
    }
    records
}

fn names(data: &[u8]) -> BTreeMap<String, u64> {
    let lines = std::str::from_utf8(data).unwrap().lines().map(|line| line.split_once(' ').unwrap());
    lines.map(|(inode, name)| (name.to_owned(), inode.parse().unwrap())).collect()
}
