//! Times of the engine and the server for a page, stage by stage:
//! `cargo bench -p axlens-bench --bench native [STAGE | PAGE]`. Replays pages of the repository and
//! real pages next to the checkout. It only prints; `tests/bench/tests/allocations.rs` and
//! `instructions.rs` check counts.

use axlens_bench::replay::{self, FORMATS, Replayed};
use axlens_snapshot::{Rendered, Tree};
use axlens_wasm_core::record::Record;
use divan::Bencher;
use divan::counter::BytesCount;
use std::collections::BTreeMap;
use std::sync::LazyLock;

fn main() {
    divan::Divan::default()
        .sample_count(20)
        .config_with_args()
        .main();
}

/// Every page, by name.
static PAGES: LazyLock<BTreeMap<String, Replayed>> = LazyLock::new(|| {
    let own = replay::own_pages().unwrap_or_default();
    let real = replay::real_pages(&[]).unwrap_or_default();
    let pages = own.into_iter().chain(real);
    pages.map(|page| (page.name.clone(), page)).collect()
});

/// Every format of every page.
static FORMATS_OF_PAGES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let both = |page| {
        FORMATS
            .iter()
            .map(move |(format, _)| format!("{format} {page}"))
    };
    names().flat_map(both).collect()
});

fn names() -> impl Iterator<Item = &'static str> {
    PAGES.keys().map(String::as_str)
}

fn formats() -> impl Iterator<Item = &'static str> {
    FORMATS_OF_PAGES.iter().map(String::as_str)
}

fn pieces(page: &str) -> Vec<String> {
    replay::encoded(replay::understood(&PAGES[page].record))
}

fn tree(page: &str) -> Tree {
    let answer = replay::read(&replay::answer(&pieces(page)));
    replay::stitched(answer.unwrap_or_default())
}

/// The page in the format that costs the fewest tokens.
fn lean(page: &str) -> (Rendered, Tree) {
    let mut tree = tree(page);
    let options = replay::plain(axlens_snapshot::options::Format::Lean);
    (replay::text(&mut tree, &options), tree)
}

#[divan::bench(name = "1 parse the record", args = names())]
fn parse_record(bencher: Bencher, page: &str) {
    let record = &PAGES[page].record;
    bencher
        .counter(BytesCount::of_str(record))
        .bench(|| Record::parse(record));
}

#[divan::bench(name = "2 understand", args = names())]
fn understand(bencher: Bencher, page: &str) {
    let record = &PAGES[page].record;
    bencher
        .counter(BytesCount::of_str(record))
        .bench(|| replay::understood(record));
}

#[divan::bench(name = "3 understand, with selectors", args = names())]
fn understand_with_selectors(bencher: Bencher, page: &str) {
    let record = &PAGES[page].with_selectors;
    bencher
        .counter(BytesCount::of_str(record))
        .bench(|| replay::understood(record));
}

#[divan::bench(name = "4 write the tree", args = names())]
fn write(bencher: Bencher, page: &str) {
    bencher
        .with_inputs(|| replay::understood(&PAGES[page].record))
        .bench_values(replay::encoded);
}

#[divan::bench(name = "5 read the answer", args = names())]
fn read_answer(bencher: Bencher, page: &str) {
    let answer = replay::answer(&pieces(page));
    bencher
        .counter(BytesCount::of_str(&answer))
        .bench(|| replay::read(&answer));
}

#[divan::bench(name = "6 stitch", args = names())]
fn stitch(bencher: Bencher, page: &str) {
    let answer = replay::read(&replay::answer(&pieces(page))).unwrap_or_default();
    bencher
        .with_inputs(|| answer.clone())
        .bench_values(replay::stitched);
}

#[divan::bench(name = "7 shape and render", args = formats())]
fn shape_and_render(bencher: Bencher, which: &str) {
    let (format, page) = which.split_once(' ').unwrap_or_default();
    let format = FORMATS.iter().find(|(name, _)| *name == format);
    let options = replay::plain(format.map_or_else(Default::default, |(_, format)| *format));
    let tree = tree(page);
    bencher
        .with_inputs(|| tree.clone())
        .bench_local_values(|mut tree| replay::text(&mut tree, &options));
}

#[divan::bench(name = "8 delta of what is as it was", args = names())]
fn delta(bencher: Bencher, page: &str) {
    let (rendered, tree) = lean(page);
    let (base, _) = replay::unchanged(&rendered, &tree, None);
    bencher.bench_local(|| replay::unchanged(&rendered, &tree, Some(&base)));
}
