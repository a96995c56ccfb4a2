//! The answer of `/observe` in JSON: seed 001's fields to the letter, and ours beside them.

use super::delta::Told;
use super::page::{Fresh, Page};
use super::request::Request;
use super::{Part, Taken};
use crate::serialized_json::{SerializedJson, push_object, text_of};
use crate::sessions::shown::{Element, ListKind};
use crate::sessions::told::{ToldPage, Whole};
use crate::sessions::windows::Known;
use crate::tokens::{Counter, at_same_rate, savings};
use axlens_protocol::wire::NodeHandle;
use axlens_snapshot::Role;
use axlens_snapshot::page_tree::Tree;
use axlens_snapshot::render::{PrintedId, Rendered};
use axlens_snapshot::uid::Uid;
use axlens_snapshot::view::View;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

/// What is known of an id of a text.
pub type Entry = Known;

/// The fields of an answer.
pub type Fields = BTreeMap<String, Field>;

/// A field of an answer.
#[derive(Debug, Clone)]
pub enum Field {
    /// As a value.
    Value(Value),
    /// SerializedJson before.
    Serialized(SerializedJson),
}

impl From<Value> for Field {
    fn from(value: Value) -> Field {
        Field::Value(value)
    }
}

/// An answer as it is sent.
pub fn body(fields: &Fields) -> String {
    let texts = fields.iter().map(|(key, field)| match field {
        Field::Value(value) => (key.as_str(), text_of(value).into()),
        Field::Serialized(written) => (key.as_str(), Cow::Borrowed(written.text())),
    });
    let texts: Vec<_> = texts.collect();
    let length = texts.iter().map(|(key, text)| key.len() + text.len() + 4);
    let mut body = String::with_capacity(length.sum::<usize>() + 2);
    push_object(&mut body, texts.into_iter());
    body
}

/// What is said of the snapshot as a whole: everything but the text, its ids and the timings.
pub fn fields(request: &Request, taken: &Taken) -> Map<String, Value> {
    let (page, shown) = (&taken.page, &taken.page.told);
    let main = &shown.main;
    let told = match &taken.part {
        Part::Delta(told) => Some(told),
        _ => None,
    };
    let since = told.and_then(|told| told.since);
    let fields = [
        ("url", Some(json!(main.url))),
        ("pageTitle", Some(json!(main.title))),
        ("rootSelector", Some(json!(request.scope.root_selector()))),
        ("nodeCount", Some(json!(shown.node_count))),
        ("interactiveCount", Some(json!(shown.interactive_count))),
        ("maxDepthReached", Some(json!(shown.max_depth_reached))),
        ("hint", shown.hint.as_ref().map(|hint| json!(hint))),
        ("header", Some(json!(shown.header))),
        ("snapshot", Some(json!(taken.snapshot))),
        ("delta", told.map(|told| json!(told.kind))),
        ("since", since.map(|since| json!(since))),
        ("session", Some(json!(request.session))),
        ("tab", Some(json!(page.tab))),
        ("document", Some(json!(shown.document))),
        ("world", Some(json!(main.world))),
        ("engine", Some(json!(page.engine))),
    ];
    let given = fields.into_iter();
    given
        .filter_map(|(key, value)| Some((key.to_owned(), value?)))
        .collect()
}

/// Values as fields.
pub fn values(map: Map<String, Value>) -> impl Iterator<Item = (String, Field)> {
    map.into_iter().map(|(key, value)| (key, value.into()))
}

/// The whole text and all its ids: written once for a page, however often it is told.
pub fn whole(counter: Counter, kind: Option<ListKind>, page: &Page) -> Fields {
    let told = &page.told;
    let whole = match (told.whole.get(), &page.fresh) {
        (Some(whole), _) => whole.clone(),
        (None, fresh) => written_whole(counter, &told.text, fresh.as_ref()),
    };
    fields_of(kind, whole, told.text.len(), told.main.query_dom_bytes)
}

