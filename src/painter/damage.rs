//! Which pixels differ between two frames, told from their shapes alone.
//!
//! Shapes of both frames are paired where they look the same and stand in the same order. A pixel that no unpaired shape
//! touches is covered by the same shapes in the same order in both frames, so it looks the same.

use std::collections::HashMap;

use super::area::Area;

/// The window is divided into tiles; a tile is painted again or not.
const TILE: [i32; 2] = [32, 16];

/// One shape, as much of it as is needed to tell what differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Trace {
    /// Equal for two shapes that look the same; `None` for one that is like no other.
    pub look: Option<u64>,
    pub area: Area,
}

/// Which shapes have none in the other frame that they could be paired with.
#[derive(Debug, Default)]
pub(super) struct Unpaired {
    pub before: Vec<usize>,
    pub now: Vec<usize>,
}

/// Pairs the shapes of two frames.
pub(super) fn unpaired(before: &[Trace], now: &[Trace]) -> Unpaired {
    let same = |(old, new): &(&Trace, &Trace)| old.look == new.look && new.look.is_some();
    let start = before.iter().zip(now).take_while(same).count();
    let (before, now) = (&before[start..], &now[start..]);
    let end = before.iter().rev().zip(now.iter().rev()).take_while(same).count();
    let (before, now) = (&before[..before.len() - end], &now[..now.len() - end]);
    let pairs = pairs(before, now);
    let (mut old, mut new) = (pairs.iter().peekable(), pairs.iter().peekable());
    Unpaired {
        before: (0..before.len())
            .filter(|index| old.next_if(|pair| pair.0 == *index).is_none())
            .map(|index| start + index)
            .collect(),
        now: (0..now.len())
            .filter(|index| new.next_if(|pair| pair.1 == *index).is_none())
            .map(|index| start + index)
            .collect(),
    }
}

/// Places of the same look before and now, both ascending: the longest such row, if every look stands only once.
fn pairs(before: &[Trace], now: &[Trace]) -> Vec<(usize, usize)> {
    if before.is_empty() || now.is_empty() {
        return Vec::new();
    }
    // The first place of each look, and of each place the next one of the same look.
    let mut first: HashMap<u64, usize, BuildLookHasher> =
        HashMap::with_capacity_and_hasher(before.len(), BuildLookHasher::default());
    let mut next: Vec<Option<usize>> = vec![None; before.len()];
    for (index, look) in before.iter().enumerate().rev().filter_map(|(index, trace)| Some((index, trace.look?))) {
        next[index] = first.insert(look, index);
    }
    let take = |look: u64| {
        let place = first.get(&look).copied()?;
        match next[place] {
            Some(later) => first.insert(look, later),
            None => first.remove(&look),
        };
        Some(place)
    };
    let mut take = take;
    let candidates: Vec<(usize, usize)> =
        now.iter().enumerate().filter_map(|(index, trace)| Some((take(trace.look?)?, index))).collect();
    longest_ascending(&candidates)
}

/// For keys that are hashes already.
pub(super) type BuildLookHasher = std::hash::BuildHasherDefault<LookHasher>;

#[derive(Debug, Default)]
pub(super) struct LookHasher(u64);

impl std::hash::Hasher for LookHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, look: u64) {
        self.0 = look;
    }
}

