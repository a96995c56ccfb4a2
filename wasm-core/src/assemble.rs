//! Puts the tree together: which elements are nodes, what stands under what, and where text runs
//! begin and end. Knows roles, names and states as others decide them; numbers and selectors come
//! later.

mod numbers;
mod run;

use crate::clickable;
use crate::dom::{Display, Dom, Idx, Kind, Namespace};
use crate::naming::Naming;
use crate::pace::{Pace, SPAN};
use crate::record::{Fact, Flag};
use crate::roles::Roles;
use crate::states;
use crate::table::Table;
use crate::understand::Page;
use axlens_snapshot::role::Role;
use axlens_snapshot::tree::{Node, States, Tristate};
use numbers::Numbers;
use run::Run;

/// Lines that are looked at to see whether they are a control and its shell.
const SHELL: usize = 12;

/// What is clickable though no role says so is named by its content up to this many bytes; beyond,
/// the content speaks for itself.
const LONGEST_CONTENT_NAME: usize = 200;

/// The nodes of a document, without numbers.
#[derive(Debug, Clone, Default)]
pub struct Assembled {
    /// Depth first, the document first.
    pub nodes: Vec<Node>,
    /// Position among the nodes, and element, of everything that can be acted on.
    pub acting: Vec<(usize, Idx)>,
}

/// Puts the tree of a page together.
pub async fn assemble(
    page: &Page<'_>,
    roles: &Roles,
    naming: &Naming<'_, '_>,
    pace: &Pace,
) -> Assembled {
    let mut assembler = Assembler {
        page,
        roles,
        naming,
        targets: targets(page, pace).await,
        run: Run::default(),
        numbers: Numbers::default(),
        assembled: Assembled::default(),
    };
    assembler.document(pace).await;
    assembler.assembled
}

/// The element is a node of its own by what it can do: it gets a uid.
pub fn can_be_acted_on(page: &Page, roles: &Roles, node: Idx, reasons: &[&str]) -> bool {
    let role = roles.of(node);
    role.is_interactive()
        || !reasons.is_empty()
        || matches!(role, Role::Summary | Role::Iframe)
        || page.dom.flag(node, Flag::Focusable) && !is_page(&page.dom, node)
        || page.dom.fact(node, Fact::FrameIndex).is_some()
}

/// What a node hands down to what stands inside it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Context {
    depth: u32,
    in_scope: bool,
    /// Inside something that can be clicked by its role.
    inside_control: bool,
    /// Position of the node whose children are presentational.
    pruner: Option<usize>,
    /// Positions of the table and the list around, whose rows and items are counted.
    table: Option<usize>,
    list: Option<usize>,
}

enum Step {
    Enter(Idx, Context),
    Leave(Idx, Context),
}

struct Assembler<'a, 'r> {
    page: &'a Page<'r>,
    roles: &'a Roles,
    naming: &'a Naming<'a, 'r>,
    /// Elements that the query's scope names, sorted.
    targets: Vec<Idx>,
    run: Run,
    numbers: Numbers,
    assembled: Assembled,
}

impl Assembler<'_, '_> {
    async fn document(&mut self, pace: &Pace) {
        let head = &self.page.head;
        let in_scope = self
            .page
            .dom
            .document_element()
            .is_some_and(|root| self.targets.contains(&root));
        self.assembled.nodes.push(Node {
            role: Role::Document,
            name: crate::naming::collapsed(&head.title),
            in_scope,
            ..Node::default()
        });
        let context = Context {
            depth: 1,
            ..Context::default()
        };
        let mut open = vec![Step::Enter(self.page.dom.document(), context)];
        while let Some(step) = open.pop() {
            pace.steps(1 + self.naming.steps_of_late()).await;
            match step {
                Step::Enter(node, context) => self.enter(node, context, &mut open),
                Step::Leave(node, context) => self.leave(node, context),
            }
        }
        self.flush();
    }

    fn enter(&mut self, node: Idx, context: Context, open: &mut Vec<Step>) {
        match self.page.dom.kind(node) {
            Kind::Text => self.text(node, context),
            Kind::Element => self.element(node, context, open),
            Kind::Document | Kind::ShadowRoot => self.children(node, context, open),
        }
    }

