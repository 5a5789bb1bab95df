//! Lists that are scrolled: their pixels are moved, and only what came into sight is painted.
//!
//! Where pixels were moved they show the shapes of the last frame, moved as well. So they are compared with those of
//! this frame as [`damage`](super::damage) does: whatever has no pair there is painted.

use std::collections::HashMap;

use super::area::Area;
use super::damage::{BuildLookHasher, Tiles, Trace, Unpaired, unpaired};
use super::item::{FormHash, PaintItem, SUBPIXELS, look};

/// So many neighbouring shapes, found again at another height, tell how far a list was scrolled.
const NEIGHBOURS: usize = 8;
/// Fewer shapes without pair are painted as they are.
const FEW_SHAPES: usize = 100;

/// A shape of the last frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawn {
    form: u64,
    y: i32,
    clip: Area,
    area: Area,
    look: u64,
}

impl From<&PaintItem> for Drawn {
    fn from(item: &PaintItem) -> Self {
        Self { form: item.form, y: item.y, clip: item.clip, area: item.area, look: item.look() }
    }
}

/// What differs between two frames.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// The part whose pixels are moved first, and how far down.
    pub moved: Option<(Area, i32)>,
    /// What is painted: areas without common pixels.
    pub painted: Vec<Area>,
}

/// Compares two frames. `solid` tells the colour of an item that is the same all over an area.
pub(super) fn difference(
    before: &[Drawn],
    now: &[PaintItem],
    window: Area,
    solid: impl Fn(&PaintItem, Area) -> Option<u32>,
) -> Difference {
    let old: Vec<Trace> = before.iter().map(|drawn| Trace { look: Some(drawn.look), area: drawn.area }).collect();
    let new: Vec<Trace> =
        now.iter().map(|item| Trace { look: (!item.retextured).then(|| item.look()), area: item.area }).collect();
    let found = unpaired(&old, &new);
    let mut still = Tiles::new(window);
    areas(&found, &old, &new).for_each(|area| still.add(area));
    let still = Difference { moved: None, painted: still.areas() };
    if found.now.len() < FEW_SHAPES {
        return still;
    }
    let Some(scroll) = Scroll::find(&found, before, now) else { return still };
    let mut tiles = Tiles::new(window);
    scroll.shown.without(scroll.kept()).for_each(|area| tiles.add(area));
    for area in areas(&found, &old, &new) {
        area.without(scroll.shown).for_each(|area| tiles.add(area));
    }
    let (old, new) = scroll.traces(before, now, solid);
    areas(&unpaired(&old, &new), &old, &new).for_each(|area| tiles.add(area.intersection(scroll.kept())));
    let moving = Difference { moved: Some((scroll.shown, scroll.down)), painted: tiles.areas() };
    if moving.pixel_count() * 2 < still.pixel_count() { moving } else { still }
}

impl Difference {
    fn pixel_count(&self) -> usize {
        self.painted.iter().map(|area| area.pixel_count()).sum()
    }
}

fn areas<'a>(found: &'a Unpaired, before: &'a [Trace], now: &'a [Trace]) -> impl Iterator<Item = Area> + 'a {
    let old = found.before.iter().map(|index| before[*index].area);
    old.chain(found.now.iter().map(|index| now[*index].area))
}

/// A part of the window whose content moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Scroll {
    shown: Area,
    /// By so many pixels; negative is up.
    down: i32,
}

impl Scroll {
    /// The move that most of the shapes made that moved at all, from the first to the last without pair.
    fn find(found: &Unpaired, before: &[Drawn], now: &[PaintItem]) -> Option<Self> {
        let before = &before[*found.before.first()?..=*found.before.last()?];
        let now = &now[*found.now.first()?..=*found.now.last()?];
        // Neighbours that stand more than once in the last frame tell nothing.
        let mut places: HashMap<u64, Option<usize>, BuildLookHasher> = HashMap::default();
        for (place, group) in before.windows(NEIGHBOURS).enumerate() {
            let forms = together(group.iter().map(|drawn| drawn.form));
            places.entry(forms).and_modify(|place| *place = None).or_insert(Some(place));
        }
        let groups = now.windows(NEIGHBOURS).enumerate().filter_map(|(new, group)| {
            let old = (*places.get(&together(group.iter().map(|item| item.form)))?)?;
            Some((now[new].y - before[old].y, old, new))
        });
        let moves: Vec<(i32, usize, usize)> = groups.filter(|(by, ..)| *by != 0).collect();
        let mut counts: HashMap<i32, usize> = HashMap::new();
        moves.iter().for_each(|(by, ..)| *counts.entry(*by).or_default() += 1);
        let (by, count) = counts.into_iter().filter(|(by, _)| by % SUBPIXELS == 0).max_by_key(|(_, count)| *count)?;
        let shown = moves
            .iter()
            .filter(|(other, ..)| *other == by)
            .fold(Area::EMPTY, |shown, (_, old, new)| shown.united(before[*old].clip).united(now[*new].clip));
        let scroll = Self { shown, down: by / SUBPIXELS };
        (count * 2 > moves.len() && !scroll.kept().is_empty()).then_some(scroll)
    }

    /// The part that shows what was in sight before.
    fn kept(&self) -> Area {
        self.shown.intersection(self.shown.moved(self.down))
    }

    /// What the kept part shows after the move, and what it is to show.
    fn traces(
        &self,
        before: &[Drawn],
        now: &[PaintItem],
        solid: impl Fn(&PaintItem, Area) -> Option<u32>,
    ) -> (Vec<Trace>, Vec<Trace>) {
        let kept = self.kept();
        let mut colors: HashMap<u64, u64, BuildLookHasher> = HashMap::default();
        for item in now.iter().filter(|item| item.area.holds(self.shown) && !item.retextured) {
            if let Some(color) = solid(item, self.shown) {
                colors.insert(item.look(), together([u64::MAX, color.into()].into_iter()));
            }
        }
        let within = |form: u64, y: i32, clip: Area| Some(look(form, y, clip.intersection(kept)));
        let old = before.iter().filter(|drawn| drawn.area.meets(self.shown)).map(|drawn| {
            let (y, clip) = (drawn.y + self.down * SUBPIXELS, drawn.clip.moved(self.down));
            let look = colors.get(&drawn.look).copied().or_else(|| within(drawn.form, y, clip));
            Trace { look, area: drawn.area.moved(self.down) }
        });
        let new = now.iter().filter(|item| item.area.meets(self.shown)).map(|item| {
            let look = colors.get(&item.look()).copied().or_else(|| within(item.form, item.y, item.clip));
            Trace { look: look.filter(|_| !item.retextured), area: item.area }
        });
        (old.filter(|trace| trace.area.meets(kept)).collect(), new.filter(|trace| trace.area.meets(kept)).collect())
    }
}

fn together(values: impl Iterator<Item = u64>) -> u64 {
    let mut hash = FormHash::default();
    values.for_each(|value| hash.add(value));
    hash.0
}
