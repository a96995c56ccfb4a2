//! Allocations of the engine's and the server's stages: their number, size and peak, on the same
//! pages, compared with `fixtures/allocations.json`.

use allocation_counter::{AllocationInfo, measure};
use axlens_bench::counts::{self, Counts};
use axlens_bench::replay::{self, FORMATS, Replayed};
use serde_json::{Value, json};

/// Real pages next to the checkout: prose, a front page, an encyclopedia.
const REAL: [&str; 3] = ["guardian-1", "medium-1", "wikipedia"];

#[test]
fn no_more_memory_is_asked_for_than_was() -> anyhow::Result<()> {
    let mut pages = replay::own_pages()?;
    pages.extend(replay::real_pages(&REAL)?);
    let mut counted = Counts::new();
    for page in &pages {
        counted.insert(page.name.clone(), Value::Object(stages(page)?));
    }
    counts::hold("allocations.json", &counted)
}

fn stages(page: &Replayed) -> anyhow::Result<Counts> {
    let mut counts = Counts::new();
    counted(&mut counts, "understand, with selectors", || {
        replay::understood(&page.with_selectors)
    });
    let understood = counted(&mut counts, "understand", || {
        replay::understood(&page.record)
    });
    let pieces = counted(&mut counts, "write", || replay::encoded(understood));
    let answer = replay::answer(&pieces);
    let read = counted(&mut counts, "read", || replay::read(&answer))?;
    let tree = counted(&mut counts, "stitch", || replay::stitched(read));
    for (name, format) in FORMATS {
        let (mut tree, options) = (tree.clone(), replay::plain(format));
        let rendered = counted(&mut counts, name, || replay::text(&mut tree, &options));
        if name == "lean" {
            let (base, _) = replay::unchanged(&rendered, &tree, None);
            counted(&mut counts, "delta", || {
                replay::unchanged(&rendered, &tree, Some(&base))
            });
        }
    }
    Ok(counts)
}

/// Runs a stage and counts the allocations of this thread.
fn counted<T>(counts: &mut Counts, stage: &str, work: impl FnOnce() -> T) -> T {
    let mut done = None;
    let AllocationInfo {
        count_total,
        bytes_total,
        bytes_max,
        ..
    } = measure(|| done = Some(work()));
    counts.insert(format!("{stage}: allocations"), json!(count_total));
    counts.insert(format!("{stage}: bytes"), json!(bytes_total));
    counts.insert(format!("{stage}: most bytes at once"), json!(bytes_max));
    match done {
        Some(done) => done,
        None => unreachable!("`measure` calls what it measures"),
    }
}