    fn element(&mut self, node: Idx, mut context: Context, open: &mut Vec<Step>) {
        let (dom, visibility) = (&self.page.dom, &self.page.visibility);
        if !visibility.boxed(node) {
            return;
        }
        if dom.is_html(node, "li") {
            self.numbers.begin(dom, node);
            // The name around says the words without it.
            if self.roles.named_around(node) > 0 {
                self.numbers.drop();
            }
        }
        context.in_scope |= self.targets.binary_search(&node).is_ok();
        self.edge(node);
        let inside = if visibility.excluded(node) {
            context
        } else {
            self.node(node, context)
        };
        self.pseudo(node, inside, Fact::Marker, 0);
        self.pseudo(node, inside, Fact::Before, 1);
        open.push(Step::Leave(node, inside));
        self.children(node, inside, open);
    }

    fn children(&self, node: Idx, context: Context, open: &mut Vec<Step>) {
        let children = self.page.flat.owned_children(node).iter().rev();
        open.extend(children.map(|child| Step::Enter(*child, context)));
    }

    fn leave(&mut self, node: Idx, context: Context) {
        self.pseudo(node, context, Fact::After, 2);
        if self.page.dom.is_html(node, "li") {
            self.numbers.drop();
        }
        self.drop_empty_text(node);
        self.drop_shell(node);
        if !is_inline_text(self.roles.of(node)) {
            self.run.part();
        }
        self.edge(node);
    }

    /// At an element's edges text ends, or is parted, as it is laid out. A list that is no control
    /// to anybody says its options in one go.
    fn edge(&mut self, node: Idx) {
        let dom = &self.page.dom;
        let option = dom.is_html(node, "option") || dom.is_html(node, "optgroup");
        let listed = option && self.page.visibility.excluded(node);
        if breaks_line(dom, node) && !listed {
            self.flush();
            self.run.part();
        } else if listed || dom.display(node) == Display::InlineBlock {
            self.run.space();
        }
    }

    /// What only marks text and has none says nothing: an empty paragraph, a mark of nothing.
    fn drop_empty_text(&mut self, node: Idx) {
        if !is_mark_of_text(self.roles.of(node)) {
            return;
        }
        if self.is_last(node) {
            self.flush();
        }
        let last = self.assembled.nodes.len().saturating_sub(1);
        let acts = self
            .assembled
            .acting
            .last()
            .is_some_and(|(position, _)| *position == last);
        let silent = self.assembled.nodes.last().is_some_and(|made| {
            made.name.is_empty() && made.description.is_empty() && made.states.is_empty()
        });
        if self.is_last(node) && silent && !acts {
            self.assembled.nodes.pop();
        }
    }

    /// A container that seems clickable, or focusable as a shadow host, and holds a control of the
    /// same name and nothing else that can be acted on is that control's shell: acting on the one
    /// is acting on the other.
    fn drop_shell(&mut self, node: Idx) {
        let Some((place, position)) = self.own_acting(node) else {
            return;
        };
        if !self.is_mere(node, &self.assembled.nodes[position]) {
            return;
        }
        self.flush();
        let (shell, inside) = (
            &self.assembled.nodes[position],
            &self.assembled.nodes[position + 1..],
        );
        let control = self.assembled.acting[place + 1].0 - position - 1;
        if inside.len() > SHELL || !fits(shell, inside, control) {
            return;
        }
        self.assembled.acting.remove(place);
        self.assembled.acting[place].0 -= 1;
        self.assembled.nodes.remove(position);
        for node in &mut self.assembled.nodes[position..] {
            node.depth -= 1;
        }
    }

    /// The element's places, among what can be acted on and among the nodes, where one more thing
    /// that acts came after it.
    fn own_acting(&self, node: Idx) -> Option<(usize, usize)> {
        let acting = &self.assembled.acting;
        let place = acting.len().checked_sub(2)?;
        (acting[place].1 == node).then(|| (place, acting[place].0))
    }

