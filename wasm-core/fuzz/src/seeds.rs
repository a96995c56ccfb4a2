//! The seeds of the fuzzer: records of small pages, of known hard shapes, and invalid records; and
//! its dictionary. They are deterministic.

// The module with which the engine's tests create records; it uses html5ever and markup5ever_rcdom.
#[path = "../../src/html.rs"]
#[allow(dead_code, missing_docs)]
mod html;

use std::fmt::Write as _;
use std::path::Path;

/// Maximum size of a page in bytes of HTML: larger seeds only make the fuzzer slow.
const MAX_LEN: usize = 12_000;

/// Hard shapes as pages.
const PAGES: [(&str, &str); 14] = [
    (
        "labelled in a circle",
        "<button id=a aria-labelledby='b a'>A</button><p id=b aria-labelledby=a>B</p>",
    ),
    (
        "owned in a circle",
        "<div id=a aria-owns='b c'><p id=b aria-owns=c></p></div><p id=c aria-owns=a>x",
    ),
    (
        "described by itself",
        "<input id=a aria-describedby='a a b' aria-errormessage=b aria-invalid=true><b id=b>No</b>",
    ),
    (
        "labels",
        "<label for=a>One</label><label>Two <input id=a title=t placeholder=p></label><select><option selected>x</select>",
    ),
    (
        "a table",
        "<table aria-label=T><caption>C</caption><tr><th scope=col>H<td><a href=/x>Go</a><tr><td colspan=2>y</table>",
    ),
    (
        "a grid",
        "<div role=grid><div role=row><div role=gridcell tabindex=0 aria-selected=true>1</div></div></div>",
    ),
    (
        "a tree",
        "<ul role=tree><li role=treeitem aria-expanded=true>A<ul role=group><li role=treeitem>B</ul></ul>",
    ),
    (
        "shadow",
        "<x-a><template shadowrootmode=open><slot name=n>f</slot><slot></slot></template><i slot=n>s</i><b>l</b></x-a>",
    ),
    (
        "hidden",
        "<p aria-hidden=true>a<a href=/x>b</a></p><div hidden>c</div><div inert><button>d</button></div><details><p>e</details>",
    ),
    (
        "a dialog",
        "<main><button>out</button></main><dialog open data-modal><h2>Sure?</h2><button autofocus>Yes</button></dialog>",
    ),
    (
        "drawings",
        "<svg role=img><title>T</title><a href=/x><text>t</text></a></svg><figure><img src=x><figcaption>F</figcaption></figure>",
    ),
    (
        "frames",
        "<iframe src=/a title=one></iframe><iframe></iframe><object data=/b></object>",
    ),
    (
        "rich text",
        "<div contenteditable>One <b>two</b><br>three</div><p>a&nbsp;b <em>c</em> &lt;uid=5&gt; \u{202e}x\u{200b}</p>",
    ),
    (
        "lists",
        "<ol start=3><li>a<li value=7>b<ul><li>c</ul></ol><nav><a href=#x>d</a></nav><section aria-labelledby=h><h1 id=h>H",
    ),
];

/// The seeds, each with a description.
pub fn all() -> Vec<(String, String)> {
    let mut seeds: Vec<(String, String)> = PAGES
        .iter()
        .map(|(name, page)| ((*name).to_owned(), html::record(page)))
        .collect();
    seeds.extend(pages_of("../../fixtures"));
    // The real pages next to the checkout, if they exist.
    seeds.extend(pages_of("../../../shared/pages"));
    seeds.extend(hard_shapes());
    let broken: Vec<(String, String)> = seeds.iter().step_by(4).flat_map(broken).collect();
    seeds.extend(broken);
    seeds
}

/// Writes the seeds into a folder, and the dictionary into a file.
pub fn write(folder: &Path, words: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, seed) in all() {
        std::fs::write(folder.join(name.replace(['/', ' '], "-")), seed)?;
    }
    std::fs::write(words, dictionary())?;
    Ok(())
}

/// The beginnings of the pages in a folder next to this package.
fn pages_of(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = files.map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "html"));
    paths.sort();
    let seed = |path: &std::path::PathBuf| {
        let page = std::fs::read_to_string(path).ok()?;
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let beginning = &page[..page.floor_char_boundary(MAX_LEN)];
        Some((name, html::record(beginning)))
    };
    paths.iter().filter_map(seed).collect()
}

