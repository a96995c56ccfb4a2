//! Assembles the tree: decides which elements become nodes, their parents, and where text runs
//! start and end. Later steps add uids and selectors.

mod included;
mod list_numbers;
mod make_node;
mod scope;
mod shell;
mod target_text;
#[cfg(test)]
mod tests;
mod text;
mod text_run;

use crate::clickable::signs::Signs;
use crate::clickable::{self, Reason, hints};
use crate::dom::{Display, Dom, Idx, Kind};
use crate::naming::Naming;
use crate::pace::Pace;
use crate::page::Page;
use crate::record::{Fact, Flag, PseudoBlock};
use crate::roles::Roles;
use crate::roles::html::is_editing_host;
use axlens_snapshot::role::Role;
use axlens_snapshot::tree::Node;
use list_numbers::ListNumbers;
use text_run::TextRun;

/// Maximum length in bytes of a name from content for clickable elements without an interactive
/// role. Longer content is printed as nodes of its own.
const MAX_CONTENT_NAME_LEN: usize = 200;

/// The nodes of a document, without uids.
#[derive(Debug, Clone, Default)]
pub struct Assembled {
    /// Nodes in depth-first order, document first.
    pub nodes: Vec<Node>,
    /// Position and element of each interactive node.
    pub interactive: Vec<(usize, Idx)>,
    /// If the query includes its targets: their node ids, in document order.
    pub found: Vec<u32>,
    /// Position and element of each of these that is rendered.
    pub targets: Vec<(usize, Idx)>,
}

/// Assembles the tree of a page.
pub async fn assemble(
    page: &Page<'_>,
    roles: &Roles,
    naming: &Naming<'_, '_>,
    pace: &Pace,
) -> Assembled {
    let signs = Signs::new(page, roles, pace).await;
    let targets = scope::targets(page, roles, naming, &signs, pace).await;
    let mut assembler = Assembler {
        page,
        roles,
        naming,
        signs,
        targets,
        run: TextRun::default(),
        numbers: ListNumbers::default(),
        assembled: Assembled::default(),
    };
    assembler.document(pace).await;
    if page.head.include_targets {
        assembler.include_targets(pace).await;
    }
    assembler.assembled
}

/// Whether an element is interactive, so that it is a node and gets a uid.
pub fn is_interactive_element(page: &Page, roles: &Roles, node: Idx, reasons: &[Reason]) -> bool {
    let role = roles.role(node);
    role.is_interactive()
        || !reasons.is_empty()
        || matches!(role, Role::Summary | Role::Iframe)
        || page.dom.flag(node, Flag::Focusable) && !is_page(&page.dom, node)
        || page.dom.fact(node, Fact::FrameIndex).is_some()
}

/// What a node passes to its descendants.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Context {
    depth: u32,
    in_scope: bool,
    /// Inside an element with an interactive role, or a control by its signs.
    inside_control: bool,
    /// Position of the ancestor whose children are presentational.
    pruner: Option<usize>,
    /// Positions of the ancestor table and list, whose rows and items are counted.
    table: Option<usize>,
    list: Option<usize>,
}

enum TraversalStep {
    Enter(Idx, Context),
    Leave(Idx, Context),
}

