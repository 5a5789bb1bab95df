//! Rectangles of whole pixels.

use egui::Rect;

/// The pixels from `left` and `top` up to before `right` and `bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    fn a_clip_rectangle_without_end_is_kept_in_range() {
        let clip = Area::of_clip(Rect::EVERYTHING, 1.5);
        assert_eq!(clip.intersection(Area::of_size([10, 20])), Area::of_size([10, 20]));
        let clip = Area::of_clip(Rect::from_min_max(pos2(1.0, 1.4), pos2(3.5, 3.4)), 1.0);
        assert_eq!(clip, Area { left: 1, top: 1, right: 4, bottom: 3 });
    }
}
