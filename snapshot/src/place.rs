//! Where an element is on the screen. Knows no tree.

/// Where an element is on the screen, in CSS pixels of its frame's viewport.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Place {
    /// Left edge, top edge, width, height.
    pub rect: [f64; 4],
    /// Some of it is in the viewport.
    pub in_viewport: bool,
    /// Something else would be hit in its middle.
    pub covered: bool,
    /// Has no size.
    pub empty: bool,
    /// Can't be seen through: opacity 0.
    pub transparent: bool,
    /// Node id of what covers it, in the same document; 0: not known.
    pub covered_by: u32,
}
