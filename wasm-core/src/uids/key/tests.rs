//! Which changes of a page make an element another one.

use crate::html;
use crate::understand::understand;
use axlens_snapshot::context::{ContextChange, ContextHash};
use axlens_snapshot::role::Role;

/// The context of the element with a name.
fn context(html: &str, name: &str) -> ContextHash {
    let tree = understand(&html::record(html)).tree;
    let mut nodes = tree.nodes.into_iter().filter(|node| node.uid.is_some());
    let found = nodes.find(|node| node.name == name);
    found
        .unwrap_or_else(|| panic!("no {name} in {html}"))
        .context
}

/// The change of an element's context after a part of the page is replaced.
fn change(html: &str, name: &str, part: &str, by: &str) -> ContextChange {
    let now = html.replacen(part, by, 1);
    let name_now = name.replacen(part, by, 1);
    context(html, name).compare(context(&now, &name_now))
}

#[test]
fn a_counter_is_identified_by_its_row() {
    let posts = "<ul><li>First<button>Like 3</button><button>Share</button>\
        <li>Second<button>Like 3</button><button>Share</button></ul>";
    assert_eq!(change(posts, "Like 3", "3", "4"), ContextChange::Renamed);
    assert_eq!(
        change(posts, "Like 3", "First", "Third"),
        ContextChange::Changed
    );
    assert_eq!(
        change(posts, "Like 3", "Second", "Third"),
        ContextChange::None
    );
    // The names of other buttons are no part of the row's title.
    assert_eq!(change(posts, "Share", "3", "4"), ContextChange::None);
    let labelled = posts.replacen("Like 3", "&hearts;", 1).replacen(
        "<button>",
        "<button aria-label='Like 3'>",
        1,
    );
    assert_eq!(
        change(&labelled, "Like 3", "Like 3", "Like 4"),
        ContextChange::Renamed
    );
}

#[test]
fn a_name_counts_if_nothing_else_identifies_an_element() {
    let links = "<ul><li><a href=/>Ada</a><li><a href=/>Grace</a></ul>";
    assert_eq!(change(links, "Ada", "Ada", "Eve"), ContextChange::Changed);
    let alone = "<ul><li><a href=/>Ada</a></ul>";
    assert_eq!(change(alone, "Ada", "Ada", "Eve"), ContextChange::Changed);
    let rows = "<table><tr><td><a href=/>Ada</a><td><button>Delete</button>\
        <tr><td><a href=/>Grace</a><td><button>Delete</button></table>";
    assert_eq!(change(rows, "Ada", "Ada", "Eve"), ContextChange::Changed);
    // The removal of another row changes nothing.
    let first = "<table><tr><td><a href=/>Ada</a><td><button>Delete</button></table>";
    let (many, one) = (context(rows, "Ada"), context(first, "Ada"));
    assert_eq!(many.compare(one), ContextChange::None);
    assert_eq!(one.compare(many), ContextChange::None);
}

#[test]
fn rows_items_and_options_are_identified_by_their_text() {
    for page in [
        "<ul><li tabindex=0>Ada<b>!</b><li tabindex=0>Grace</ul>",
        "<table><tr tabindex=0><td>Ada<tr tabindex=0><td>Grace</table>",
        "<article tabindex=0 aria-label=Ada>It is Ada</article>",
        "<div role=listbox><div role=option>Ada</div><div role=option>Grace</div></div>",
        "<div role=tree><div role=treeitem>Ada</div><div role=treeitem>Grace</div></div>",
    ] {
        let of = |page: &str| {
            let tree = understand(&html::record(page)).tree;
            let mut nodes = tree.nodes.into_iter();
            let is_item = |role| !matches!(role, Role::Listbox | Role::Tree);
            let item = nodes.find(|node| node.uid.is_some() && is_item(node.role));
            item.map(|node| node.context).expect(page)
        };
        let now = of(&page.replace("Ada", "Eve"));
        assert_eq!(of(page).compare(now), ContextChange::Changed, "{page}");
    }
}

#[test]
fn siblings_of_an_item_are_not_part_of_it() {
    for page in [
        "<dialog open>Pick<ul><li tabindex=0>Ada<li tabindex=0>Grace</ul></dialog>",
        "<dialog open>Pick<div role=listbox><div role=option>Ada</div><div role=option>Grace</div></div></dialog>",
    ] {
        let of = |page: &str| {
            let tree = understand(&html::record(page)).tree;
            let mut nodes = tree.nodes.into_iter().filter(|node| node.uid.is_some());
            nodes
                .rfind(|node| node.role != Role::Listbox)
                .expect(page)
                .context
        };
        let now = of(&page.replace("Ada", "Eve"));
        assert_eq!(of(page).compare(now), ContextChange::None, "{page}");
    }
}

