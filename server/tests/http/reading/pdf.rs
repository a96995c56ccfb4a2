//! `/get` of a PDF file: the text that a process of its own reads, and files that end that process.

use crate::http::rig::{Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::Code;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use std::io::Write;

/// A server and a browser whose tab shows the file.
fn showing(file: &[u8]) -> (Rig, SimulatedExtension) {
    let data = STANDARD.encode(file);
    let rig = Rig::new();
    let extension = rig.simulate(move |_| {
        json!({"ok": {"tab": chrome_tab(1_000_000_001, "https://example.com/a.pdf"), "data": data}})
    });
    (rig, extension)
}

async fn get(rig: &Rig, mut body: Value) -> crate::http::rig::Reply {
    body["what"] = json!("pdf");
    rig.post("/get", &body).await
}

/// A file of objects; the first one is the catalog, the second one the tree of pages.
fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let (mut file, mut places) = (b"%PDF-1.5\n".to_vec(), Vec::new());
    for (index, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n", index + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let size = objects.len() + 1;
    let end = format!("trailer\n<</Root 1 0 R/Size {size}>>\nstartxref\n{start}\n%%EOF\n");
    file.extend(end.bytes());
    file
}

fn stream(fields: &str, data: &[u8]) -> Vec<u8> {
    let mut object = format!("<<{fields}/Length {}>>\nstream\n", data.len()).into_bytes();
    object.extend(data);
    object.extend(b"\nendstream");
    object
}

/// A file of two pages: one with a text, and one with this stream. `objects`: those after the
/// first seven.
fn second_page(content: Vec<u8>, objects: Vec<Vec<u8>>) -> Vec<u8> {
    let page = |contents: u32| {
        let page = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {contents} 0 R\
             /Resources<</Font<</F 7 0 R>>/XObject<</X 8 0 R/Y 9 0 R>>>>>>"
        );
        page.into_bytes()
    };
    let text = b"BT /F 12 Tf 1 0 0 1 50 700 Tm (# page 9 of 9) Tj 0 -20 Td (Kept) Tj ET";
    let mut all = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>".to_vec(),
        page(5),
        page(6),
        stream("", text),
        content,
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_vec(),
    ];
    all.extend(objects);
    file(&all)
}

const FIRST: &str = "# page 1 of 2\n\\# page 9 of 9\nKept";

#[tokio::test]
async fn the_text_of_a_file_has_the_numbers_of_its_pages() {
    let (rig, _extension) = showing(&second_page(stream("", b""), Vec::new()));
    let answer = get(&rig, json!({})).await.ok();
    let expected = json!({
        "pdf": format!("{FIRST}\n# page 2 of 2"), "pageCount": 2, "tab": 1,
        "notes": [
            "the file was requested again; its site may have received that GET request",
            "no text: page 2",
        ],
    });
    assert_eq!(answer, expected);
    let answer = get(&rig, json!({"pages": "2-"})).await.ok();
    assert_eq!(answer["pdf"], "# page 2 of 2");
}

#[tokio::test]
async fn invalid_requests_are_faults() {
    let (rig, _extension) = showing(&second_page(stream("", b""), Vec::new()));
    for body in [
        json!({"pages": "x"}),
        json!({"pages": "0-2"}),
        json!({"pages": "3"}),
        json!({"uid": 4}),
        json!({"selector": "p"}),
        json!({"whole": true}),
    ] {
        get(&rig, body).await.fault(Code::BadRequest);
    }
    let body = json!({"what": "text", "pages": "1"});
    rig.post("/get", &body).await.fault(Code::BadRequest);
}

#[tokio::test]
async fn a_file_that_is_none_or_needs_a_password_is_a_fault() {
    let password = include_bytes!("../../../../fixtures/pdf/password.pdf");
    for (file, message) in [
        (&b"%PDF-1.7 no more"[..], "damaged"),
        (&b"<html>"[..], "damaged"),
        (&b""[..], "damaged"),
        (&password[..], "password"),
    ] {
        let (rig, _extension) = showing(file);
        let fault = get(&rig, json!({})).await.fault(Code::NotApplicable);
        assert!(fault.message.contains(message), "{fault:?}");
    }
}

#[tokio::test]
async fn an_extension_that_sends_no_file_is_a_fault() {
    let rig = Rig::new();
    let _extension = rig.simulate(
        |_| json!({"ok": {"tab": chrome_tab(1_000_000_001, "https://example.com/"), "data": "*"}}),
    );
    get(&rig, json!({})).await.fault(Code::Internal);
}

/// Two gigabytes of spaces.
fn bomb() -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let spaces = vec![b' '; 16 * 1024 * 1024];
    let mut blocks = || {
        let from = encoder.get_ref().len();
        encoder.write_all(&spaces).expect("it is in memory");
        encoder.flush().expect("it is in memory");
        encoder.get_ref()[from..].to_vec()
    };
    let (mut data, block) = (blocks(), blocks());
    data.extend(block.repeat(127));
    stream("/Filter/FlateDecode", &data)
}

/// Each page but the second one is read, and the server answers the next request.
async fn survives(name: &str, file: &[u8]) {
    let (rig, _extension) = showing(file);
    let answer = get(&rig, json!({"timeoutMs": 4000})).await.ok();
    let text = answer["pdf"].as_str().expect("a text");
    assert!(text.starts_with(FIRST), "{name}: {answer}");
    assert_eq!(answer["truncated"], true, "{name}: {answer}");
    let note = answer["notes"][1].as_str().expect("a note");
    let is_named = ["parser failed", "time ended"]
        .iter()
        .any(|part| note.contains(part));
    assert!(is_named, "{name}: {answer}");
    let answer = get(&rig, json!({"pages": "1"})).await.ok();
    assert_eq!(answer["pdf"], FIRST, "{name}");
}

#[tokio::test]
async fn a_stream_that_is_too_large_is_a_note() {
    survives("bomb", &second_page(bomb(), Vec::new())).await;
}

#[tokio::test]
async fn a_form_that_contains_itself_is_a_note() {
    let draw = |calls: &str| stream("", calls.as_bytes());
    let form = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 8 0 R/Y 9 0 R>>>>";
    let itself = vec![stream(form, b"/X Do"), stream(form, b"/X Do")];
    survives("recursion", &second_page(draw("/X Do"), itself)).await;
}

#[tokio::test]
async fn forms_that_multiply_are_a_note() {
    let form = |next: usize| {
        format!("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X {next} 0 R>>>>")
    };
    let calls = "/X Do ".repeat(12);
    let forms = (0..12).map(|level| stream(&form(9 + level), calls.as_bytes()));
    let last = stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", b"q Q");
    let objects = forms.chain([last]).collect();
    survives("multiplied", &second_page(stream("", b"/X Do"), objects)).await;
}

#[tokio::test]
async fn a_file_whose_objects_are_nested_deeply_is_a_fault_or_a_note() {
    for (open, close) in [("[", "]"), ("<</a", ">>"), ("(", ")")] {
        let deep = format!("{}{}", open.repeat(200_000), close.repeat(200_000));
        let (rig, _extension) = showing(&second_page(stream("", b""), vec![deep.into_bytes()]));
        let reply = get(&rig, json!({"timeoutMs": 4000})).await;
        let is_read = reply.status.is_success() && reply.body["pageCount"] == 2;
        let is_fault = ["not_applicable", "timeout"]
            .map(Value::from)
            .contains(&reply.body["error"]);
        assert!(is_read || is_fault, "{open}: {}", reply.body);
    }
}
