//! The box of an element in the viewport.

/// The box of an element, in CSS pixels of its frame's viewport.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Place {
    /// Left edge, top edge, width, height.
    pub rect: [f64; 4],
    /// Whether a part of it is in the viewport.
    pub in_viewport: bool,
    /// Whether another element is hit at its center.
    pub covered: bool,
    /// Whether it has no size.
    pub empty: bool,
    /// Whether its opacity is 0.
    pub transparent: bool,
    /// Node id of the covering element in the same document; 0 if unknown.
    pub covered_by: u32,
}