/// Cards of these games, made of `div`s.
fn cards(games: [(&str, &str); 3]) -> String {
    let card = |(name, facts)| {
        format!(
            "<div class=card><div><span>{name}</span><button>Enter</button></div><p>{facts}</p></div>"
        )
    };
    format!("<h1>Game night</h1><div>{}</div>", games.map(card).concat())
}

/// The context of the second element with the name "Enter".
fn second(html: &str) -> ContextHash {
    let tree = understand(&html::record(html)).tree;
    let mut nodes = tree.nodes.into_iter();
    let found = nodes.by_ref().filter(|node| node.name == "Enter").nth(1);
    found.expect(html).context
}

#[test]
fn a_card_of_any_tag_is_identified_by_the_text_that_tells_it_from_others() {
    let games = [
        ("Ludo", "Seats: 4 open"),
        ("League", "Seats: 12 open"),
        ("Chess", "Seats: 2 closed"),
    ];
    let before = second(&cards(games));
    let is = |games, change| {
        let now = second(&cards(games));
        assert_eq!(before.compare(now), change, "{games:?}");
    };
    is([games[2], games[0], games[1]], ContextChange::Changed);
    let fewer_seats = ("League", "Seats: 3 closed");
    is([games[0], fewer_seats, games[2]], ContextChange::None);
    is([("Poker", ""), games[1], games[2]], ContextChange::None);
    let lone = |name: &str| {
        format!("<h1>Games</h1><div><div><span>{name}</span><button>Enter</button></div></div>")
    };
    assert_eq!(
        change(&lone("Ludo"), "Enter", "Ludo", "Chess"),
        ContextChange::Changed
    );
    let orders = |at: u32| {
        [at, at + 1, at + 2].map(|order| (format!("Order {order}"), format!("{order} items")))
    };
    let orders = |at| {
        let orders = orders(at);
        second(&cards(
            orders
                .each_ref()
                .map(|(name, facts)| (name.as_str(), facts.as_str())),
        ))
    };
    assert_eq!(orders(1042).compare(orders(1042)), ContextChange::None);
    assert_eq!(orders(1042).compare(orders(1043)), ContextChange::Changed);
}

#[test]
fn a_price_alone_is_no_title() {
    let card = |name, price| format!("<div><button>{name}</button><b>{price}</b></div>");
    let cards = |price| [card("Tea", price), card("Cake", "$4.20")].concat();
    let [before, after] = ["$3.50", "$3.60"].map(|price| context(&cards(price), "Tea"));
    assert_eq!(before.compare(after), ContextChange::None);
}

#[test]
fn a_line_below_a_name_is_no_part_of_it() {
    let row = |name, seen| format!("<tr><td>{name}<br>seen {seen}<td><button>Chat</button>");
    let table = |seen| format!("<table>{}{}</table>", row("Ada", seen), row("Eve", "today"));
    let [before, after] = ["now", "an hour ago"].map(|seen| context(&table(seen), "Chat"));
    assert_eq!(before.compare(after), ContextChange::None);
}

#[test]
fn a_counter_alone_is_no_title() {
    let item = |count| format!("<li><button>-</button><b>{count}</b><button>+</button>");
    let list = |counts: [u32; 2]| format!("<ul>{}</ul>", counts.map(item).concat());
    let [before, after] = [[3, 3], [4, 3]].map(|counts| context(&list(counts), "+"));
    assert_eq!(before.compare(after), ContextChange::None);
}

#[test]
fn equal_titles_have_a_second_text() {
    let flights = |first: &str| {
        let flight = |city: &str| format!("<div>Return<p>{city}</p><button>Book</button></div>");
        let flights = [flight(first), flight("Oslo"), flight("Oslo")].concat();
        format!("<h1>Flights</h1><section aria-label=All>{flights}</section>")
    };
    // "Return" tells nothing: the city is the title of all.
    assert_eq!(
        change(&flights("Rome"), "Book", "Rome", "Bonn"),
        ContextChange::Changed
    );
    let people = |first: &str, last: &str| {
        let person = |(name, city): (&str, &str)| {
            format!("<div><b>{name}</b><i>{city}</i><button>Remove {name}</button></div>")
        };
        let people = [
            ("Ada", first),
            ("Ada", "Rome"),
            ("Eve", "Rome"),
            ("Bob", last),
        ];
        people.map(person).concat()
    };
    let [before, after] = [("Oslo", "Rome"), ("Bonn", "Kiel")];
    let [before, after] = [before, after].map(|(first, last)| people(first, last));
    assert_eq!(
        context(&before, "Remove Ada").compare(context(&after, "Remove Ada")),
        ContextChange::Changed
    );
    assert_eq!(
        context(&before, "Remove Bob").compare(context(&after, "Remove Bob")),
        ContextChange::None
    );
}

