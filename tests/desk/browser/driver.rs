//! A small client of WebDriver: as much as these tests need.

use std::io::{BufRead, BufReader, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use base64::Engine as _;
use paydesk_test_basics::system_parts::needs;
use paydesk_test_basics::waiting::{PATIENCE, step_until};
use serde_json::{Value, json};

const DRIVER: &str = "/usr/bin/chromedriver";
const BROWSER: &str = "/usr/bin/chromium";
/// The key of an element's id in answers, as the standard has it.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// Where pictures of the pages are written, if anywhere.
const PICTURES: &str = "PAYDESK_BROWSER_PICTURES";
/// How often a driver is started until one is ready.
const STARTS_MAX: u32 = 5;
/// The narrowest telephone, and a desk.
pub const SIZES: [(&str, u32, u32); 2] = [("telephone", 360, 640), ("desktop", 1_280, 800)];

/// A browser with one window, and its driver. Both end with it.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// `None` where Chromium or its driver is missing: it is said what is skipped.
    pub fn start(skipped: &str) -> Option<Self> {
        let is_there = Path::new(DRIVER).exists() && Path::new(BROWSER).exists();
        let part = if is_there { Ok(()) } else { Err("no Chromium with its driver") };
        needs(part, skipped, "apt-get install chromium chromium-driver")?;
        let (driver, port) = ready_driver();
        let profile = tempfile::tempdir().unwrap();
        let mut browser = Self { driver, port, session: String::new(), _profile: profile };
        browser.begin_session();
        browser.resize(SIZES[0].1, SIZES[0].2);
        Some(browser)
    }

    fn begin_session(&mut self) {
        let data = format!("--user-data-dir={}", self._profile.path().display());
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            &data,
        ];
        let options = json!({"binary": BROWSER, "args": args});
        let wanted = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}});
        let answer = self.call("POST", "/session", &wanted);
        self.session = answer["sessionId"].as_str().unwrap().to_owned();
    }

    /// One request to the driver; what it answers as `value`.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, value) = self.exchange(method, path, body);
        assert_eq!(status, 200, "{method} {path}: {value}");
        value
    }

    fn exchange(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let (status, body) = answer(&mut BufReader::new(stream));
        let value: Value = serde_json::from_slice(&body).unwrap_or_default();
        (status, value["value"].clone())
    }

    fn in_session(&self, method: &str, path: &str, body: &Value) -> Value {
        self.call(method, &format!("/session/{}{path}", self.session), body)
    }

    fn devtools(&self, command: &str, params: Value) {
        self.in_session("POST", "/goog/cdp/execute", &json!({"cmd": command, "params": params}));
    }

    /// Makes the page as wide and high as on such a screen.
    pub fn resize(&self, width: u32, height: u32) {
        let params = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.devtools("Emulation.setDeviceMetricsOverride", params);
    }

    /// Has the browser prefer dark or light.
    pub fn prefer(&self, scheme: &str) {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        self.devtools("Emulation.setEmulatedMedia", json!({"features": [feature]}));
    }

    pub fn open(&self, url: &str) {
        self.in_session("POST", "/url", &json!({ "url": url }));
    }

    pub fn url(&self) -> String {
        self.in_session("GET", "/url", &Value::Null).as_str().unwrap().to_owned()
    }

    /// What a script answers. The pages themselves have none.
    pub fn script(&self, script: &str) -> Value {
        self.in_session("POST", "/execute/sync", &json!({"script": format!("return {script}"), "args": []}))
    }

    fn element(&self, css: &str) -> String {
        let found = self.in_session("POST", "/element", &json!({"using": "css selector", "value": css}));
        found[ELEMENT].as_str().unwrap().to_owned()
    }

    /// What a screen reader says of an element: its role and its name.
    pub fn spoken(&self, css: &str) -> (String, String) {
        let path = format!("/element/{}", self.element(css));
        let read = |what: &str| self.in_session("GET", &format!("{path}/{what}"), &Value::Null);
        (read("computedrole").as_str().unwrap().to_owned(), read("computedlabel").as_str().unwrap().to_owned())
    }

    /// Empties a field and types into it.
    pub fn fill(&self, css: &str, text: &str) {
        let path = format!("/element/{}", self.element(css));
        self.in_session("POST", &format!("{path}/clear"), &json!({}));
        self.type_into(css, text);
    }

    pub fn type_into(&self, css: &str, text: &str) {
        self.in_session("POST", &format!("/element/{}/value", self.element(css)), &json!({ "text": text }));
    }

    /// Clicks, and waits for the page that comes.
    pub fn click(&self, css: &str) {
        self.in_session("POST", &format!("/element/{}/click", self.element(css)), &json!({}));
    }

    pub fn heading(&self) -> String {
        self.text("h1")
    }

    pub fn text(&self, css: &str) -> String {
        self.script(&format!("document.querySelector({css:?})?.innerText ?? ''")).as_str().unwrap().to_owned()
    }

    /// Waits for a page with this heading.
    #[track_caller]
    pub fn until_heading(&self, heading: &str) {
        step_until(&format!("the page says {heading}"), || (self.heading() == heading).then_some(()));
    }

    /// Opens a second window, which is then in front; both handles, the first before.
    pub fn second_window(&self) -> [String; 2] {
        let first = self.in_session("GET", "/window", &Value::Null).as_str().unwrap().to_owned();
        let second = self.in_session("POST", "/window/new", &json!({"type": "tab"}));
        let second = second["handle"].as_str().unwrap().to_owned();
        self.bring_up(&second);
        [first, second]
    }

    pub fn bring_up(&self, window: &str) {
        self.in_session("POST", "/window", &json!({ "handle": window }));
    }

    /// What holds of every page: one heading, a language, a title, names of all controls, nothing wider than a
    /// telephone, and a focus that can be seen.
    #[track_caller]
    pub fn assert_page_is_sound(&self, state: &str) {
        for (size, width, height) in SIZES {
            self.resize(width, height);
            let wide = self.script("document.scrollingElement.scrollWidth").as_u64().unwrap();
            assert!(wide <= u64::from(width), "{state} is {wide} points wide on a {size}");
            for scheme in ["light", "dark"] {
                self.prefer(scheme);
                self.take_picture(&format!("{state}-{size}-{scheme}"));
            }
        }
        self.prefer("light");
        self.resize(SIZES[0].1, SIZES[0].2);
        assert_eq!(self.script("document.querySelectorAll('h1').length"), 1, "{state}");
        assert_eq!(self.script("document.documentElement.lang"), "en");
        assert_eq!(self.script("document.title"), self.heading().as_str());
        assert_eq!(self.script("document.scripts.length"), 0);
        let controls = self.script(
            "[...document.querySelectorAll('input:not([type=hidden]),button,a,summary')].map((it, at) => \
             (it.dataset.at = at, it.getBoundingClientRect().height))",
        );
        for (place, height) in controls.as_array().unwrap().iter().enumerate() {
            let (role, name) = self.spoken(&format!("[data-at='{place}']"));
            assert!(!name.is_empty() && !role.is_empty(), "{state}: control {place} ({role}) has no name");
            assert!(height.as_f64().unwrap() >= 20.0, "{state}: {name} is {height} points high");
        }
        if controls.as_array().is_some_and(|controls| !controls.is_empty()) {
            self.type_into("body", "\u{E004}");
            let outline = self.script("getComputedStyle(document.activeElement).outlineStyle");
            assert_eq!(outline, "solid", "{state}: the focus cannot be seen");
        }
    }

    fn take_picture(&self, name: &str) {
        let Some(dir) = std::env::var_os(PICTURES) else { return };
        let picture = self.in_session("GET", "/screenshot", &Value::Null);
        let bytes = base64::engine::general_purpose::STANDARD.decode(picture.as_str().unwrap()).unwrap();
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(Path::new(&dir).join(format!("{name}.png")), bytes).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.exchange("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Status and body of an answer; the driver leaves its connections open.
fn answer(stream: &mut impl BufRead) -> (u16, Vec<u8>) {
    let (mut status, mut length) = (0, 0);
    let lines = stream.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty());
    for line in lines {
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().unwrap()
            }
            Some(_) => {}
            None => status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0),
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    (status, body)
}

/// A driver that is ready, and its port. One ends at once where another took the port that it had picked.
fn ready_driver() -> (Child, u16) {
    for _ in 0..STARTS_MAX {
        let mut driver =
            Command::new(DRIVER).arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        if let Some(port) = port_of(&mut driver) {
            return (driver, port);
        }
        driver.wait().unwrap();
    }
    panic!("the driver ended {STARTS_MAX} times before it was ready")
}

/// The port that the driver picked, from what it says when it is ready; `None` where it ended before.
fn port_of(driver: &mut Child) -> Option<u16> {
    let lines = BufReader::new(driver.stdout.as_mut().unwrap()).lines();
    let said = lines.map_while(Result::ok).find(|line| line.contains("started successfully on port"))?;
    let digits: String = said.rsplit("port ").next()?.chars().take_while(char::is_ascii_digit).collect();
    Some(digits.parse().unwrap())
}
