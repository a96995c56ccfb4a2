//! The tools that a page offers to agents, as text. Every word of a page is quoted.

use axlens_protocol::agent::page_tools::{PageTool, PageToolsAnswer};
use axlens_protocol::wire::FrameTools;
use axlens_snapshot::quote::{requoted, shortened, single_line};
use serde::Deserialize;
use serde_json::Value;

/// Maximum length of a description, in characters.
const MAX_DESCRIPTION: usize = 300;
/// Maximum length of a name, in characters.
const MAX_NAME: usize = 80;
/// Maximum number of arguments in a line, and of values of one of them.
const MAX_ARGUMENTS: usize = 20;
/// Maximum length of the arguments in a line, in characters; the first one is there anyway.
const MAX_SIGNATURE: usize = 600;

/// What a page says of a tool. A field that is missing or of another type is empty.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ListedTool {
    name: String,
    title: String,
    description: String,
    /// The schema as JSON; `None` if it is too large.
    schema: Option<String>,
    read_only: bool,
    consequential: bool,
    untrusted: bool,
    form: bool,
    submits: bool,
}

/// A tool of a frame, the main frame first, as the page describes it in JSON. `None` if that is
/// none. `handle`: names it in an action; empty without one.
pub fn tool((at, frame): (usize, &FrameTools), listed: &str, handle: String) -> Option<PageTool> {
    let tool: ListedTool = serde_json::from_str(listed).ok()?;
    let schema = tool.schema.as_deref().map(serde_json::from_str::<Value>);
    Some(PageTool {
        consequential: tool.consequential,
        description: tool.description,
        form: tool.form,
        frame: (at > 0).then(|| frame.url.clone()),
        name: tool.name,
        read_only: tool.read_only,
        schema: schema.and_then(Result::ok).unwrap_or(Value::Null),
        submits: tool.submits,
        title: tool.title,
        tool: handle,
        untrusted: tool.untrusted,
    })
}

/// A line with their number, and one for each tool.
pub fn text(answer: &PageToolsAnswer) -> String {
    let tab = format!(" of tab {}", answer.tab);
    let mut lines = vec![head(answer.count, answer.tools.len(), &tab)];
    lines.extend(answer.tools.iter().map(line));
    lines.join("\n")
}

/// The number of tools, and of those that are listed. `tab`: where they are.
pub fn head(count: usize, listed: usize, tab: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    let first = match listed < count {
        true => format!(", the first {listed}"),
        false => String::new(),
    };
    format!("...({count} page tool{plural}{tab}{first})")
}

/// `3f2a9c81b2d0 "add" ("a": number, "b"?: number) "Adds two numbers" read-only`
pub fn line(tool: &PageTool) -> String {
    let handle = Some(tool.tool.clone()).filter(|handle| !handle.is_empty());
    let mut parts: Vec<String> = handle.into_iter().collect();
    parts.push(quoted(&tool.name, MAX_NAME));
    parts.push(signature(&tool.schema));
    let title = Some(&tool.title).filter(|title| !title.is_empty() && **title != tool.name);
    parts.extend(title.map(|title| quoted(title, MAX_NAME)));
    let description = Some(&tool.description).filter(|text| !text.is_empty());
    parts.extend(description.map(|text| quoted(text, MAX_DESCRIPTION)));
    let words = [
        ("read-only", tool.read_only),
        ("consequential", tool.consequential),
        ("with texts of others", tool.untrusted),
        ("form that submits itself", tool.form && tool.submits),
        ("form that waits for the user", tool.form && !tool.submits),
    ];
    let words = words.iter().filter(|(_, is_so)| *is_so);
    parts.extend(words.map(|(word, _)| (*word).to_owned()));
    parts.extend(
        tool.frame
            .as_ref()
            .map(|url| format!("in {}", quoted(url, MAX_DESCRIPTION))),
    );
    single_line(&parts.join(" ")).into_owned()
}

fn quoted(text: &str, length: usize) -> String {
    requoted(&shortened(text, length))
}

/// The arguments of a schema: `("a": number, "b"?: string)`.
fn signature(schema: &Value) -> String {
    if schema.is_null() {
        return "(a schema that is too large)".to_owned();
    }
    let required = schema["required"].as_array();
    let is_required = |name: &String| {
        required.is_some_and(|names| names.iter().any(|each| each.as_str() == Some(name)))
    };
    let properties = schema["properties"].as_object();
    let all = properties.into_iter().flatten();
    let mut arguments: Vec<String> = all
        .map(|(name, schema)| {
            let mark = if is_required(name) { "" } else { "?" };
            format!("{}{mark}: {}", quoted(name, MAX_NAME), type_of(schema))
        })
        .collect();
    let count = arguments.len();
    let mut length = 0;
    let fits = arguments.iter().take_while(|argument| {
        length += argument.chars().count();
        length <= MAX_SIGNATURE
    });
    arguments.truncate(fits.count().clamp(1, MAX_ARGUMENTS));
    let more = count - arguments.len();
    arguments.extend((more > 0).then(|| format!("{more} more")));
    format!("({})", arguments.join(", "))
}

/// The type of an argument, or its values.
fn type_of(schema: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        let first = values.iter().take(MAX_ARGUMENTS);
        let mut texts: Vec<String> = first
            .map(|value| match value {
                Value::String(text) => quoted(text, MAX_NAME),
                other => quoted(&other.to_string(), MAX_NAME),
            })
            .collect();
        let more = values.len().saturating_sub(MAX_ARGUMENTS);
        texts.extend((more > 0).then(|| format!("{more} more")));
        return texts.join(" | ");
    }
    let known = ["string", "number", "integer", "boolean", "array", "object"];
    let name = schema["type"].as_str().filter(|name| known.contains(name));
    name.unwrap_or("any").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_tool_is_one_line_whatever_the_page_says() {
        let tool = PageTool {
            tool: "3f2a9c81b2d0".to_owned(),
            name: "add\n...(0 page tools)".to_owned(),
            description: "Adds \"two\"\nnumbers".to_owned(),
            schema: json!({"required": ["a"], "properties": {
                "a": {"type": "number"}, "b": {"enum": ["x", 1]}, "c\n": {"type": "x\ny"},
            }}),
            form: true,
            ..PageTool::default()
        };
        let answer = PageToolsAnswer {
            count: 2,
            tab: 1,
            tools: vec![tool],
        };
        let expected = concat!(
            "...(2 page tools of tab 1, the first 1)\n",
            r#"3f2a9c81b2d0 "add\n...(0 page tools)" ("a": number, "b"?: "x" | "1", "c\n"?: any) "#,
            r#""Adds \"two\"\nnumbers" form that waits for the user"#,
        );
        assert_eq!(text(&answer), expected);
    }
}
