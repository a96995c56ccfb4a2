//! Puts the tree together: which elements are nodes, their parents, and where text runs
//! begin and end. Knows roles, names and states as others decide them; numbers and selectors come
//! later.

mod list_numbers;
mod make_node;
mod scope;
mod shell;
#[cfg(test)]
mod tests;
mod text;
mod text_run;

use crate::clickable;
use crate::dom::{Dom, Idx, Kind};
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

/// What is clickable though no role says so is named by its content up to this many bytes; beyond,
/// the content speaks for itself.
const MAX_CONTENT_NAME_LEN: usize = 200;

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
        targets: scope::targets(page, pace).await,
        run: TextRun::default(),
        numbers: ListNumbers::default(),
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

/// What a node passes to its descendants.
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
        let mut open = vec![Step::Enter(self.page.dom.document(), context)];
        while let Some(step) = open.pop() {
            pace.steps(1 + self.naming.take_step_count()).await;
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
        self.pseudo(node, inside, Fact::Marker, None);
        self.pseudo(node, inside, Fact::Before, Some(PseudoBlock::Before));
        open.push(Step::Leave(node, inside));
        self.children(node, inside, open);
    }

    fn children(&self, node: Idx, context: Context, open: &mut Vec<Step>) {
        let children = self.page.flat.owned_children(node).iter().rev();
        open.extend(children.map(|child| Step::Enter(*child, context)));
    }

    fn leave(&mut self, node: Idx, context: Context) {
        self.pseudo(node, context, Fact::After, Some(PseudoBlock::After));
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

    /// Makes the element a node if it is to be one; gives what it hands down.
    fn node(&mut self, node: Idx, context: Context) -> Context {
        let role = self.roles.of(node);
        let reasons = clickable::reasons(self.page, self.roles, node, context.inside_control);
        let acts = can_be_acted_on(self.page, self.roles, node, &reasons);
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
        if !is_inline_text(role) {
            self.run.part();
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
        let made = self.make(node, context, printed_role, name, &reasons);
        self.assembled.nodes.push(made);
        if acts {
            self.assembled.acting.push((position, node));
        }
        self.count(role, context);
        self.inside(role, context, position)
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

/// Elements that stand for the page as a whole: the document node is theirs.
fn is_page(dom: &Dom, node: Idx) -> bool {
    dom.is_html(node, "html") || dom.is_html(node, "body")
}

/// Words run on across its edges.
fn is_inline_text(role: Role) -> bool {
    matches!(role, Role::Generic | Role::None) || role.is_text_markup()
}
