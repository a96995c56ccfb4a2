//! What holds of the texts of any page: they are read back, keep what they must, and follow their
//! grammars.

mod grammar;
mod keeps;
mod pages;
mod round_trip;
mod shapes;