    /// Only a pointer or a `tabindex` made it act, and nothing but its content names or describes
    /// it.
    fn is_mere(&self, node: Idx, shell: &Node) -> bool {
        if !matches!(shell.role, Role::Clickable | Role::Focusable) {
            return false;
        }
        let host = self.page.dom.shadow_root(node).is_some();
        let states = States {
            clickable: shell.states.clickable.clone(),
            focusable: shell.states.focusable,
            disabled: shell.states.disabled,
            ..States::default()
        };
        let reasons = shell.states.clickable.iter();
        let weak = reasons
            .clone()
            .all(|reason| reason == clickable::POINTER || host && reason == clickable::TABINDEX);
        weak && *shell.states == states
            && shell.description.is_empty()
            && (shell.name.is_empty() || shell.named_by_content || host)
    }

    /// The element's own node is the last one so far.
    fn is_last(&self, node: Idx) -> bool {
        let last = self.assembled.nodes.last();
        last.is_some_and(|made| made.node == self.page.dom.node_id(node) && made.node != 0)
    }

    fn text(&mut self, node: Idx, context: Context) {
        let visibility = &self.page.visibility;
        if !visibility.rendered(node) {
            return;
        }
        let dom = &self.page.dom;
        let hidden = visibility.excluded(node);
        let holder = dom
            .parent(node)
            .map(|parent| dom.host(parent).unwrap_or(parent));
        self.say(holder, context, hidden, dom.text(node));
    }

    /// Text of a pseudo-element. `block`: the bit that says it is block-level.
    fn pseudo(&mut self, node: Idx, context: Context, fact: Fact, block: i64) {
        let dom = &self.page.dom;
        let Some(text) = dom.fact_text(node, fact).filter(|text| !text.is_empty()) else {
            return;
        };
        if !self.page.visibility.rendered(node) {
            return;
        }
        let is_block = dom.fact(node, Fact::PseudoBlocks).unwrap_or(0) & block != 0;
        if is_block {
            self.flush();
            self.run.part();
        }
        self.say(
            Some(node),
            context,
            self.page.visibility.excluded(node),
            text,
        );
        if is_block {
            self.flush();
            self.run.part();
        }
        if fact == Fact::Marker {
            self.run.space();
        }
    }

    /// Adds text to the run that is open, or begins another.
    fn say(&mut self, holder: Option<Idx>, context: Context, hidden: bool, text: &str) {
        if !self.run.goes_on(context, hidden) {
            self.flush();
            self.run.begin(context, hidden);
        }
        self.number(context, hidden, text);
        let dom = &self.page.dom;
        let keeps_breaks = holder.is_some_and(|holder| dom.flag(holder, Flag::KeepsBreaks));
        match holder {
            Some(holder) => self
                .run
                .add(&crate::naming::transformed(dom, holder, text), keeps_breaks),
            None => self.run.add(text, keeps_breaks),
        }
    }

    /// The number of the item that these words are the first of.
    fn number(&mut self, context: Context, hidden: bool, text: &str) {
        let words = !hidden && context.pruner.is_none() && !text.trim().is_empty();
        if let Some(number) = words.then(|| self.numbers.take()).flatten() {
            self.run.add(&number, false);
            self.run.space();
        }
    }

    /// Ends the text run.
    fn flush(&mut self) {
        let Some(run::Taken {
            text,
            context,
            mut hidden,
            glued,
        }) = self.run.take()
        else {
            return;
        };
        if let Some(pruner) = context
            .pruner
            .and_then(|pruner| self.assembled.nodes.get(pruner))
        {
            if says(pruner, &text) {
                return;
            }
            // Assistive technology hears the name alone; people see this too.
            hidden = true;
        }
        self.assembled.nodes.push(Node {
            depth: context.depth,
            role: Role::Text,
            name: text,
            in_scope: context.in_scope,
            aria_hidden: hidden,
            glued,
            ..Node::default()
        });
    }

    /// Makes the element a node if it is to be one; gives what it hands down.
    fn node(&mut self, node: Idx, context: Context) -> Context {
        let role = self.roles.of(node);
        let reasons = clickable::reasons(self.page, self.roles, node, context.inside_control);
        let acts = can_be_acted_on(self.page, self.roles, node, &reasons);
        if !acts && context.pruner.is_some() {
            return context;
        }
        let plain = matches!(role, Role::Generic | Role::None);
        if is_page(&self.page.dom, node) && !(acts && plain) || !acts && role == Role::None {
            return context;
        }
        let mut name = self.naming.name(node);
        if !acts && plain && name.text.is_empty() {
            return context;
        }
        if acts && plain && name.text.is_empty() {
            let content = self.naming.text_content(node);
            if content.len() <= LONGEST_CONTENT_NAME {
                name.by_content = !content.is_empty();
                name.text = content;
            }
        }
        self.flush();
        if !is_inline_text(role) {
            self.run.part();
        }
        let position = self.assembled.nodes.len();
        let shown = if acts && plain {
            clickable::role_of(&reasons)
        } else {
            role
        };
        if acts || !name.text.is_empty() {
            self.numbers.drop();
        }
        let made = self.make(node, context, shown, name, &reasons);
        self.assembled.nodes.push(made);
        if acts {
            self.assembled.acting.push((position, node));
        }
        self.count(role, context);
        self.inside(role, context, position)
    }