struct Assembler<'a, 'r> {
    page: &'a Page<'r>,
    roles: &'a Roles,
    naming: &'a Naming<'a, 'r>,
    signs: Signs,
    /// Elements that the query's scope selected, sorted.
    targets: Vec<Idx>,
    run: TextRun,
    numbers: ListNumbers,
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
        let mut open = vec![TraversalStep::Enter(self.page.dom.document(), context)];
        while let Some(step) = open.pop() {
            pace.steps(1 + self.naming.take_step_count()).await;
            match step {
                TraversalStep::Enter(node, context) => self.enter(node, context, &mut open),
                TraversalStep::Leave(node, context) => self.leave(node, context),
            }
        }
        self.flush();
    }

    fn enter(&mut self, node: Idx, context: Context, open: &mut Vec<TraversalStep>) {
        match self.page.dom.kind(node) {
            Kind::Text => self.text(node, context),
            Kind::Element => self.element(node, context, open),
            Kind::Document | Kind::ShadowRoot => self.children(node, context, open),
        }
    }

    fn element(&mut self, node: Idx, mut context: Context, open: &mut Vec<TraversalStep>) {
        let (dom, visibility) = (&self.page.dom, &self.page.visibility);
        if !visibility.boxed(node) {
            return;
        }
        if dom.is_html(node, "li") {
            self.numbers.begin(dom, node);
            // The name of an ancestor has the text without the number.
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
        self.pseudo(node, inside, Fact::Marker, None);
        self.pseudo(node, inside, Fact::Before, Some(PseudoBlock::Before));
        open.push(TraversalStep::Leave(node, inside));
        self.children(node, inside, open);
    }

    fn children(&self, node: Idx, context: Context, open: &mut Vec<TraversalStep>) {
        let children = self.page.flat.owned_children(node).iter().rev();
        open.extend(children.map(|child| TraversalStep::Enter(*child, context)));
    }

    fn leave(&mut self, node: Idx, context: Context) {
        self.pseudo(node, context, Fact::After, Some(PseudoBlock::After));
        if self.page.dom.is_html(node, "li") {
            self.numbers.drop();
        }
        self.drop_empty_text(node);
        self.drop_wrapper(node);
        self.drop_split(node);
        if !is_inline_text(&self.page.dom, node, self.roles.role(node)) {
            self.run.start_new_line();
        }
        self.edge(node);
        self.drop_name_text(node, context);
    }

    /// Adds a node for the element if it should have one. Returns the context of its descendants.
    fn node(&mut self, node: Idx, context: Context) -> Context {
        let role = self.roles.role(node);
        let inside_control = context.inside_control;
        let reasons = clickable::reasons(self.page, self.roles, &self.signs, node, inside_control);
        let acts = is_interactive_element(self.page, self.roles, node, &reasons);
        if !acts && context.pruner.is_some() {
            return context;
        }
        let plain = matches!(role, Role::Generic | Role::None);
        let is_separate = acts && (plain || is_editing_host(&self.page.dom, node));
        if is_page(&self.page.dom, node) && !is_separate || !acts && role == Role::None {
            return context;
        }
        let mut name = self.naming.name(node);
        if !acts && plain && name.text.is_empty() {
            return context;
        }
        if acts && plain && name.text.is_empty() {
            let content = self.naming.text_content(node);
            if content.len() <= MAX_CONTENT_NAME_LEN {
                name.by_content = !content.is_empty();
                name.text = content;
            }
        }
        self.flush();
        if !is_inline_text(&self.page.dom, node, role) {
            self.run.start_new_line();
        }
        let position = self.assembled.nodes.len();
        let printed_role = if acts && plain {
            clickable::role_of(&reasons)
        } else {
            role
        };
        if acts || !name.text.is_empty() {
            self.numbers.drop();
        }
        let mut made = self.make(node, context, printed_role, name, &reasons);
        let is_first = self.run.take_line_start();
        made.new_line = is_first && self.continues_line(context.depth, printed_role);
        if acts && role != Role::Iframe {
            made.hint = match hints::field_kind(&self.page.dom, node) {
                Some(kind) => kind.to_owned(),
                None if made.name.is_empty() => hints::hint(self.page, node),
                None => String::new(),
            };
        }
        self.assembled.nodes.push(made);
        if acts {
            self.assembled.interactive.push((position, node));
        }
        self.count(role, context);
        let mut inside = self.inside(role, context, position);
        inside.inside_control |= reasons.iter().any(|reason| reason.is_sign());
        inside
    }

    /// Counts a row in its table, or an item in its list.
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

/// Whether the element is `html` or `body`, which the document node represents.
fn is_page(dom: &Dom, node: Idx) -> bool {
    dom.is_html(node, "html") || dom.is_html(node, "body")
}

/// Whether text continues across the boundaries of the element: of markup, and of a link in a line.
fn is_inline_text(dom: &Dom, node: Idx, role: Role) -> bool {
    let is_link = role == Role::Link && dom.display(node) == Display::Inline;
    is_link || matches!(role, Role::Generic | Role::None) || role.is_text_markup()
}
