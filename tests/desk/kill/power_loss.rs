//! What a disk may look like after the power was lost: made again from the log of what was written to it and synced.
//!
//! What was synced is there. Of what was written since, any part may be: none, all, some of the writes, some of the
//! sectors of a write. Names are there as they were when the directory was synced, or as at any time since; a directory
//! keeps its changes in order.

use std::collections::BTreeMap;
use std::path::Path;

use paydesk_test_basics::rng::Rng;

use super::faults::{Record, What};

/// What a drive writes at once.
const SECTOR_BYTES: u64 = 512;

/// How much of what was not synced is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum Loss {
    /// Nothing: the process was killed, and the machine went on.
    Nothing,
    /// Everything.
    Everything,
    /// Some of the writes.
    SomeWrites,
    /// Some of the sectors of the writes.
    SomeSectors,
    /// All but the last write of each file, and of that the first sectors are there.
    TornLastWrite,
}

/// A change of a file that was not synced.
#[derive(Debug, Clone)]
enum Change {
    Write { at: u64, bytes: Vec<u8> },
    Truncate(u64),
}

#[derive(Debug, Default, Clone)]
struct DiskFile {
    synced: Vec<u8>,
    pending: Vec<Change>,
}

/// A directory on a disk, as far as the log was followed.
#[derive(Debug, Clone)]
pub struct Disk {
    /// The directory itself.
    inode: u64,
    files: BTreeMap<u64, DiskFile>,
    /// The names when the directory was synced last, and after each change since.
    names: Vec<BTreeMap<String, u64>>,
}

impl Disk {
    /// A disk on which everything is that `dir` holds, as at the start of a run.
    pub fn of(dir: &Path) -> Self {
        let (mut files, mut names) = (BTreeMap::new(), BTreeMap::new());
        for entry in std::fs::read_dir(dir).unwrap().map(Result::unwrap) {
            let inode = inode(&entry.path());
            let is_file = entry.path().is_file();
            let synced = if is_file { std::fs::read(entry.path()).unwrap() } else { Vec::new() };
            files.insert(inode, DiskFile { synced, pending: Vec::new() });
            names.insert(entry.file_name().into_string().unwrap(), inode);
        }
        Self { inode: inode(dir), files, names: vec![names] }
    }

    /// Goes one record further.
    pub fn follow(&mut self, record: &Record) {
        match &record.what {
            What::Write { at, bytes } => self.change(record.inode, Change::Write { at: *at, bytes: bytes.clone() }),
            What::Truncate(length) => self.change(record.inode, Change::Truncate(*length)),
            What::Sync if record.inode == self.inode => drop(self.names.drain(..self.names.len() - 1)),
            What::Create(_) => drop(self.files.entry(record.inode).or_default()),
            What::Sync => self.files.entry(record.inode).or_default().sync(),
            What::Names(names) => self.names.push(names.clone()),
            What::Open | What::Rename | What::Link | What::Unlink | What::Request(_) | What::Done(_) => {}
        }
    }

    fn change(&mut self, inode: u64, change: Change) {
        self.files.entry(inode).or_default().pending.push(change);
    }

    /// Whether anything could be lost now.
    pub fn has_pending(&self) -> bool {
        self.names.len() > 1 || self.files.values().any(|file| !file.pending.is_empty())
    }

    /// Writes into `dir` what is found there when the power comes back.
    pub fn restore(&self, dir: &Path, loss: Loss, rng: &mut Rng) {
        let names = match loss {
            Loss::Nothing | Loss::TornLastWrite => self.names.last(),
            Loss::Everything => self.names.first(),
            Loss::SomeWrites | Loss::SomeSectors => self.names.get(rng.index(self.names.len())),
        };
        for (name, inode) in names.into_iter().flatten() {
            // A directory, or a file that only lived in between.
            let Some(file) = self.files.get(inode).filter(|_| !dir.join(name).is_dir()) else { continue };
            std::fs::write(dir.join(name), file.after(loss, rng)).unwrap();
        }
    }
}

impl DiskFile {
    fn sync(&mut self) {
        self.synced = self.after(Loss::Nothing, &mut Rng::seeded(0));
        self.pending.clear();
    }

    fn after(&self, loss: Loss, rng: &mut Rng) -> Vec<u8> {
        let mut content = self.synced.clone();
        for (index, change) in self.pending.iter().enumerate() {
            let is_last = index + 1 == self.pending.len();
            match (loss, change) {
                (Loss::Everything, _) => {}
                (Loss::SomeWrites, _) | (Loss::SomeSectors, Change::Truncate(_)) if rng.one_in(2) => {}
                (Loss::SomeSectors, Change::Write { at, bytes }) => {
                    let kept = sectors(*at, bytes).filter(|_| !rng.one_in(2)).collect::<Vec<_>>();
                    kept.into_iter().for_each(|(at, bytes)| write(&mut content, at, bytes));
                }
                (Loss::TornLastWrite, Change::Write { at, bytes }) if is_last => {
                    let sectors: Vec<_> = sectors(*at, bytes).collect();
                    let kept = rng.index(sectors.len() + 1);
                    sectors.into_iter().take(kept).for_each(|(at, bytes)| write(&mut content, at, bytes));
                }
                (_, Change::Write { at, bytes }) => write(&mut content, *at, bytes),
                (_, Change::Truncate(length)) => content.resize(usize::try_from(*length).unwrap(), 0),
            }
        }
        content
    }
}

/// The parts of a write that are each in one sector.
fn sectors(at: u64, bytes: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let mut rest = (at, bytes);
    std::iter::from_fn(move || {
        let (at, bytes) = rest;
        let room = usize::try_from(SECTOR_BYTES - at % SECTOR_BYTES).unwrap();
        let (sector, more) = bytes.split_at(room.min(bytes.len()));
        rest = (at + sector.len() as u64, more);
        (!sector.is_empty()).then_some((at, sector))
    })
}

fn write(content: &mut Vec<u8>, at: u64, bytes: &[u8]) {
    let at = usize::try_from(at).unwrap();
    content.resize(content.len().max(at + bytes.len()), 0);
    content[at..at + bytes.len()].copy_from_slice(bytes);
}

#[cfg(unix)]
fn inode(path: &Path) -> u64 {
    std::os::unix::fs::MetadataExt::ino(&std::fs::metadata(path).unwrap())
}

#[cfg(not(unix))]
fn inode(_path: &Path) -> u64 {
    0
}