    fn make(
        &self,
        node: Idx,
        context: Context,
        role: Role,
        name: crate::naming::Name,
        reasons: &[&str],
    ) -> Node {
        let (page, roles, naming) = (self.page, self.roles, self.naming);
        let description = naming.description_after(node, &name);
        let mut states = states::states(page, roles, naming, node);
        states.clickable = reasons.iter().map(|reason| (*reason).to_owned()).collect();
        if let Some(control) = clickable::hidden_control(page, node) {
            states.checked = states.checked.or(checked(&page.dom, control));
        }
        Node {
            depth: context.depth,
            node: page.dom.node_id(node),
            role,
            name: name.text,
            named_by_content: name.by_content,
            description,
            value: states::value(page, roles, naming, node),
            href: href(&page.dom, node).map(str::to_owned),
            states: states.into(),
            tag: page.dom.tag(node).to_owned(),
            in_scope: context.in_scope,
            frame_index: page
                .dom
                .fact(node, Fact::FrameIndex)
                .map(|index| i32::try_from(index).unwrap_or(-1)),
            ..Node::default()
        }
    }

    /// Counts a row for its table, an item for its list.
    fn count(&mut self, role: Role, context: Context) {
        let holder = match role {
            Role::Row => context.table,
            Role::Listitem => context.list,
            _ => None,
        };
        if let Some(holder) = holder.and_then(|holder| self.assembled.nodes.get_mut(holder)) {
            *holder.states.count.get_or_insert(0) += 1;
        }
    }

    fn inside(&mut self, role: Role, context: Context, position: usize) -> Context {
        let mut inside = Context {
            depth: context.depth + 1,
            inside_control: context.inside_control || role.is_interactive(),
            pruner: crate::roles::traits::children_presentational(role).then_some(position),
            ..context
        };
        match role {
            Role::Table | Role::Grid | Role::Treegrid => inside.table = Some(position),
            Role::List => inside.list = Some(position),
            _ => return inside,
        }
        self.assembled.nodes[position].states.count = Some(0);
        inside
    }
}

/// The control inside is all that the shell is: it has the same name, or nothing else inside says
/// anything.
fn fits(shell: &Node, inside: &[Node], control: usize) -> bool {
    let found = &inside[control];
    let after = inside[control + 1..].iter();
    let beyond = after.skip_while(|node| node.depth > found.depth);
    let silent = |node: &Node| node.name.is_empty();
    found.role.is_interactive()
        && if silent(shell) {
            inside[..control].iter().chain(beyond).all(silent)
        } else {
            found.name == shell.name
        }
}

/// The node's name says the text already.
fn says(node: &Node, text: &str) -> bool {
    // Names are cut where they are very long, and are not searched there.
    if node.name.len() > 5_000 {
        return false;
    }
    let (name, text) = (node.name.as_bytes(), text.as_bytes());
    let mut places = name.windows(text.len().max(1));
    node.named_by_content
        || text.is_empty()
        || name.len() <= 500 && places.any(|place| place == text)
}

/// Elements that stand for the page as a whole: the document node is theirs.
fn is_page(dom: &Dom, node: Idx) -> bool {
    dom.is_html(node, "html") || dom.is_html(node, "body")
}

/// The role says something of the text inside, and of nothing else.
fn is_mark_of_text(role: Role) -> bool {
    role == Role::Paragraph || role.marks_words()
}

/// Words run on across its edges.
fn is_inline_text(role: Role) -> bool {
    matches!(role, Role::Generic | Role::None) || role.marks_words()
}

