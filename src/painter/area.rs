//! Rectangles of whole pixels.

use egui::Rect;

/// The pixels from `left` and `top` up to before `right` and `bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Area {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Area {
    pub(super) const EMPTY: Self = Self { left: 0, top: 0, right: 0, bottom: 0 };

    pub(super) fn of_size([width, height]: [usize; 2]) -> Self {
        Self { left: 0, top: 0, right: width as i32, bottom: height as i32 }
    }

    /// A clip rectangle in points, rounded as the other renderers do.
    pub(super) fn of_clip(clip: Rect, pixels_per_point: f32) -> Self {
        let pixel = |points: f32| (points * pixels_per_point).round() as i32;
        Self { left: pixel(clip.min.x), top: pixel(clip.min.y), right: pixel(clip.max.x), bottom: pixel(clip.max.y) }
    }

    pub fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// Pixels from left to right.
    pub fn width(self) -> usize {
        usize::try_from(self.right - self.left).unwrap_or_default()
    }

    /// Pixels from top to bottom.
    pub fn height(self) -> usize {
        usize::try_from(self.bottom - self.top).unwrap_or_default()
    }

    pub(super) fn pixel_count(self) -> usize {
        self.width() * self.height()
    }

    pub(super) fn intersection(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    pub(super) fn meets(self, other: Self) -> bool {
        !self.intersection(other).is_empty()
    }

    pub(super) fn holds(self, other: Self) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }

    /// Moved down by so many pixels.
    pub(super) fn moved(self, down: i32) -> Self {
        Self { top: self.top + down, bottom: self.bottom + down, ..self }
    }

    /// What of it is outside the other: up to four parts, above, below, left and right.
    pub(super) fn without(self, other: Self) -> impl Iterator<Item = Self> {
        let other = self.intersection(other);
        let middle = Self { top: other.top, bottom: other.bottom, ..self };
        let parts = if other.is_empty() {
            [self, Self::EMPTY, Self::EMPTY, Self::EMPTY]
        } else {
            [
                Self { bottom: other.top, ..self },
                Self { top: other.bottom, ..self },
                Self { right: other.left, ..middle },
                Self { left: other.right, ..middle },
            ]
        };
        parts.into_iter().filter(|part| !part.is_empty())
    }

    /// The least area that holds both; an empty one adds nothing.
    pub(super) fn united(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn areas_meet_where_they_share_a_pixel() {
        let area = Area { left: 2, top: 2, right: 5, bottom: 4 };
        assert_eq!((area.width(), area.height(), area.pixel_count()), (3, 2, 6));
        assert!(area.meets(Area { left: 4, top: 3, right: 9, bottom: 9 }));
        assert!(!area.meets(Area { left: 5, top: 2, right: 9, bottom: 4 }));
        assert_eq!(area.united(Area::EMPTY), area);
        assert_eq!(Area::EMPTY.united(area), area);
        assert_eq!(Area { left: 3, ..Area::EMPTY }.width(), 0);
    }

    #[test]
    fn what_is_outside_another_area_is_every_other_pixel_once() {
        let area = Area { left: 0, top: 0, right: 10, bottom: 10 };
        let count = |other| area.without(other).map(Area::pixel_count).sum::<usize>();
        assert_eq!(count(Area { left: 2, top: 3, right: 5, bottom: 7 }), 100 - 12);
        assert_eq!(count(Area { left: -5, top: 8, right: 50, bottom: 70 }), 80);
        assert_eq!(count(Area { left: 10, top: 0, right: 20, bottom: 10 }), 100);
        assert_eq!(count(area), 0);
        assert!(area.holds(area) && !area.holds(area.moved(1)));
    }

    #[test]
    fn a_clip_rectangle_without_end_is_kept_in_range() {
        let clip = Area::of_clip(Rect::EVERYTHING, 1.5);
        assert_eq!(clip.intersection(Area::of_size([10, 20])), Area::of_size([10, 20]));
        let clip = Area::of_clip(Rect::from_min_max(pos2(1.0, 1.4), pos2(3.5, 3.4)), 1.0);
        assert_eq!(clip, Area { left: 1, top: 1, right: 4, bottom: 3 });
    }
}
