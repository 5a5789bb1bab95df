//! How the pages look: a few colours, each with its value in light and in dark, and one style sheet that names them.

/// A colour of the pages by the name that the style sheet uses.
struct PageColour {
    name: &'static str,
    light: &'static str,
    dark: &'static str,
}

const fn colour(name: &'static str, light: &'static str, dark: &'static str) -> PageColour {
    PageColour { name, light, dark }
}

const COLOURS: [PageColour; 11] = [
    colour("page", "#f3f4f6", "#111317"),
    colour("surface", "#ffffff", "#1b1e24"),
    colour("text", "#1a1f27", "#e9ebef"),
    colour("subdued", "#555d6a", "#a9b0bc"),
    colour("line", "#dfe2e7", "#33383f"),
    colour("field", "#7b8390", "#7c8592"),
    colour("accent", "#2b52c4", "#9ab6ff"),
    colour("on-accent", "#ffffff", "#0d1630"),
    colour("good", "#11653b", "#7fd6a4"),
    colour("bad", "#b3261e", "#ffb1a8"),
    colour("wait", "#7a4a00", "#f2c078"),
];

/// One column that fits a telephone, with nothing beside it on a wider screen.
const RULES: &str = "*{box-sizing:border-box}\
body{margin:0;padding:16px;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}\
main{max-width:27rem;margin:0 auto;padding:24px;background:var(--surface);border:1px solid var(--line);border-radius:12px}\
footer{max-width:27rem;margin:16px auto 0;color:var(--subdued);font-size:.875rem;text-align:center}\
h1{margin:0 0 4px;font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}\
p{margin:0 0 12px;overflow-wrap:anywhere}\
.merchant{margin:0 0 4px;color:var(--subdued);font-weight:600}\
.about{color:var(--subdued)}\
dl{margin:16px 0;border-top:1px solid var(--line)}\
dl div{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-bottom:1px solid var(--line)}\
dt{color:var(--subdued);white-space:nowrap}dd{margin:0;text-align:right;overflow-wrap:anywhere}\
.notice{margin:16px 0;padding:12px 16px;border:1px solid currentColor;border-left-width:6px;border-radius:8px}\
.notice p{margin:4px 0 0;color:var(--text)}.notice a{color:inherit}\
.good{color:var(--good)}.bad{color:var(--bad)}.wait{color:var(--wait)}\
form{margin:16px 0 0}\
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 12px;align-items:end}\
.input{margin:0 0 16px}\
label{display:block;margin:0 0 4px;font-weight:600}\
.hint{margin:0 0 4px;color:var(--subdued);font-size:.875rem}\
.error{margin:0 0 4px;color:var(--bad);font-weight:600;font-size:.875rem}\
input{width:100%;min-height:44px;padding:8px 12px;font:inherit;color:var(--text);background:var(--surface);\
border:1px solid var(--field);border-radius:8px}\
input[aria-invalid]{border:2px solid var(--bad)}\
button,.button{display:block;width:100%;min-height:48px;padding:12px 16px;font:inherit;font-weight:600;text-align:center;\
text-decoration:none;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);border-radius:8px;\
cursor:pointer}\
.quiet button{color:var(--accent);background:var(--surface)}\
form+form{margin-top:12px}\
a{color:var(--accent)}\
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}\
details{margin:16px 0 0;border-top:1px solid var(--line);padding-top:12px}\
summary{cursor:pointer;color:var(--accent);font-weight:600;min-height:24px}\
ul{margin:8px 0 0;padding:0;list-style:none}li{padding:4px 0;font-size:.875rem}code{white-space:nowrap}\
@media(max-width:30rem){body{padding:8px}main{padding:16px}}@media(min-width:48rem){body{padding-top:64px}}";

/// The style sheet: light, or dark where the browser prefers that.
pub fn style_sheet() -> String {
    let values = |value: fn(&PageColour) -> &'static str| -> String {
        COLOURS.iter().map(|colour| format!("--{}:{};", colour.name, value(colour))).collect()
    };
    let (light, dark) = (values(|colour| colour.light), values(|colour| colour.dark));
    format!(":root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}{RULES}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour, as WCAG 2 defines it.
    fn luminance(hex: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn assert_contrast(front: &str, back: &str, least: f64) {
        let find = |name: &str| COLOURS.iter().find(|colour| colour.name == name).unwrap();
        let (front, back) = (find(front), find(back));
        for (theme, one, other) in [("light", front.light, back.light), ("dark", front.dark, back.dark)] {
            let found = contrast(one, other);
            assert!(found >= least, "{} on {} in {theme}: {found:.2}", front.name, back.name);
        }
    }

    #[test]
    fn every_text_has_the_contrast_that_reading_takes() {
        for text in ["text", "subdued", "accent", "good", "bad", "wait"] {
            assert_contrast(text, "surface", 4.5);
        }
        assert_contrast("on-accent", "accent", 4.5);
        assert_contrast("subdued", "page", 4.5);
    }

    #[test]
    fn the_edge_of_a_field_can_be_seen() {
        assert_contrast("field", "surface", 3.0);
    }

    #[test]
    fn the_rules_use_the_named_colours_only_and_all_of_them() {
        assert!(!RULES.contains('#'), "a colour stands in the rules");
        for colour in &COLOURS {
            assert!(RULES.contains(&format!("var(--{})", colour.name)), "{} is used nowhere", colour.name);
        }
        let used = RULES.split("var(--").skip(1).map(|rest| rest.split(')').next().unwrap());
        used.for_each(|name| assert!(COLOURS.iter().any(|colour| colour.name == name), "{name} has no value"));
    }
}