/// Shapes that no HTML parser creates.
fn hard_shapes() -> Vec<(String, String)> {
    const STRINGS: &str = "div\u{1e}a\u{1e}href\u{1e}id\u{1e}aria-labelledby\u{1e}words\u{1e}label\u{1e}aria-owns\u{1e}role\u{1e}row";
    let shape = |name: &str, ints: String| {
        let head = r#"{"url":"https://example.test/","title":"T","ready":"complete","world":7,"focused":3,"target":[2,4]}"#;
        (
            name.to_owned(),
            format!("{head}\u{1d}{ints}\u{1d}{STRINGS}\u{1d}"),
        )
    };
    let repeated = |count: usize, each: &dyn Fn(usize) -> String| {
        let mut ints = String::from("1,1,0,4,0");
        (0..count).for_each(|node| {
            let _ = write!(ints, ",{}", each(node + 2));
        });
        ints
    };
    let deep = |pairs: &'static str| move |node: usize| format!("1,{node},1,1026,{pairs}");
    vec![
        shape(
            "ten thousand deep",
            repeated(10_000, &|node| format!("1,{node},0,4,0")),
        ),
        shape("deep links", repeated(1_000, &deep("1,2,5"))),
        shape(
            "deep and named by each other",
            repeated(300, &deep("2,4,3,3,3")),
        ),
        shape("deep and owned", repeated(300, &deep("2,7,3,3,3"))),
        shape(
            "roots in roots",
            repeated(300, &|node| format!("1,{node},0,4,0,3,1")),
        ),
        shape(
            "a thousand siblings",
            repeated(1_000, &|node| format!("1,{node},1,1026,1,2,5,2,5,0")),
        ),
        shape(
            "one node over and over",
            repeated(100, &|_| "1,2,1,1026,1,2,5,2,5,0".to_owned()),
        ),
        shape(
            "facts",
            "1,1,0,4,0,1,2,1,262143,9,-1,5,-2,1,-3,1,-4,1,-5,1,-6,5,-7,5,-12,1,-15,1,2,5"
                .to_owned(),
        ),
        shape("nothing but ends", "0,0,0,0,0".to_owned()),
        shape(
            "numbers too large",
            "1,4294967295,9223372036854775807,99,2,-99,3,1,1,2,999999999999999999".to_owned(),
        ),
        shape(
            "one secret",
            "1,1,0,4,0,1,2,0,5122,2,-15,1,3,5,0".to_owned(),
        ),
    ]
}

/// A truncated seed, and one with the numbers of another seed and an invalid registry.
fn broken((name, seed): &(String, String)) -> Vec<(String, String)> {
    let cut = seed.floor_char_boundary(seed.len() * 2 / 3);
    let registry = format!("{seed}1|7,9|2:5:abc:0:1,3:6:0:ff:0,4:6:0:0:1");
    // The recorder's replacement for strings that UTF-8 can't represent.
    let lone = seed.replace("\u{1e}a", "\u{1e}\u{fffd}\u{fffd}a");
    vec![
        (format!("{name} cut off"), seed[..cut].to_owned()),
        (format!("{name} with a registry"), registry),
        (format!("{name} with lone surrogates"), lone),
    ]
}

/// The fuzzer's dictionary: parts of records that are hard to find by mutation.
fn dictionary() -> String {
    const WORDS: [&str; 44] = [
        "1,2,0,4,0,",
        "1,9,1,1026,1,",
        "2,1,",
        ",0,0,",
        "3,1,",
        "3,5,",
        "-14,",
        "-12,1",
        "-5,1",
        "-6,",
        "1|",
        "id",
        "role",
        "aria-labelledby",
        "aria-describedby",
        "aria-owns",
        "aria-hidden",
        "aria-label",
        "slot",
        "for",
        "label",
        "input",
        "select",
        "option",
        "table",
        "tr",
        "td",
        "th",
        "details",
        "summary",
        "dialog",
        "svg",
        "title",
        "iframe",
        "button",
        "textbox",
        "combobox",
        "listbox",
        "row",
        "gridcell",
        "treeitem",
        "none",
        "inert",
        "tabindex",
    ];
    let marks = ["\\x1d", "\\x1e", "\\x1f"];
    let lines = WORDS
        .iter()
        .chain(&marks)
        .map(|word| format!("\"{word}\"\n"));
    lines.collect()
}