/// Writes the larger parts of an answer.
pub fn written_whole(counter: Counter, text: &str, fresh: Option<&Fresh>) -> Whole {
    let refs = fresh.and_then(|fresh| fresh.refs.as_ref());
    Whole {
        tree: SerializedJson::new(&text),
        tokens: counter.count(text),
        ids: written_ids(fresh.map_or(&[], |fresh| &fresh.ids)),
        refs: refs.map(SerializedJson::new),
    }
}

/// A part of the text, and its ids.
pub fn part(
    counter: Counter,
    kind: Option<ListKind>,
    page: &ToldPage,
    refs: Option<&Map<String, Value>>,
    ids: &[Entry],
    text: &str,
) -> Fields {
    let refs = refs.map(|refs| {
        let printed: HashSet<&str> = ids.iter().map(|known| known.id.as_str()).collect();
        let kept = refs.iter().filter(|(id, _)| printed.contains(id.as_str()));
        let kept: Vec<_> = kept
            .map(|(id, entry)| (id.as_str(), SerializedJson::new(entry)))
            .collect();
        SerializedJson::object(kept.iter().map(|(id, entry)| (*id, entry)))
    });
    let told = Whole {
        tree: SerializedJson::new(&text),
        tokens: counter.count(text),
        ids: written_ids(ids),
        refs,
    };
    fields_of(kind, told, text.len(), page.main.query_dom_bytes)
}

/// A delta of a page that is told again: nothing has changed, or, to who has no text to take it
/// against, all of it.
pub fn delta_again(
    counter: Counter,
    kind: Option<ListKind>,
    page: &ToldPage,
    told: &Told,
) -> Fields {
    let all = page.whole.get().filter(|_| told.kind != "unchanged");
    let whole = Whole {
        tree: SerializedJson::new(&told.text),
        tokens: counter.count(&told.text),
        ids: all.map_or_else(|| written_ids(&[]), |whole| whole.ids.clone()),
        refs: None,
    };
    fields_of(kind, whole, told.text.len(), page.main.query_dom_bytes)
}

/// The text; seed 001's comparison: our text by a real tokenizer, and what a listing of every
/// element would have cost at the page's own rate; `uidMap`, which holds exactly the uids that are
/// printed, `idMap` in its place where a format's ids are its own.
fn fields_of(kind: Option<ListKind>, told: Whole, bytes: usize, listing_bytes: u64) -> Fields {
    let listing = at_same_rate(listing_bytes, told.tokens, bytes);
    let estimate = json!({
        "thisResponse": told.tokens,
        "equivalentQueryDom": listing,
        "savings": savings(told.tokens as u64, listing),
    });
    let ids = Field::Serialized(told.ids);
    let (uids, own) = match kind {
        None => (ids, None),
        Some(_) => (json!({}).into(), Some(ids)),
    };
    let fields = [
        ("tokenEstimate", Some(estimate.into())),
        ("tree", Some(Field::Serialized(told.tree))),
        ("uidMap", Some(uids)),
        ("idMap", own),
        ("refs", told.refs.map(Field::Serialized)),
    ];
    let given = fields.into_iter();
    given
        .filter_map(|(key, field)| Some((key.to_owned(), field?)))
        .collect()
}

fn written_ids(ids: &[Entry]) -> SerializedJson {
    SerializedJson::object(ids.iter().map(|known| (known.id.as_str(), &known.entry)))
}

/// For each id that is printed the element, and how to find it in the page.
pub fn entries(frames: &Frames, tree: &Tree, view: &View, rendered: &Rendered) -> Vec<Entry> {
    let shown = rendered.ids.iter();
    let mut plain = HashMap::new();
    shown
        .map(|shown| {
            let frame = frames.of(shown.frame);
            Known {
                row: shown.row,
                id: shown.id.clone(),
                entry: entry(&mut plain, view, frame, shown),
                element: element(tree, frame, shown),
            }
        })
        .collect()
}