#[test]
fn a_number_tells_equal_buttons_apart() {
    for around in ["", "<h2>Rooms</h2>"] {
        let rooms = format!("{around}<button>Room 1</button><button>Room 2</button>");
        assert_eq!(
            change(&rooms, "Room 1", "Room 1", "Room 3"),
            ContextChange::Changed
        );
        let one = format!("{around}<button>Room 1</button><button>Cancel</button>");
        assert_eq!(
            change(&one, "Room 1", "Room 1", "Room 3"),
            ContextChange::Renamed
        );
    }
}

#[test]
fn what_comes_and_goes_around_an_element_does_not_count() {
    let form = "<h2>Sign up</h2>\n <p>Text</p>\n and <button>Send</button>";
    assert_eq!(
        change(form, "Send", "Sign up", "Log in"),
        ContextChange::Changed
    );
    for (before, now) in [
        // A message.
        (
            "<div><button>Send</button>",
            "<div><p role=alert>No name</p><button>Send</button>",
        ),
        // A toast next to a panel.
        (
            "<div><p>To Ada</p><button>Send</button></div>",
            "<div><p>To Ada</p><button>Send</button></div><div><b>Saved</b><i>!</i><p>OK</p></div>",
        ),
        // Another card.
        (
            "<div><h3>Ludo</h3><button>Send</button></div>",
            "<div><h3>Ludo</h3><button>Send</button></div><div><h3>Chess</h3><i>OK</i></div>",
        ),
    ] {
        let [before, after] = [before, now].map(|part| context(part, "Send"));
        assert_eq!(before.compare(after), ContextChange::None, "{now}");
    }
}

#[test]
fn a_button_in_a_tree_item_belongs_to_it() {
    let item = |name| format!("<div role=treeitem>{name}<button>Delete</button></div>");
    let tree = |name| format!("<div role=tree>{}{}</div>", item(name), item("Letters"));
    assert_eq!(
        change(&tree("Docs"), "Delete", "Docs", "Images"),
        ContextChange::Changed
    );
}

#[test]
fn a_heading_above_an_element_counts_if_nothing_nearer_does() {
    let report = "<nav><a href=/>Home</a></nav><div><h2>Draft report</h2><p>Text</p></div><button>Send</button>";
    assert_eq!(
        change(report, "Send", "Draft", "Final"),
        ContextChange::Changed
    );
    assert_eq!(
        change(report, "Home", "Draft", "Final"),
        ContextChange::None
    );
    let inbox = "<h1>Inbox (3)</h1><button>Compose</button>";
    assert_eq!(change(inbox, "Compose", "3", "4"), ContextChange::None);
    let wizard = "<h2>Step 1 of 3</h2><button>Next</button>";
    assert_eq!(change(wizard, "Next", "1", "2"), ContextChange::Changed);
}

#[test]
fn an_element_belongs_to_the_label_of_its_group() {
    for page in [
        "<fieldset><legend>Ada</legend><button>Delete</button></fieldset>",
        "<div role=menu aria-label='Ada'><div role=menuitem>Delete</div></div>",
        "<div role=radiogroup aria-label='Ada'><div role=radio>Delete</div></div>",
        "<div role=toolbar aria-label='Ada'><button>Delete</button></div>",
    ] {
        let page = format!("<h2>People</h2>{page}");
        let by_eve = change(&page, "Delete", "Ada", "Eve");
        assert_eq!(by_eve, ContextChange::Changed, "{page}");
        // Another heading above the group is not nearer, and a count is none.
        let by_all = change(&page, "Delete", "People", "All");
        assert_eq!(by_all, ContextChange::None, "{page}");
        let counted = page.replacen("Ada", "Ada (3)", 1);
        let by_count = change(&counted, "Delete", "(3)", "(4)");
        assert_eq!(by_count, ContextChange::None, "{page}");
    }
    // What follows the group is not in it.
    let after =
        "<div>Team<fieldset><legend>Ada</legend><i>x</i></fieldset><button>Delete</button></div>";
    assert_eq!(change(after, "Delete", "Ada", "Eve"), ContextChange::None);
    let after =
        "<div>Team<div role=toolbar aria-label=Ada><i>x</i></div><button>Delete</button></div>";
    assert_eq!(change(after, "Delete", "Ada", "Eve"), ContextChange::None);
}

