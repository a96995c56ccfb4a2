//! Uids: an element keeps its uid. The tests share one chain; each has its own tab and session.

mod same_element;
mod uids;
