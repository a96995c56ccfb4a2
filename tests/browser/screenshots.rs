//! Screenshots with marks, of elements and of whole pages, compared pixel by pixel in a real
//! browser.

mod capture;
mod marks;
mod outputs;
mod whole_page;

use anyhow::Context;
use axlens_harness::Page;
use axlens_harness::pixels::Edges;
use serde_json::Value;
use std::collections::HashMap;

/// A `max_side` that is larger than any screenshot of these tests, so that they are not scaled
/// down.
const NOT_SCALED: u64 = 8192;

/// The colour of the button with this number. Nothing else has it.
fn colour(number: u32) -> u32 {
    0x00f0_e000 | number
}

/// A button with its own colour and name.
fn button(number: u32, style: &str) -> String {
    let colour = colour(number);
    format!(
        "<button aria-label='b{number}' style='all:unset;display:inline-block;width:60px;height:20px;
         margin:24px 30px;background:#{colour:06x};{style}'></button>"
    )
}

/// A page that has only one colour.
fn plain(number: u32) -> Page {
    let colour = colour(number);
    Page::html(format!(
        "<!doctype html><title>Front {number}</title><body style='background:#{colour:06x}'>"
    ))
}

/// A tall page with a button at its top, in its middle and at its end, and two secret fields, each
/// with its own colour.
fn tall() -> Page {
    let field = |number: u32| {
        let colour = colour(number);
        format!(
            "<input type=password value=hunter22 style='all:unset;display:block;width:200px;
             height:40px;background:#{colour:06x}'>"
        )
    };
    Page::html(format!(
        "<!doctype html><title>Tall</title><body style='margin:0'>{top}{first}
         <div style='height:1200px'></div>{middle}{second}<div style='height:1200px'></div>{end}",
        top = button(1, ""),
        first = field(31),
        middle = button(2, ""),
        second = field(32),
        end = button(3, ""),
    ))
}

fn edges(mark: &Value) -> anyhow::Result<Edges> {
    let [left, top, width, height]: Edges = serde_json::from_value(mark["box"].clone())?;
    Ok([left, top, left + width, top + height])
}

/// The boxes of all marks of a response, by the names in its legend.
fn marks_by_name(answer: &Value) -> anyhow::Result<HashMap<String, Edges>> {
    let legend = answer["legend"].as_str().context("a legend")?;
    let marks = answer["marks"].as_array().context("marks")?;
    assert_eq!(legend.lines().count(), marks.len(), "{legend}");
    let named = legend.lines().zip(marks).map(|(line, mark)| {
        let uid = mark["uid"].as_str().context("a uid")?;
        assert!(line.starts_with(&format!("{uid} ")), "{line} {mark}");
        let name = line.split('"').nth(1).with_context(|| line.to_owned())?;
        Ok((name.to_owned(), edges(mark)?))
    });
    named.collect()
}
