//! Small PDF files.

/// A file with one page for each list of lines. The lines must be ASCII.
pub fn of_pages(pages: &[&[&str]]) -> String {
    let kids: Vec<String> = (0..pages.len())
        .map(|page| format!("{} 0 R", 4 + 2 * page))
        .collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!(
            "<</Type/Pages/Count {}/Kids[{}]>>",
            pages.len(),
            kids.join(" ")
        ),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
    ];
    for lines in pages {
        let contents = objects.len() + 2;
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {contents} 0 R\
             /Resources<</Font<</F 3 0 R>>>>>>"
        ));
        let lines: String = lines
            .iter()
            .map(|line| format!("({}) Tj 0 -20 Td ", escaped(line)))
            .collect();
        objects.push(stream(
            "",
            &format!("BT /F 12 Tf 1 0 0 1 50 700 Tm {lines}ET"),
        ));
    }
    of_objects(&objects)
}

fn escaped(line: &str) -> String {
    line.replace('\\', "\\\\")
        .replace('(', "\\(")
        .replace(')', "\\)")
}

/// A stream without a filter. `fields`: those of its dictionary besides the length.
pub fn stream(fields: &str, content: &str) -> String {
    let length = content.len();
    format!("<<{fields}/Length {length}>>\nstream\n{content}\nendstream")
}

/// A file of these objects, of which the first one is the catalog.
pub fn of_objects(objects: &[String]) -> String {
    let (mut file, mut places) = ("%PDF-1.5\n".to_owned(), String::new());
    for (index, object) in objects.iter().enumerate() {
        places += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file + &format!(
        "xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<</Root 1 0 R/Size {size}>>\n\
         startxref\n{start}\n%%EOF\n"
    )
}
