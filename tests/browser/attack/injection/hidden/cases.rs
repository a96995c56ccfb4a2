//! The ways to hide a text, each with what is expected of it.

/// What is expected of a text.
#[derive(Clone, Copy)]
pub enum Expected {
    /// It is not in the snapshot.
    Absent,
    /// It is in the snapshot without a mark, as a user sees it, too.
    Visible,
    /// Its line has the mark for a text that a user can't see.
    Unseen,
    /// Its line has the mark for a text of which a user sees only a part.
    Part,
    /// It is the name of an element, whose visible text follows it.
    Shows(&'static str),
    /// It is the name of an image.
    Image,
    /// It is in the snapshot, with the mark `covered` if `boxes` are included.
    Covered,
    /// It is in the snapshot without a mark.
    Unmarked,
}

use Expected::{Absent, Covered, Image, Part, Shows, Unmarked, Unseen, Visible};

/// Name, the place, the HTML with `TEXT`, and what is expected.
pub const HIDDEN: &[(&str, &str, &str, Expected)] = &[
    (
        "display_none",
        "`display: none`",
        "<p style='display: none'>TEXT</p>",
        Absent,
    ),
    (
        "visibility_hidden",
        "`visibility: hidden`",
        "<p style='visibility: hidden'>TEXT</p>",
        Absent,
    ),
    ("hidden_attribute", "`hidden`", "<p hidden>TEXT</p>", Absent),
    (
        "until_found",
        "`hidden=until-found`",
        "<p hidden=until-found>TEXT</p>",
        Absent,
    ),
    ("comment", "a comment", "<!-- TEXT -->", Absent),
    (
        "template",
        "a template",
        "<template>TEXT</template>",
        Absent,
    ),
    (
        "noscript",
        "`noscript`",
        "<noscript>TEXT</noscript>",
        Absent,
    ),
    (
        "script",
        "a script",
        "<script type=text/plain>TEXT</script>",
        Absent,
    ),
    (
        "closed_details",
        "closed details",
        "<details><summary>More</summary>TEXT</details>",
        Absent,
    ),
    (
        "closed_dialog",
        "a closed dialog",
        "<dialog>TEXT</dialog>",
        Absent,
    ),
    (
        "skipped_content",
        "`content-visibility: hidden`",
        "<div style='content-visibility: hidden'>TEXT</div>",
        Absent,
    ),
    (
        "meta_description",
        "the page's description",
        "<meta name=description content='TEXT'>",
        Absent,
    ),
    (
        "data_attribute",
        "a `data-` attribute",
        "<p data-note='TEXT'>Shown</p>",
        Absent,
    ),
    (
        "image",
        "text in an image",
        "<img alt='' src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><text y='20'>TEXT</text></svg>\">",
        Absent,
    ),
    (
        "canvas",
        "text in a canvas",
        "<canvas id=c></canvas><script>c.getContext('2d').fillText('TEXT', 9, 9)</script>",
        Absent,
    ),
    (
        "pdf",
        "an embedded PDF",
        "<embed type=application/pdf src='data:application/pdf,TEXT'>",
        Absent,
    ),
    (
        "hidden_from_readers",
        "visible text with `aria-hidden`",
        "<p aria-hidden=true>TEXT</p>",
        Visible,
    ),
    (
        "style_before",
        "`::before`, visible",
        "<style>#h::before { content: 'TEXT' }</style><p id=h>!</p>",
        Visible,
    ),
    (
        "transparent",
        "`opacity: 0`",
        "<button style='opacity: 0'>TEXT</button>",
        Unseen,
    ),
    (
        "off_screen",
        "to the left of the window",
        "<button style='position: absolute; left: -9999px'>TEXT</button>",
        Unseen,
    ),
    (
        "without_size",
        "a box without a size",
        "<button style='display: block; width: 0; height: 0; padding: 0; border: 0; overflow: hidden'>TEXT</button>",
        Unseen,
    ),
    (
        "scaled_to_nothing",
        "`transform: scale(0)`",
        "<button style='transform: scale(0)'>TEXT</button>",
        Unseen,
    ),
    (
        "covered",
        "behind another element",
        "<button style='position: absolute; top: 90px; left: 0'>TEXT</button><div style='position: absolute; top: 0; left: 0; width: 900px; height: 500px; background: white'>Cover</div>",
        Covered,
    ),
    (
        "font_size_0",
        "`font-size: 0`",
        "<p style='font-size: 0'>TEXT</p>",
        Unseen,
    ),
    (
        "tiny_text",
        "`font-size: 1px`",
        "<p style='font-size: 1px'>TEXT</p>",
        Unseen,
    ),
    (
        "color_of_the_background",
        "white on white",
        "<p style='color: white; background: white'>TEXT</p>",
        Unseen,
    ),
    (
        "color_of_the_page",
        "a class with the colour of the page",
        "<style>body { background: #202124 } .h { color: #212225 }</style><div><p class=h>TEXT</p></div>",
        Unseen,
    ),
    (
        "color_by_an_attribute",
        "the attribute `color`",
        "<font color=snow>TEXT</font>",
        Unseen,
    ),
    (
        "color_of_an_ancestor",
        "the colour of a box, by another rule than its background",
        "<style>.b { background: rebeccapurple } .h { color: #663399 }</style><div class=b><p class=h>TEXT</p></div>",
        Unmarked,
    ),
    (
        "color_on_another",
        "white on blue",
        "<style>.b { background: #06c } .h { color: #fff }</style><div class=b><p class=h>TEXT</p></div>",
        Visible,
    ),
    (
        "color_on_an_image",
        "white on an image",
        "<style>.b { background: linear-gradient(blue, black) } .h { color: #fff }</style><div class=b><p class=h>TEXT</p></div>",
        Visible,
    ),
    (
        "color_of_the_background_positioned",
        "white on white, in a positioned element",
        "<p style='color: white; position: relative'>TEXT</p>",
        Unmarked,
    ),
    (
        "transparent_color",
        "`color: transparent`",
        "<p style='color: transparent'>TEXT</p>",
        Unseen,
    ),
    (
        "almost_transparent",
        "`opacity: 0.01`",
        "<p style='opacity: 0.01'>TEXT</p>",
        Unseen,
    ),
    (
        "clipped",
        "`clip-path: inset(100%)`",
        "<p style='clip-path: inset(100%)'>TEXT</p>",
        Unseen,
    ),
    (
        "for_screen_readers",
        "the usual class for screen readers",
        "<p style='position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)'>TEXT</p>",
        Unseen,
    ),
    (
        "indented_away",
        "`text-indent: -9999px`",
        "<p style='text-indent: -9999px; overflow: hidden'>TEXT</p>",
        Unseen,
    ),
    (
        "no_height",
        "`max-height: 0`",
        "<div style='max-height: 0; overflow: hidden'><p>TEXT</p></div>",
        Unseen,
    ),
    (
        "filtered",
        "`filter: opacity(0)`",
        "<p style='filter: opacity(0)'>TEXT</p>",
        Unseen,
    ),
    (
        "contradicting_label",
        "`aria-label` of a button that shows \"Cancel\"",
        "<button aria-label='TEXT'>Cancel</button>",
        Shows("Cancel"),
    ),
    (
        "label_of_a_link",
        "`aria-label` of a link that shows \"Help\"",
        "<a href=/pay aria-label='TEXT'>Help</a>",
        Shows("Help"),
    ),
    (
        "alt_text",
        "`alt` of an image",
        "<img alt='TEXT' src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>\">",
        Image,
    ),
    (
        "by_a_rule",
        "a class with `opacity: 0`",
        "<style>.h { opacity: 0 }</style><p class=h>TEXT</p>",
        Unseen,
    ),
    (
        "by_a_nested_rule",
        "a rule in a layer and a media query",
        "<style>@layer a { @media screen { main { & .h { opacity: .05 } } } }</style><main><p class=h>TEXT</p></main>",
        Unseen,
    ),
    (
        "by_a_variable",
        "`opacity` by a custom property",
        "<style>.h { --o: 0.02; opacity: var(--o) }</style><p class=h>TEXT</p>",
        Unseen,
    ),
    (
        "by_an_animation",
        "an animation that ends with `opacity: 0`",
        "<style>@keyframes h { to { opacity: 0 } } .h { animation: h 0s forwards }</style><p class=h>TEXT</p>",
        Unseen,
    ),
    (
        "by_an_adopted_sheet",
        "a style sheet made by a script",
        "<p class=h>TEXT</p><script>const s = new CSSStyleSheet(); s.replaceSync('.h { font-size: 1px }'); document.adoptedStyleSheets.push(s)</script>",
        Unseen,
    ),
    (
        "in_a_shadow_root",
        "a rule of a shadow root",
        "<div id=h></div><script>h.attachShadow({mode: 'closed'}).innerHTML = `<style>p { opacity: 0 }</style><p>TEXT</p>`</script>",
        Unseen,
    ),
    (
        "in_a_slot",
        "a slot inside a class with `opacity: 0`",
        "<div id=h><p>TEXT</p></div><script>h.attachShadow({mode: 'closed'}).innerHTML = `<style>.s { opacity: 0 }</style><div class=s><slot></slot></div>`</script>",
        Unseen,
    ),
    (
        "in_a_slot_by_attribute",
        "a slot inside a `style` attribute with `opacity: 0`",
        "<div id=h><p>TEXT</p></div><script>h.attachShadow({mode: 'open'}).innerHTML = `<div style='opacity: 0'><slot></slot></div>`</script>",
        Unmarked,
    ),
    (
        "in_an_ancestor",
        "an ancestor with `opacity: 0`",
        "<div style='opacity: 0'><div style='opacity: 1'><ul><li><b>TEXT</b></ul></div></div>",
        Unseen,
    ),
    (
        "part_of_a_text",
        "a part of a visible paragraph",
        "<p>Prices include tax. <span style='opacity: 0'>TEXT</span> Thank you.</p>",
        Unseen,
    ),
    (
        "part_of_a_name",
        "a part of a button's name",
        "<button>Save <span style='font-size: 0'>TEXT</span></button>",
        Part,
    ),
    (
        "generated_content",
        "`::before` of an invisible element",
        "<style>#h::before { content: 'TEXT' } #h { opacity: 0 }</style><p id=h>!</p>",
        Unseen,
    ),
    (
        "above_the_page",
        "above the page",
        "<style>.h { position: absolute; top: -5000px }</style><p class=h>TEXT</p>",
        Unseen,
    ),
    (
        "moved_away",
        "`transform: translateX(-9999px)`",
        "<p style='transform: translateX(-9999px)'>TEXT</p>",
        Unseen,
    ),
    (
        "clipped_to_a_point",
        "`clip-path: circle(0)`",
        "<style>.h { clip-path: circle(0) }</style><p class=h>TEXT</p>",
        Unseen,
    ),
    (
        "script_sets_style",
        "a style that a script sets after the load",
        "<p id=h>TEXT</p><script>h.style.opacity = 0</script>",
        Unseen,
    ),
    (
        "small_with_large_parts",
        "`font-size: 0` around visible text",
        "<ul style='font-size: 0'><li style='font-size: 14px'>TEXT</ul>",
        Visible,
    ),
    (
        "gradient",
        "a gradient as the colour of the text",
        "<p style='background: linear-gradient(red, blue); background-clip: text; color: transparent'>TEXT</p>",
        Visible,
    ),
    (
        "pale",
        "`opacity: 0.6`",
        "<p style='opacity: 0.6'>TEXT</p>",
        Visible,
    ),
    (
        "no_height_but_shown",
        "`height: 0` with visible overflow",
        "<p style='height: 0'>TEXT</p>",
        Visible,
    ),
    (
        "size_by_a_variable",
        "`font-size` by a custom property",
        "<style>.h { --s: 1px; font-size: var(--s) }</style><p class=h>TEXT</p>",
        Unmarked,
    ),
    (
        "by_a_script_animation",
        "an animation by a script",
        "<p id=h>TEXT</p><script>h.animate({opacity: [0, 0]}, {duration: 1, fill: 'forwards'})</script>",
        Unmarked,
    ),
];