/// Text does not run on across it.
fn breaks_line(dom: &Dom, node: Idx) -> bool {
    let line_break = dom.is_html(node, "br") || dom.is_html(node, "hr");
    line_break
        || matches!(
            dom.display(node),
            Display::Block | Display::TableRow | Display::TableCell
        )
}

fn checked(dom: &Dom, control: Idx) -> Option<Tristate> {
    if dom.fact(control, Fact::Indeterminate) == Some(1) {
        return Some(Tristate::Mixed);
    }
    dom.fact(control, Fact::Checked).map(|checked| {
        if checked != 0 {
            Tristate::True
        } else {
            Tristate::False
        }
    })
}

/// Where a link leads, as the page writes it.
fn href<'r>(dom: &Dom<'r>, node: Idx) -> Option<&'r str> {
    match (dom.namespace(node), dom.tag(node)) {
        (Namespace::Html, "a" | "area") => dom.attr(node, "href"),
        (Namespace::Svg, "a") => dom
            .attr(node, "href")
            .or_else(|| dom.attr(node, "xlink:href")),
        _ => None,
    }
}

async fn targets(page: &Page<'_>, pace: &Pace) -> Vec<Idx> {
    let Some(nodes) = &page.head.target else {
        return Vec::new();
    };
    let mut named = Table::default();
    for node in nodes {
        pace.step().await;
        named.add((*node).into());
    }
    let mut targets = Vec::new();
    for span in page.dom.spans() {
        pace.steps(SPAN).await;
        for node in page.dom.elements_of(span) {
            if named.has(page.dom.node_id(node).into()) {
                targets.push(node);
            }
        }
    }
    targets
}

#[cfg(test)]
mod tests {
    use crate::html;
    use crate::understand::{outline, understand};
    use axlens_snapshot::role::Role;
    use expect_test::{Expect, expect};

    fn check(html: &str, expected: Expect) {
        expected.assert_eq(&outline(&html::record(html)));
    }

