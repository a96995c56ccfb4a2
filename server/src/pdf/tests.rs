//! Files of Chromium and other programs in `fixtures/pdf/`, and files that are made here, some of
//! them hostile. Those that end the process are in `server/tests/program/`.

use super::pages::{Message, Missing, PageRange, PdfPage};
use super::process::read;
use super::reader::{EarlyEnd, PdfContent};
use super::text;
use pdf_extract::{Dictionary, Document, Object, Stream, dictionary};

const NO_LIMIT: usize = 200_000;

fn messages(file: &[u8], range: PageRange, max_len: usize) -> Vec<Message> {
    let mut all = Vec::new();
    let result = read(file, range, max_len, &mut |message| {
        all.push(message.clone());
        Ok(())
    });
    result.expect("nothing fails to be reported");
    all
}

fn content(file: &[u8], range: PageRange, max_len: usize) -> PdfContent {
    let mut content = PdfContent::default();
    for message in messages(file, range, max_len) {
        match message {
            Message::Pages(count) => content.count = count,
            Message::Page(page) => content.pages.push(page),
            Message::Encrypted | Message::Invalid => panic!("{message:?}"),
        }
    }
    content
}

/// The text of a file of one page, without the line with its number.
fn text_of(file: &[u8]) -> String {
    let text = text::text(&content(file, PageRange::ALL, NO_LIMIT));
    let lines = text.strip_prefix("# page 1 of 1").expect("a page line");
    lines.trim_start_matches('\n').to_owned()
}

/// A file with one page for each content stream.
fn file(streams: &[&str]) -> Vec<u8> {
    let mut document = Document::with_version("1.5");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
        "Encoding" => "WinAnsiEncoding",
    });
    let tree = document.new_object_id();
    let mut pages = Vec::new();
    for stream in streams {
        let stream = Stream::new(Dictionary::new(), stream.as_bytes().to_vec());
        let stream = document.add_object(stream);
        let page = document.add_object(dictionary! {
            "Type" => "Page", "Parent" => tree, "Contents" => stream,
            "MediaBox" => vec![0.into(), 0.into(), 600.into(), 800.into()],
            "Resources" => dictionary! { "Font" => dictionary! { "F" => font } },
        });
        pages.push(Object::from(page));
    }
    let root = dictionary! { "Type" => "Pages", "Count" => streams.len() as i64, "Kids" => pages };
    document.objects.insert(tree, root.into());
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    saved(document)
}

fn saved(mut document: Document) -> Vec<u8> {
    let mut file = Vec::new();
    document.save_to(&mut file).expect("it can be written");
    file
}

