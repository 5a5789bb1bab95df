//! Which pixels differ between two frames, told from their shapes alone.
//!
//! Shapes of both frames are paired where they look the same and stand in the same order. A pixel that no unpaired shape
//! touches is covered by the same shapes in the same order in both frames, so it looks the same.

use std::collections::HashMap;

use super::area::Area;
use super::item::Item;

/// The window is divided into tiles; a tile is painted again or not.
const TILE: [i32; 2] = [32, 16];

/// What was drawn last time, as much of it as is needed to tell what differs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawn {
    pub look: u64,
    pub area: Area,
}

impl From<&Item> for Drawn {
    fn from(item: &Item) -> Self {
        Self { look: item.look, area: item.area }
    }
}

/// The parts of the window that differ: areas without common pixels.
pub(super) fn damage(before: &[Drawn], now: &[Item], window: Area) -> Vec<Area> {
    let mut tiles = Tiles::new(window);
    for_each_unpaired(before, now, |area| tiles.add(area));
    tiles.areas()
}

fn for_each_unpaired(before: &[Drawn], now: &[Item], mut visit: impl FnMut(Area)) {
    let same = |(old, new): &(&Drawn, &Item)| old.look == new.look && !new.retextured;
    let start = before.iter().zip(now).take_while(same).count();
    let (before, now) = (&before[start..], &now[start..]);
    let end = before.iter().rev().zip(now.iter().rev()).take_while(same).count();
    let (before, now) = (&before[..before.len() - end], &now[..now.len() - end]);
    let pairs = pairs(before, now);
    let mut pair = pairs.iter().peekable();
    for (index, item) in now.iter().enumerate() {
        if pair.next_if(|(_, new)| *new == index).is_none() {
            visit(item.area);
        }
    }
    let mut pair = pairs.iter().peekable();
    for (index, drawn) in before.iter().enumerate() {
        if pair.next_if(|(old, _)| *old == index).is_none() {
            visit(drawn.area);
        }
    }
}

/// Places of the same look before and now, both ascending: the longest such row, if every look stands only once.
fn pairs(before: &[Drawn], now: &[Item]) -> Vec<(usize, usize)> {
    if before.is_empty() || now.is_empty() {
        return Vec::new();
    }
    let mut places: HashMap<u64, Vec<usize>> = HashMap::with_capacity(before.len());
    for (index, drawn) in before.iter().enumerate().rev() {
        places.entry(drawn.look).or_default().push(index);
    }
    let candidates: Vec<(usize, usize)> = now
        .iter()
        .enumerate()
        .filter(|(_, item)| !item.retextured)
        .filter_map(|(index, item)| Some((places.get_mut(&item.look)?.pop()?, index)))
        .collect();
    longest_ascending(&candidates)
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
struct Tiles {
    window: Area,
    columns: usize,
    dirty: Vec<bool>,
}

impl Tiles {
    fn new(window: Area) -> Self {
        let columns = window.width().div_ceil(TILE[0] as usize);
        let rows = window.height().div_ceil(TILE[1] as usize);
        Self { window, columns, dirty: vec![false; columns * rows] }
    }

    fn add(&mut self, area: Area) {
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
    fn areas(&self) -> Vec<Area> {
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

    /// A row of items, each in a tile of its own.
    fn items(looks: &[u64]) -> Vec<Item> {
        let item = |look: u64| {
            let left = look as i32 * TILE[0];
            let area = Area { left, top: 0, right: left + 1, bottom: 1 };
            Item { primitive: 0, indices: 0..6, area, look, retextured: false }
        };
        looks.iter().copied().map(item).collect()
    }

    fn columns_damaged(before: &[u64], now: &[Item]) -> Vec<i32> {
        let before: Vec<Drawn> = items(before).iter().map(Drawn::from).collect();
        let areas = damage(&before, now, Area::of_size(WINDOW));
        let columns = |area: &Area| (area.left / TILE[0]..(area.right + TILE[0] - 1) / TILE[0]).collect::<Vec<_>>();
        areas.iter().flat_map(columns).collect()
    }

    #[test]
    fn the_same_frame_damages_nothing() {
        assert!(columns_damaged(&[1, 2, 3], &items(&[1, 2, 3])).is_empty());
        assert!(columns_damaged(&[], &[]).is_empty());
    }

    #[test]
    fn what_comes_goes_or_changes_its_order_is_damaged_alone() {
        assert_eq!(columns_damaged(&[1, 3, 4], &items(&[1, 2, 3, 4])), [2]);
        assert_eq!(columns_damaged(&[1, 2, 3, 4], &items(&[1, 4])), [2, 3]);
        assert_eq!(columns_damaged(&[0, 1, 2, 3, 5], &items(&[0, 3, 1, 2, 5])), [3]);
        assert_eq!(columns_damaged(&[], &items(&[2])), [2]);
    }

    #[test]
    fn what_has_new_texels_is_damaged_where_it_stands() {
        let mut now = items(&[1, 2, 3]);
        now[1].retextured = true;
        assert_eq!(columns_damaged(&[1, 2, 3], &now), [2]);
    }

    #[test]
    fn looks_that_stand_twice_are_paired_one_to_one() {
        assert!(columns_damaged(&[1, 1, 2], &items(&[1, 1, 2])).is_empty());
        assert_eq!(columns_damaged(&[1, 1, 2], &items(&[1, 2])), [1]);
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