/// `plain`: entries that are no more than a tag and a role, which most share with others.
fn entry<'a>(
    plain: &mut HashMap<(&'a str, Role), SerializedJson>,
    view: &'a View,
    frame: &[String],
    shown: &PrintedId,
) -> SerializedJson {
    let node = &view.nodes[shown.position].node;
    let path = node.path.as_deref();
    let found = Found {
        tag: &node.tag,
        role: node.role.word(),
        selector: path.map(|path| path.selector.as_str()),
        hosts: path.map_or(&[], |path| &path.hosts),
        frame,
        uid: shown.uid.as_ref().filter(|uid| !uid.equals_text(&shown.id)),
    };
    if found.selector.is_some() || !frame.is_empty() || found.uid.is_some() {
        return SerializedJson::new(&found);
    }
    let written = plain.entry((node.tag.as_str(), node.role));
    written
        .or_insert_with(|| SerializedJson::new(&found))
        .clone()
}

/// How to find an element in the page.
#[derive(Serialize)]
struct Found<'a> {
    tag: &'a str,
    role: &'a str,
    /// None where selectors were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    selector: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    hosts: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    frame: &'a [String],
    /// A snapshot's own ids stand for uids, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    uid: Option<&'a Uid>,
}

fn element(tree: &Tree, frame: &[String], shown: &PrintedId) -> Element {
    let document = tree.frames.get(shown.frame);
    Element {
        node: NodeHandle {
            document: document
                .map(|document| document.document.clone())
                .unwrap_or_default(),
            world: document.map_or(0, |document| document.world),
            node: shown.node,
        },
        uid: shown.uid.as_ref().map(Uid::to_text),
        frame: frame.to_vec(),
        context: shown.context,
    }
}

/// Where the time went, in milliseconds.
pub fn timings(page: &Page, request: Duration) -> Value {
    let mut times: Map<String, Value> = page
        .timings
        .extension
        .iter()
        .map(|(stage, time)| (stage.clone(), json!(rounded(*time))))
        .collect();
    // `total` is the extension's own sum; ours is the whole way.
    if let Some(total) = times.remove("total") {
        times.insert("extension".to_owned(), total);
    }
    let own = [
        ("answer", Some(page.timings.answer)),
        ("stitch", page.timings.stitch),
        ("shape", page.timings.shape),
        ("total", Some(request)),
    ];
    let own = own.into_iter();
    for (stage, time) in own.filter_map(|(stage, time)| Some((stage, time?))) {
        times.insert(
            stage.to_owned(),
            json!(rounded(time.as_secs_f64() * 1000.0)),
        );
    }
    Value::Object(times)
}

/// The selectors of the iframes on the way to each frame, outermost first; inside shadow roots
/// `host >>> iframe`.
#[derive(Debug, Default)]
pub struct Frames(Vec<Vec<String>>);

impl Frames {
    /// Those of a page, of which nothing has been taken yet.
    pub fn new(tree: &Tree) -> Frames {
        let iframes: HashMap<&[u32], String> = tree
            .nodes
            .iter()
            .filter(|each| each.node.frame_index.is_some())
            .filter_map(|each| {
                let path = each.node.path.as_ref()?;
                let steps: Vec<&str> = path
                    .hosts
                    .iter()
                    .chain([&path.selector])
                    .map(String::as_str)
                    .collect();
                Some((each.uid.as_ref()?.0.as_slice(), steps.join(" >>> ")))
            })
            .collect();
        let selector = |path: &[u32]| iframes.get(path).cloned().unwrap_or_default();
        let frames = tree.frames.iter();
        Frames(
            frames
                .map(|frame| {
                    (1..=frame.path.len())
                        .map(|length| selector(&frame.path[..length]))
                        .collect()
                })
                .collect(),
        )
    }

    /// Those of one frame; none of the main frame.
    fn of(&self, frame: usize) -> &[String] {
        self.0.get(frame).map_or(&[], Vec::as_slice)
    }
}

fn rounded(milliseconds: f64) -> f64 {
    (milliseconds * 100.0).round() / 100.0
}
