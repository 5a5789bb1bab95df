//! Shows the painter's picture in the window, only what changed where the platform keeps the rest.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::Arc;

use softbuffer::SoftBufferError;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

use crate::desktop::cpu::{Area, Painter};

/// Buffers of the platform that are this many pictures old or older are filled completely.
const REMEMBERED: usize = 3;

/// The pixels of a window.
pub(super) struct WindowSurface {
    inner: softbuffer::Surface<OwnedDisplayHandle, Arc<Window>>,
    size: Option<[usize; 2]>,
    /// What changed with each of the last pictures, the newest first.
    changes: VecDeque<Vec<Area>>,
}

impl WindowSurface {
    pub fn new(display: OwnedDisplayHandle, window: Arc<Window>) -> Result<Self, SoftBufferError> {
        let context = softbuffer::Context::new(display)?;
        let inner = softbuffer::Surface::new(&context, window)?;
        Ok(Self { inner, size: None, changes: VecDeque::new() })
    }

    /// Shows what changed.
    pub fn show(&mut self, painter: &Painter, changed: Vec<Area>) -> Result<(), SoftBufferError> {
        if changed.is_empty() {
            return Ok(());
        }
        self.present(painter, changed)
    }

    /// Shows everything again: the platform lost it.
    pub fn show_all(&mut self, painter: &Painter) -> Result<(), SoftBufferError> {
        self.present(painter, vec![Area::of_size(painter.size())])
    }

    fn present(&mut self, painter: &Painter, changed: Vec<Area>) -> Result<(), SoftBufferError> {
        let size = painter.size();
        let [Some(width), Some(height)] = size.map(|side| u32::try_from(side).ok().and_then(NonZeroU32::new)) else {
            return Ok(());
        };
        if self.size != Some(size) {
            self.inner.resize(width, height)?;
            self.size = Some(size);
            self.changes.clear();
        }
        self.changes.push_front(changed);
        self.changes.truncate(REMEMBERED);
        self.inner.window().pre_present_notify();
        let mut buffer = self.inner.buffer_mut()?;
        match usize::from(buffer.age()) {
            age @ 1.. if age <= self.changes.len() => {
                let missing = self.changes.iter().take(age).flatten();
                missing.for_each(|area| copy(&mut buffer, painter, *area));
            }
            _ => copy(&mut buffer, painter, Area::of_size(size)),
        }
        let shown: Vec<softbuffer::Rect> =
            self.changes.front().into_iter().flatten().filter_map(|area| rect(*area)).collect();
        buffer.present_with_damage(&shown)
    }
}

fn copy(buffer: &mut [u32], painter: &Painter, area: Area) {
    let width = painter.size()[0];
    for y in area.top as usize..area.bottom as usize {
        let run = y * width + area.left as usize..y * width + area.right as usize;
        buffer[run.clone()].copy_from_slice(&painter.pixels()[run]);
    }
}

fn rect(area: Area) -> Option<softbuffer::Rect> {
    let side = |length: usize| u32::try_from(length).ok().and_then(NonZeroU32::new);
    Some(softbuffer::Rect {
        x: u32::try_from(area.left).ok()?,
        y: u32::try_from(area.top).ok()?,
        width: side(area.width())?,
        height: side(area.height())?,
    })
}
