//! Shows in the window what the painter painted, only what changed where the platform keeps the rest.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::Arc;

pub use softbuffer::SoftBufferError as SurfaceError;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

use crate::{Area, Canvas, Painted, Painter};

/// Buffers of the platform that are this many pictures old or older are filled completely.
const REMEMBERED: usize = 3;

type PlatformSurface = softbuffer::Surface<OwnedDisplayHandle, Arc<Window>>;

/// The pixels of a window.
pub struct WindowSurface {
    inner: PlatformSurface,
    window: Arc<Window>,
    size: [usize; 2],
    /// The platform lost what it was shown.
    lost: bool,
    kept: KeptPicture,
}

/// Where the last picture is kept.
enum KeptPicture {
    /// In the one buffer of the platform: it is painted there.
    ByPlatform,
    /// Here: the platform has several buffers in turns, or a new one each time.
    Here {
        pixels: Vec<u32>,
        /// What changed with each of the last pictures, the newest first.
        changes: VecDeque<Vec<Area>>,
    },
}

impl WindowSurface {
    /// `has_one_buffer`: whether the platform shows the same buffer each time.
    pub fn new(display: OwnedDisplayHandle, window: Arc<Window>, has_one_buffer: bool) -> Result<Self, SurfaceError> {
        let context = softbuffer::Context::new(display)?;
        let inner = softbuffer::Surface::new(&context, Arc::clone(&window))?;
        let kept = if has_one_buffer {
            KeptPicture::ByPlatform
        } else {
            KeptPicture::Here { pixels: Vec::new(), changes: VecDeque::new() }
        };
        Ok(Self { inner, window, size: [0, 0], lost: false, kept })
    }

    /// What was shown is lost: Windows keeps nothing of a window that is still hidden. The next frame is shown completely.
    pub fn note_loss(&mut self) {
        self.lost = true;
    }

    /// Has a frame painted, and shows what it changed.
    pub fn draw(
        &mut self,
        painter: &mut Painter,
        size: [usize; 2],
        paint: impl FnOnce(&mut Painter, &mut Canvas<'_>) -> Painted,
    ) -> Result<(), SurfaceError> {
        let [Some(width), Some(height)] = size.map(|side| u32::try_from(side).ok().and_then(NonZeroU32::new)) else {
            paint(painter, &mut Canvas { size: [0, 0], pixels: &mut [] });
            return Ok(());
        };
        if self.size != size {
            self.inner.resize(width, height)?;
            self.size = size;
        }
        match &mut self.kept {
            KeptPicture::ByPlatform => {
                let mut buffer = self.inner.buffer_mut()?;
                if buffer.age() != 1 {
                    painter.forget();
                }
                let Painted { changed, .. } = paint(painter, &mut Canvas { size, pixels: &mut buffer });
                let changed = to_show(changed, size, &mut self.lost);
                if changed.is_empty() {
                    return Ok(());
                }
                self.window.pre_present_notify();
                buffer.present_with_damage(&rects(&changed))
            }
            KeptPicture::Here { pixels, changes } => {
                if pixels.len() != size[0] * size[1] {
                    pixels.clear();
                    pixels.resize(size[0] * size[1], 0);
                    painter.forget();
                }
                let Painted { changed, .. } = paint(painter, &mut Canvas { size, pixels });
                let changed = to_show(changed, size, &mut self.lost);
                if changed.is_empty() {
                    return Ok(());
                }
                changes.push_front(changed);
                changes.truncate(REMEMBERED);
                self.window.pre_present_notify();
                present_copy(&mut self.inner, size, pixels, changes)
            }
        }
    }

    /// Shows the last picture again, which the platform lost; `false` where there is none of this size.
    pub fn show_again(&mut self, size: [usize; 2]) -> Result<bool, SurfaceError> {
        if self.size != size || size.contains(&0) {
            return Ok(false);
        }
        let all = Area::of_size(size);
        self.window.pre_present_notify();
        match &mut self.kept {
            KeptPicture::ByPlatform => {
                let buffer = self.inner.buffer_mut()?;
                let is_kept = buffer.age() == 1;
                if is_kept {
                    buffer.present_with_damage(&rects(&[all]))?;
                }
                Ok(is_kept)
            }
            KeptPicture::Here { pixels, changes } => {
                changes.push_front(vec![all]);
                changes.truncate(REMEMBERED);
                present_copy(&mut self.inner, size, pixels, changes)?;
                Ok(true)
            }
        }
    }
}

/// What of a picture is shown: what changed, or all of it after a loss.
fn to_show(changed: Vec<Area>, size: [usize; 2], lost: &mut bool) -> Vec<Area> {
    if std::mem::take(lost) { vec![Area::of_size(size)] } else { changed }
}

/// Copies what the platform's buffer lacks, and shows what changed last.
fn present_copy(
    surface: &mut PlatformSurface,
    size: [usize; 2],
    pixels: &[u32],
    changes: &VecDeque<Vec<Area>>,
) -> Result<(), SurfaceError> {
    let mut buffer = surface.buffer_mut()?;
    match usize::from(buffer.age()) {
        age @ 1.. if age <= changes.len() => {
            let missing = changes.iter().take(age).flatten();
            missing.for_each(|area| copy(&mut buffer, size[0], pixels, *area));
        }
        _ => buffer.copy_from_slice(pixels),
    }
    buffer.present_with_damage(&changes.front().map(|changed| rects(changed)).unwrap_or_default())
}

fn copy(buffer: &mut [u32], width: usize, pixels: &[u32], area: Area) {
    for y in area.top as usize..area.bottom as usize {
        let run = y * width + area.left as usize..y * width + area.right as usize;
        buffer[run.clone()].copy_from_slice(&pixels[run]);
    }
}

fn rects(areas: &[Area]) -> Vec<softbuffer::Rect> {
    let side = |length: usize| u32::try_from(length).ok().and_then(NonZeroU32::new);
    let rect = |area: &Area| {
        Some(softbuffer::Rect {
            x: u32::try_from(area.left).ok()?,
            y: u32::try_from(area.top).ok()?,
            width: side(area.width())?,
            height: side(area.height())?,
        })
    };
    areas.iter().filter_map(rect).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_loss_one_picture_is_shown_completely_even_where_nothing_changed() {
        let (size, mut lost) = ([4, 3], true);
        assert_eq!(to_show(Vec::new(), size, &mut lost), [Area::of_size(size)]);
        assert!(to_show(Vec::new(), size, &mut lost).is_empty());
        let changed = Area { left: 1, ..Area::of_size(size) };
        assert_eq!(to_show(vec![changed], size, &mut lost), [changed]);
    }
}