    #[test]
    fn text_runs_merge_within_a_block_and_end_at_its_edges() {
        check(
            "<div>One <b>two</b>\n three<div>four</div>five<br>six</div><p>seven <em>eight</em> nine</p>",
            expect![[r#"
                document ""
                  text "One two three"
                  text "four"
                  text "five"
                  text "six"
                  paragraph ""
                    text "seven"
                    emphasis ""
                      text "eight"
                    text "nine"
            "#]],
        );
    }

    #[test]
    fn items_begin_with_their_numbers() {
        check(
            "<ol><li>One<li><p>Two <b>bold</b></p><li><a href=/>Three</a> and more<li hidden>Hidden<li>Four<ul><li>Bullet</ul></ol>\
             <ol start=3 reversed type=a><li><b>c</b><li value=9>i</ol><table><tr><td><ol><li>Said by the cell</ol></table>",
            expect![[r#"
                document ""
                  list "" (4)
                    listitem ""
                      text "1. One"
                    listitem ""
                      paragraph ""
                        text "2. Two bold"
                    listitem ""
                      link "Three" *
                        text "Three"
                      text "and more"
                    listitem ""
                      text "4. Four"
                      list "" (1)
                        listitem ""
                          text "Bullet"
                  list "" (2)
                    listitem ""
                      text "3. c"
                    listitem ""
                      text "9. i"
                  table "" (1)
                    rowgroup ""
                      row "Said by the cell"
                        cell "Said by the cell"
                          list "" (1)
                            listitem ""
                              text "Said by the cell"
            "#]],
        );
    }

    #[test]
    fn what_marks_text_and_has_none_is_left_out() {
        check(
            "<p></p><p> <!-- --> </p><p><em></em></p><p aria-label=x></p><p>a<strong> </strong><sup>2</sup></p><p><img alt=b></p>\
             <p><span aria-hidden=true>c</span></p><div><p></p>d</div><p tabindex=0></p><p aria-live=polite></p>",
            expect![[r#"
                document ""
                  paragraph "x"
                  paragraph ""
                    text "a"
                    superscript ""
                      text "2"
                  paragraph ""
                    image "b"
                  paragraph ""
                    text "c" (seen only)
                  text "d"
                  paragraph "" * by tabindex
                  paragraph ""
            "#]],
        );
    }

    #[test]
    fn runs_that_nothing_parts_are_glued() {
        let html = "<p>the 10<sup>th</sup>, <strong>new</strong> <em>one</em>s<br><strong>x</strong><a href=/>l</a>y</p>\
             <div aria-hidden=true>Go: <select><option>One<option>Two</select></div>";
        let tree = understand(&html::record(html)).tree;
        let texts = tree.nodes.iter().filter(|node| node.role == Role::Text);
        let said: Vec<String> = texts
            .map(|node| format!("{}{}", if node.glued { "+" } else { "" }, node.name))
            .collect();
        let expected = [
            "the 10",
            "+th",
            "+,",
            "new",
            "one",
            "+s",
            "x",
            "l",
            "y",
            "Go: One Two",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn wrappers_vanish_and_what_acts_is_marked() {
        check(
            "<div><div><span><a href=/x>Go <img alt=there src=y></a></span></div><button>Save</button></div>",
            expect![[r#"
                document ""
                  link "Go there" *
                    text "Go"
                    image "there"
                  button "Save" *
            "#]],
        );
    }

    #[test]
    fn an_image_of_many_parts_is_one_thing_but_what_acts_in_it_stays() {
        check(
            "<div role=img aria-label=Map>Berlin <a href=/b>Mitte</a></div><button aria-label=Close>×</button>",
            expect![[r#"
                document ""
                  image "Map"
                    text "Berlin" (seen only)
                    link "Mitte" *
                      text "Mitte"
                  button "Close" *
                    text "×" (seen only)
            "#]],
        );
    }

    #[test]
    fn what_aria_hides_is_left_out_but_its_text_is_kept_for_who_looks() {
        check(
            "<p>Seen <span aria-hidden=true>★★★ <a href=/r>reviews</a></span></p><div inert>Behind <button>No</button></div>",
            expect![[r#"
                document ""
                  paragraph ""
                    text "Seen"
                    text "★★★ reviews" (seen only)
                  text "Behind No" (seen only)
            "#]],
        );
    }

    #[test]
    fn hidden_things_are_not_there() {
        check(
            "<p hidden>a</p><div style='display:none'>b</div><div style='visibility:hidden'>c <b style='visibility:visible'>d</b></div>\
             <details><summary>More</summary>e</details><details open><summary>Less</summary>f</details>\
             <div style='content-visibility:hidden'>g</div><dialog>h</dialog><input type=hidden>",
            expect![[r#"
                document ""
                  text "d"
                  group ""
                    summary "More" *
                      text "More"
                  group ""
                    summary "Less" *
                      text "Less"
                    text "f"
            "#]],
        );
    }

    #[test]
    fn a_modal_dialog_shuts_out_the_rest() {
        check(
            "<button>Behind</button><p>Page</p><dialog open data-modal aria-label=Sure><button>Yes</button></dialog>",
            expect![[r#"
                document ""
                  text "Behind" (seen only)
                  text "Page" (seen only)
                  dialog "Sure"
                    button "Yes" *
            "#]],
        );
    }

    #[test]
    fn clickable_without_a_role() {
        check(
            "<div onclick='x()'>Open</div><div style='cursor:pointer'>Card <b>one</b></div><div tabindex=0>Scroller</div>\
             <label>Upload <input type=file hidden></label><label>Agree <input type=checkbox></label>\
             <a href=/ ><span style='cursor:pointer'>x</span></a><ul><li onclick=''>Item</li></ul>",
            expect![[r#"
                document ""
                  clickable "Open" * by onclick
                    text "Open"
                  clickable "Card one" * by cursor:pointer
                    text "Card one"
                  focusable "Scroller" * by tabindex
                    text "Scroller"
                  clickable "Upload" * by label
                    text "Upload"
                  text "Agree"
                  checkbox "Agree" *
                  link "x" *
                    text "x"
                  list "" (1)
                    listitem "" * by onclick
                      text "Item"
            "#]],
        );
    }

    #[test]
    fn the_shell_of_a_control_is_no_thing_of_its_own() {
        check(
            "<x-a style='cursor:pointer'><template shadowrootmode=open><button><slot></slot></button></template>Save</x-a>\
             <x-b tabindex=0><template shadowrootmode=open><input type=checkbox></template></x-b>\
             <div style='cursor:pointer'><a href=/>One</a></div><div style='cursor:pointer'>Card <a href=/>One</a></div>\
             <div style='cursor:pointer'><a href=/>One</a><a href=/>Two</a></div><div onclick=''><a href=/>One</a></div>\
             <div tabindex=0><a href=/>One</a></div>",
            expect![[r#"
                document ""
                  button "Save" *
                  checkbox "" *
                  link "One" *
                    text "One"
                  clickable "Card One" * by cursor:pointer
                    text "Card"
                    link "One" *
                      text "One"
                  clickable "OneTwo" * by cursor:pointer
                    link "One" *
                      text "One"
                    link "Two" *
                      text "Two"
                  clickable "One" * by onclick
                    link "One" *
                      text "One"
                  focusable "One" * by tabindex
                    link "One" *
                      text "One"
            "#]],
        );
    }

    #[test]
    fn areas_are_where_an_image_uses_their_map() {
        check(
            "<map name=m><p>Zones <area href=/a alt=North></p><area href=/b alt=South><area alt=nowhere></map>\
             <map name=unused><area href=/c alt=Lost></map><img usemap=#m alt=Plan src=x><img hidden usemap=#unused>",
            expect![[r#"
                document ""
                  paragraph ""
                    text "Zones"
                    link "North" *
                  link "South" *
                  image "Plan"
            "#]],
        );
    }

    #[test]
    fn rows_and_items_are_counted_with_their_own_table_and_list() {
        check(
            "<table><caption>T</caption><tr><th>1<td><table><caption>U</caption><tr><td>a</table><tr><td>2</table><ul><li>x<ol><li>y<li>z</ol><li>w</ul>",
            expect![[r#"
                document ""
                  table "T" (2)
                    caption ""
                      text "T"
                    rowgroup ""
                      row "1 U"
                        rowheader "1"
                          text "1"
                        cell "U"
                          table "U" (1)
                            caption ""
                              text "U"
                            rowgroup ""
                              row "a"
                                cell "a"
                                  text "a"
                      row "2"
                        cell "2"
                          text "2"
                  list "" (2)
                    listitem ""
                      text "x"
                      list "" (2)
                        listitem ""
                          text "1. y"
                        listitem ""
                          text "2. z"
                    listitem ""
                      text "w"
            "#]],
        );
    }

    #[test]
    fn shadow_roots_slots_and_owned_elements() {
        check(
            "<x-card><template shadowrootmode=closed><h2><slot name=title>No title</slot></h2><slot></slot><button>More</button></template>\
             text <b slot=title>Title</b><i slot=nowhere>lost</i></x-card>\
             <ul aria-owns='late'><li>first</li></ul><div role=listitem id=late>second</div>",
            expect![[r#"
                document ""
                  heading "Title"
                    text "Title"
                  text "text"
                  button "More" *
                  list "" (2)
                    listitem ""
                      text "first"
                    listitem ""
                      text "second"
            "#]],
        );
    }

    #[test]
    fn fields_and_their_values() {
        let record = html::record(
            "<label>Mail <input value=a@b.c></label><label>Key <input type=password value=hunter2></label>\
             <select aria-label=Size><option>S<option selected>M</select><iframe title=Ad></iframe>",
        );
        let tree = understand(&record).tree;
        let values: Vec<_> = tree
            .nodes
            .iter()
            .filter_map(|node| node.value.as_deref())
            .collect();
        assert_eq!(values, ["a@b.c", "[REDACTED]", "M"]);
        let frame = tree.nodes.last().expect("an iframe");
        assert_eq!((frame.frame_index, frame.uid.is_some()), (Some(0), true));
        assert!(
            !serde_json::to_string(&tree)
                .expect("JSON")
                .contains("hunter2")
        );
    }

    #[test]
    fn a_scope_marks_what_stands_inside() {
        let around = html::Around {
            target: Some(vec!["here".to_owned()]),
            ..html::Around::default()
        };
        let record = html::record_in(
            "<p>out</p><div id=here>in <b>too</b><p>and</p></div>after",
            &around,
        );
        let tree = understand(&record).tree;
        let inside: Vec<_> = tree
            .nodes
            .iter()
            .filter(|node| node.in_scope)
            .map(|node| node.name.as_str())
            .collect();
        assert_eq!(inside, ["in too", "", "and"]);
    }
}