/// The longest part of the candidates, in their order, whose first places ascend.
fn longest_ascending(candidates: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length the candidate that a row of that length ends with, the least possible; and before each its own.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(candidates.len());
    for (index, (place, _)) in candidates.iter().enumerate() {
        let length = ends.partition_point(|end| candidates[*end].0 < *place);
        previous.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut row: Vec<(usize, usize)> =
        std::iter::successors(ends.last().copied(), |index| previous[*index]).map(|index| candidates[index]).collect();
    row.reverse();
    row
}

/// The tiles of a window that are painted again.
pub(super) struct Tiles {
    window: Area,
    columns: usize,
    dirty: Vec<bool>,
}

impl Tiles {
    pub fn new(window: Area) -> Self {
        let columns = window.width().div_ceil(TILE[0] as usize);
        let rows = window.height().div_ceil(TILE[1] as usize);
        Self { window, columns, dirty: vec![false; columns * rows] }
    }

    pub fn add(&mut self, area: Area) {
        let area = area.intersection(self.window);
        if area.is_empty() {
            return;
        }
        let columns = (area.left / TILE[0]) as usize..=((area.right - 1) / TILE[0]) as usize;
        for row in area.top / TILE[1]..=(area.bottom - 1) / TILE[1] {
            self.dirty[row as usize * self.columns..][columns.clone()].fill(true);
        }
    }

    /// Rectangles of tiles: runs of a row, joined with those of the same width above.
    pub fn areas(&self) -> Vec<Area> {
        let (mut finished, mut growing): (Vec<Area>, Vec<Area>) = (Vec::new(), Vec::new());
        for (row, tiles) in self.dirty.chunks(self.columns.max(1)).enumerate() {
            let top = row as i32 * TILE[1];
            let mut above = std::mem::take(&mut growing);
            for (left, right) in runs(tiles) {
                let (left, right) = (left as i32 * TILE[0], right as i32 * TILE[0]);
                let run = Area { left, top, right, bottom: top + TILE[1] }.intersection(self.window);
                let joins = above.iter().position(|area| area.left == run.left && area.right == run.right);
                growing.push(joins.map_or(run, |index| above.swap_remove(index).united(run)));
            }
            finished.append(&mut above);
        }
        finished.append(&mut growing);
        finished
    }
}

/// Where the dirty tiles of a row begin and end.
fn runs(tiles: &[bool]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut next = 0;
    std::iter::from_fn(move || {
        let start = next + tiles.get(next..)?.iter().position(|dirty| *dirty)?;
        let length = tiles[start..].iter().take_while(|dirty| **dirty).count();
        next = start + length;
        Some((start, next))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: [usize; 2] = [200, 100];

    fn traces(looks: &[u64]) -> Vec<Trace> {
        looks.iter().map(|look| Trace { look: Some(*look), area: Area::EMPTY }).collect()
    }

    /// The looks before and now that have no pair.
    fn lonely(before: &[u64], now: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let found = unpaired(&traces(before), &traces(now));
        let looks = |looks: &[u64], places: Vec<usize>| places.into_iter().map(|place| looks[place]).collect();
        (looks(before, found.before), looks(now, found.now))
    }

    #[test]
    fn the_same_frame_has_nothing_without_pair() {
        assert_eq!(lonely(&[1, 2, 3], &[1, 2, 3]), (vec![], vec![]));
        assert_eq!(lonely(&[], &[]), (vec![], vec![]));
    }

    #[test]
    fn what_comes_goes_or_changes_its_order_is_alone_without_pair() {
        assert_eq!(lonely(&[1, 3, 4], &[1, 2, 3, 4]), (vec![], vec![2]));
        assert_eq!(lonely(&[1, 2, 3, 4], &[1, 4]), (vec![2, 3], vec![]));
        assert_eq!(lonely(&[0, 1, 2, 3, 5], &[0, 3, 1, 2, 5]), (vec![3], vec![3]));
        assert_eq!(lonely(&[], &[2]), (vec![], vec![2]));
    }

    #[test]
    fn what_is_like_no_other_has_no_pair() {
        let mut now = traces(&[1, 2, 3]);
        now[1].look = None;
        let found = unpaired(&traces(&[1, 2, 3]), &now);
        assert_eq!((found.before, found.now), (vec![1], vec![1]));
    }

    #[test]
    fn looks_that_stand_twice_are_paired_one_to_one() {
        assert_eq!(lonely(&[1, 1, 2], &[1, 1, 2]), (vec![], vec![]));
        assert_eq!(lonely(&[1, 1, 2], &[1, 2]), (vec![1], vec![]));
    }

    #[test]
    fn tiles_are_joined_and_end_with_the_window() {
        let mut tiles = Tiles::new(Area::of_size(WINDOW));
        tiles.add(Area { left: 190, top: 90, right: 500, bottom: 500 });
        tiles.add(Area { left: 0, top: 0, right: 33, bottom: 17 });
        tiles.add(Area::EMPTY);
        assert_eq!(
            tiles.areas(),
            [Area { left: 0, top: 0, right: 64, bottom: 32 }, Area { left: 160, top: 80, right: 200, bottom: 100 },]
        );
    }
}