/// Text at a place.
fn at(x: i32, y: i32, text: &str) -> String {
    format!("BT /F 12 Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

#[test]
fn a_printed_page_has_its_columns_one_after_the_other_and_its_rows_as_lines() {
    let text = text_of(include_bytes!("../../../fixtures/pdf/columns.pdf"));
    for line in [
        "The office of efficient fluff",
        "The first column begins here with efficient",
        "and affine offices. It goes on for some lines",
        "The second column begins here, and none",
        "End of the columns: naïve café, ½, fi,",
        "Name\tCity\tAmount",
        "Grace Hopper New York 99.00",
    ] {
        assert!(text.lines().any(|each| each == line), "{line}: {text}");
    }
    let place = |part: &str| text.find(part).expect("a part of the text");
    assert!(place("The first column") < place("The second column"));
}

#[test]
fn a_page_without_text_is_a_note() {
    let scan = include_bytes!("../../../fixtures/pdf/scan.pdf");
    let content = content(scan, PageRange::ALL, NO_LIMIT);
    assert_eq!(text::text(&content), "# page 1 of 1");
    let expected = ["no text, only images or drawings: page 1"];
    assert_eq!(text::notes(&content), expected);
    let blank = self::content(
        &file(&["", "", &at(9, 9, "x"), ""]),
        PageRange::ALL,
        NO_LIMIT,
    );
    assert_eq!(text::notes(&blank), ["no text: pages 1-2, 4"]);
    assert!(!text::is_truncated(&blank));
}

#[test]
fn a_file_that_needs_a_password_is_not_read_and_one_without_is() {
    let locked = include_bytes!("../../../fixtures/pdf/password.pdf");
    assert_eq!(
        messages(locked, PageRange::ALL, NO_LIMIT),
        [Message::Encrypted]
    );
    // Encrypted, but anyone may open it.
    let open = text_of(include_bytes!("../../../fixtures/pdf/print-only.pdf"));
    assert!(
        open.starts_with("Invoice 2024-17: efficient office\n"),
        "{open}"
    );
}

#[test]
fn a_damaged_file_is_invalid() {
    let whole = include_bytes!("../../../fixtures/pdf/columns.pdf");
    for damaged in [
        &whole[..900],
        &whole[..whole.len() - 400],
        b"",
        b"%PDF-1.7\n",
        b"<html>",
    ] {
        assert_eq!(
            messages(damaged, PageRange::ALL, NO_LIMIT),
            [Message::Invalid]
        );
    }
}

#[test]
fn gaps_are_spaces_tabs_and_lines() {
    let page = [
        at(50, 700, "Na"),
        // Kerning, the space of a word, the next cell, a superscript, the next line.
        at(65, 700, "me"),
        at(90, 700, "of it"),
        at(200, 700, "Total"),
        at(228, 704, "2"),
        at(50, 685, "Next"),
        // Another column.
        at(320, 720, "Right"),
    ];
    assert_eq!(
        text_of(&file(&[&page.concat()])),
        "Name of it\tTotal2\nNext\nRight"
    );
}

#[test]
fn the_range_selects_pages_which_keep_their_numbers() {
    let pages: Vec<String> = (1..=5)
        .map(|page| at(50, 700, &format!("p{page}")))
        .collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let file = file(&pages);
    let read = |range: &str| {
        let range = range.parse().expect("a range");
        text::text(&content(&file, range, NO_LIMIT)).replace(" of 5\n", " ")
    };
    assert_eq!(read("2-3"), "# page 2 p2\n# page 3 p3");
    assert_eq!(read("4-"), "# page 4 p4\n# page 5 p5");
    assert_eq!(read("5-99"), "# page 5 p5");
    assert_eq!(read("7"), "");
    for invalid in ["", "0", "3-2", "-3", "x", "1-2-3", "99999999999"] {
        assert_eq!(invalid.parse::<PageRange>(), Err(()), "{invalid}");
    }
}

#[test]
fn a_text_that_is_too_long_ends_with_a_note_of_how_to_continue() {
    let long = at(50, 700, &"word ".repeat(100));
    let content = content(&file(&[&long, &long, &long]), PageRange::ALL, 700);
    assert_eq!(content.pages.len(), 2);
    assert_eq!(content.pages[1].missing, Some(Missing::TooLong));
    assert!(text::is_truncated(&content));
    let expected = "page 2 is cut, and those after it are left out: `pages` \"3-\" continues";
    assert_eq!(text::notes(&content), [expected]);
}

#[test]
fn no_line_of_a_file_is_one_of_axlens() {
    let page = PdfPage {
        number: 1,
        text:
            "# page 2 of 2\n # PAGE 3\n...(no text)\n\\# page\n\u{200b}# page 4\nplain # page\n#1"
                .into(),
        ..PdfPage::default()
    };
    let content = PdfContent {
        count: 2,
        pages: vec![page],
        end: None,
    };
    let expected = "# page 1 of 2\n\\# page 2 of 2\n\\ # PAGE 3\n\\...(no text)\n\\\\# page\n\
        \\\\u{200b}# page 4\nplain # page\n#1";
    assert_eq!(text::text(&content), expected);
}

#[test]
fn a_process_that_ended_early_leaves_a_note() {
    let content = |end| PdfContent {
        count: 9,
        pages: vec![PdfPage {
            number: 3,
            text: "x".into(),
            ..PdfPage::default()
        }],
        end: Some(end),
    };
    let note = |end| text::notes(&content(end)).join("; ");
    assert!(note(EarlyEnd::Failed).contains("at page 4: `pages` \"5-\""));
    assert!(note(EarlyEnd::Deadline).contains("before page 4: `pages` \"4-\""));
    assert!(text::is_truncated(&content(EarlyEnd::Failed)));
}

#[test]
fn a_page_on_which_the_parser_fails_keeps_its_text_and_the_others() {
    let fails = format!("{}/Unknown 12 Tf (lost) Tj", at(50, 700, "kept"));
    let content = content(
        &file(&[&fails, &at(50, 700, "next")]),
        PageRange::ALL,
        NO_LIMIT,
    );
    assert_eq!(
        text::text(&content),
        "# page 1 of 2\nkept\n# page 2 of 2\nnext"
    );
    let expected = ["the parser failed, a part is missing: page 1"];
    assert_eq!(text::notes(&content), expected);
}

#[test]
fn a_page_tree_that_contains_itself_ends() {
    let mut document = Document::load_mem(&file(&[&at(50, 700, "once")])).expect("a file");
    let pages: Vec<_> = document.get_pages().into_values().collect();
    let tree = document
        .get_dictionary(pages[0])
        .expect("a page")
        .get(b"Parent");
    let tree = tree.and_then(Object::as_reference).expect("its parent");
    let kids = vec![tree.into(), pages[0].into(), tree.into()];
    let root = document.get_object_mut(tree).and_then(Object::as_dict_mut);
    root.expect("the root").set("Kids", kids);
    let all = messages(&saved(document), PageRange::ALL, NO_LIMIT);
    assert!(
        matches!(all.first(), Some(Message::Pages(_) | Message::Invalid)),
        "{all:?}"
    );
}