#[test]
fn an_edited_cell_is_no_other_row() {
    let row = |name, state| format!("<tr><td>{name}<td>{state}<td><button>Delete {name}</button>");
    let table = |state| format!("<table>{}{}</table>", row("Ada", state), row("Eve", "paid"));
    let [before, after] = ["open", "closed"].map(|state| context(&table(state), "Delete Ada"));
    assert_eq!(before.compare(after), ContextChange::None);
}

#[test]
fn the_context_of_a_dialog_has_its_label_and_its_text() {
    let ask = "<dialog open aria-label=Confirm>Delete Ada?<button>Yes</button></dialog>";
    assert_eq!(change(ask, "Yes", "Ada", "Eve"), ContextChange::Changed);
    assert_eq!(change(ask, "Yes", "Confirm", "Ask"), ContextChange::Changed);
    assert_eq!(change(ask, "Yes", "Yes", "OK"), ContextChange::Relabeled);
}

#[test]
fn letters_and_amounts_say_what_a_button_does() {
    for (before, now, change_of_name) in [
        ("Like 3", "Like 4", ContextChange::Renamed),
        ("Inbox", "Inbox (2)", ContextChange::Renamed),
        ("Save", "Delete all", ContextChange::Relabeled),
        ("2", "3", ContextChange::Relabeled),
        ("×", "✓", ContextChange::Relabeled),
        ("Pay $5", "Pay $500", ContextChange::Relabeled),
    ] {
        let page = format!("<button>{before}</button>");
        assert_eq!(change(&page, before, before, now), change_of_name, "{now}");
    }
}

#[test]
fn an_expanded_tree_item_is_the_same() {
    let tree =
        "<div role=tree><div role=treeitem aria-expanded=false aria-label=Docs>Docs</div></div>";
    let open = "Docs<div role=group><div role=treeitem>Letters</div></div></div>";
    assert_eq!(
        change(tree, "Docs", "Docs</div>", open),
        ContextChange::None
    );
}

#[test]
fn what_a_page_loads_next_to_a_button_leaves_it_the_same() {
    let form = "<section><div><label>City</label> <input> <button>Search</button></div>\
        <p>Rooms: <div id=found></div></section>";
    let rows: Vec<String> = (0..50)
        .map(|row| format!("<div><b>Inn {row}</b> <i>{row} beds</i></div>"))
        .collect();
    let more = format!("{}<button>More</button>", rows.concat());
    let loaded = change(form, "Search", "<div id=found></div>", &more);
    assert_eq!(loaded, ContextChange::None);
    assert_eq!(
        change(form, "Search", "City", "Town"),
        ContextChange::Changed
    );
    let grid = "<div><p>Guests<div role=grid><div role=row><div role=gridcell>Ada</div></div></div>\
        <button>Order</button></div>";
    let cell: String = (0..70)
        .map(|part| format!("<button>Part {part}</button>"))
        .collect();
    assert_eq!(change(grid, "Order", "Ada", &cell), ContextChange::None);
    let words: String = (0..70).map(|word| format!("<i>word {word}</i>")).collect();
    let text = format!("<p><b>Hello</b>{words}</p><div id=found></div>");
    let box_of_all =
        "<div><p>City</p><div><input><button>Search</button></div><div id=found></div></div>";
    let grown = change(box_of_all, "Search", "<div id=found></div>", &text);
    assert_eq!(grown, ContextChange::None);
    let large = box_of_all.replacen("<div id=found></div>", &text, 1);
    assert_eq!(
        change(&large, "Search", "City", "Town"),
        ContextChange::None
    );
    let other = context(&large.replacen("City", "Town", 1), "Search");
    assert_eq!(
        context(box_of_all, "Search").compare(other),
        ContextChange::Changed
    );
    let feed = format!(
        "<div><div>{}</div><button>Load more</button></div>",
        rows.concat()
    );
    assert_eq!(
        change(&feed, "Load more", "Inn 0", "Harbour"),
        ContextChange::None
    );
}
