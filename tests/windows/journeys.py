"""The journeys of a person, in the program for Windows under wine. Started by tests/windows/run, which says where
everything is in the environment. Prints one line a journey: passed, failed, or what wine cannot show and why."""
import contextlib
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
import traceback
import urllib.request

from desk import Desk, JourneyError

PROGRAM = pathlib.Path(os.environ["PAYDESK_PROGRAM"])
LAUNCHER = PROGRAM.with_name("paydeskw.exe")
WINE = os.environ["PAYDESK_WINE"]
PREFIX = pathlib.Path(os.environ["WINEPREFIX"])
OUTPUT = pathlib.Path(os.environ["PAYDESK_OUTPUT"])
DRIVE = PREFIX / "drive_c"
RENDERER = os.environ.get("PAYDESK_RENDERER", "cpu")
# A path as people have them: spaces, umlauts, another script.
FOLDER = "Zahlungen März 決済"


class Skipped(Exception):
    """What wine cannot show, and why."""


def check(condition, what):
    if not condition:
        raise JourneyError(what)


def windows_path(path):
    return "C:\\" + str(path.relative_to(DRIVE)).replace("/", "\\")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(**more):
    return dict(os.environ, PAYDESK_NO_NOTIFICATIONS="1", RUST_LOG="paydesk=info", **more)


def run(*arguments, program=PROGRAM, **options):
    """A command as a script runs it; its output as text."""
    options = {"timeout": 180, "env": environment(), **options}
    return subprocess.run([WINE, str(program), *map(str, arguments)], capture_output=True, encoding="utf-8",
                          errors="replace", **options)


def new_dir(name):
    path = DRIVE / "paydesk journeys" / name
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


class Window:
    """A started Paydesk with its window, ended at the end."""

    def __init__(self, data_dir, *arguments, program=PROGRAM):
        self.port, self.log_path = free_port(), OUTPUT / ("log-%d.txt" % len(list(OUTPUT.glob("log-*.txt"))))
        self.log = open(self.log_path, "w+b")
        command = [WINE, str(program), "--renderer", RENDERER, "--data-dir", windows_path(data_dir), *arguments]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, start_new_session=True,
                                        env=environment(EGUI_INSPECTION="127.0.0.1:%d" % self.port))
        try:
            self.desk = Desk(self.port, lambda: self.process.poll() is None)
        except JourneyError:
            self.process.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None and self.process.poll() is None:
            try:
                self.desk.save_picture(self.log_path.with_suffix(".png"))
            except (OSError, JourneyError):
                pass
        self.kill()

    def kill(self):
        """As the task manager ends a process: nothing is stored at the end."""
        self.desk.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.log.close()

    def text(self):
        return self.log_path.read_text(errors="replace")


class Sandbox:
    """`paydesk sandbox` beside the window, as a service that is not embedded."""

    def __init__(self, *arguments):
        command = [WINE, str(PROGRAM), "sandbox", "--in-memory", "--listen", "127.0.0.1:0", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment())
        self.about = json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def call(self, path, body=None):
        request = urllib.request.Request(self.about["base_url"] + path, headers={"api-key": self.about["api_key"]})
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("content-type", "application/json")
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)


def connect(data_dir, sandbox, name="Acme"):
    return run("connect", name, sandbox.about["base_url"], "--data-dir", windows_path(data_dir),
               input=sandbox.about["api_key"] + "\n")


def confirm(desk, button):
    """The button that confirms takes no click in its first moments."""
    desk.wait("Back")
    while desk.shows("Back"):
        try:
            desk.click(button, patience_s=3)
        except JourneyError:
            if desk.shows("Back"):
                raise


def open_first_to_capture(desk):
    desk.wait("/Connected/")
    desk.click("To capture")
    desk.wait("Status: To capture")
    desk.click("/^pay_.*Requires capture/")


# The journeys


def commands_print_in_a_console():
    version = run("--version")
    check(version.returncode == 0 and "x86_64-pc-windows-gnu" in version.stdout, version)
    data = new_dir("doctor")
    doctor = run("doctor", "--json", "--data-dir", windows_path(data))
    json.loads(doctor.stdout)
    wrong = run("export", "payments", "--data-dir", windows_path(data), "--profile", "nobody", "--format", "csv", "-o",
                "C:\\x.csv")
    check(wrong.returncode == 2 and "nobody" in wrong.stderr, wrong)


def the_window_opens_on_its_sandbox():
    with Window(new_dir("opens")) as window:
        window.desk.wait("/Connected/")
        window.desk.wait("/^To capture, \\d+/")
        log = window.text()
        times = [re.search(what + r" .*?elapsed_ms=(\d+)", log) for what in ("first frame", "first rows")]
        check(all(times), log)
        renderer = re.search(r"renderer: ([^\r\n]*)", log).group(1)
        wait_until("the screen shows what was painted", lambda: unlike_the_screen(window.desk) < 0.01)
        return "first frame %s ms, first rows %s ms, %s" % (times[0].group(1), times[1].group(1), renderer)


def unlike_the_screen(desk):
    """Which part of the painted picture is not on the screen. Something may have moved in between."""
    painted = OUTPUT / "painted.png"
    painted.write_bytes(desk.picture()[0])
    expected = pixels(["convert", str(painted)])
    windows = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^Paydesk"], capture_output=True,
                             encoding="utf-8").stdout.split()
    shown = (pixels(["import", "-window", window]) for window in windows)
    # OpenGL draws in a window within the window.
    shown = next((shown for shown in shown if len(shown) == len(expected)), None)
    check(shown, "no window has the size of the picture")
    differ = sum(expected[i:i + 3] != shown[i:i + 3] for i in range(0, len(expected), 3))
    return differ / (len(expected) / 3)


def pixels(command):
    return subprocess.run([*command, "-depth", "8", "rgb:-"], capture_output=True).stdout


def a_payment_is_captured():
    with Window(new_dir("capture")) as window:
        desk = window.desk
        open_first_to_capture(desk)
        desk.click("/^Capture .*…$/")
        desk.type("Amount to capture, required", "1")
        confirm(desk, "/^Capture 1(\\.00|\\.000)? /")
        desk.wait("/ captured/")
        desk.wait("/Partially captured/")
        desk.save_picture(OUTPUT / "captured.png")


def a_payment_is_refunded():
    with Window(new_dir("refund")) as window:
        desk = window.desk
        desk.wait("/Connected/")
        desk.click("All payments")
        desk.click("/^pay_.*Succeeded/")
        desk.click("Refund…")
        desk.type("Amount to refund, required", "1")
        confirm(desk, "/^Refund 1(\\.00|\\.000)? /")
        desk.wait("/[Rr]efund.*(pending|succeeded)/")
        desk.save_picture(OUTPUT / "refunded.png")


def evidence_is_submitted_with_a_file():
    data = new_dir(FOLDER)
    file = data.parent / FOLDER / "Beleg für Käufer.pdf"
    file.write_bytes(b"%PDF-1.4 <</Type /Page>>")
    with Window(data / "desk") as window:
        desk = window.desk
        open_dispute(desk)
        field = desk.wait("/^File path: /").name
        desk.click(field)
        desk.type("Path of the file", windows_path(file))
        desk.key("Enter")
        desk.wait("/Beleg für Käufer\\.pdf, 1 kB/")
        desk.click("Submit evidence…")
        desk.click("/^Submit \\d+ fields? to /")
        desk.wait("Submitted (1)")
        desk.save_picture(OUTPUT / "evidence.png")


def open_dispute(desk):
    desk.wait("/Connected/")
    desk.click("Disputes")
    desk.click("/^dsp_.*Needs evidence/")


def a_key_is_kept_in_credential_manager():
    data = new_dir("key")
    with Sandbox() as sandbox:
        connected = connect(data, sandbox)
        check(connected.returncode == 0, connected)
        for arguments in (["--profile", "Acme"], []):
            with Window(data, *arguments) as window:
                window.desk.wait("/Acme/")
                window.desk.wait("/Connected/")
                window.desk.click("To capture")
                window.desk.wait("/^pay_.*Requires capture/")
        key = sandbox.about["api_key"].encode()
        kept_in = [path for path in data.rglob("*") if path.is_file() and key in path.read_bytes()]
        check(not kept_in, "the key is in %s" % kept_in)
    known = registry("query", "HKCU\\Software\\Wine\\Credential Manager", "/s")
    check("aydesk" in known, "Credential Manager holds %r" % known)


def a_second_start_brings_the_first_to_the_front():
    data = new_dir("second")
    with virtual_desktop(), Window(data) as window:
        window.desk.wait("/Connected/")
        above = subprocess.Popen([WINE, "notepad"], env=environment())
        try:
            wait_until("Notepad is above", lambda: top_window().endswith("Notepad"))
            second = run("--data-dir", windows_path(data))
            check(second.returncode == 0 and "brought to the front" in second.stdout, second)
            wait_until("Paydesk is above", lambda: top_window().startswith("Paydesk"))
        finally:
            above.kill()
            above.wait()


@contextlib.contextmanager
def virtual_desktop():
    """One in which wine itself says which window is above and has the keyboard: there is no window manager here."""
    desktop = "HKCU\\Software\\Wine\\Explorer"
    registry("add", desktop, "/v", "Desktop", "/d", "journeys", "/f")
    registry("add", desktop + "\\Desktops", "/v", "journeys", "/d", "1400x860", "/f")
    try:
        yield
    finally:
        registry("delete", desktop, "/v", "Desktop", "/f")


def registry(*arguments):
    return subprocess.run([WINE, "reg", *arguments], env=environment(), capture_output=True, encoding="utf-8",
                          errors="replace", timeout=60).stdout


def top_window():
    """The title of the window that is above the others in wine's desktop."""
    inside = [name for name in windows_shown() if name and not name.endswith("Wine desktop")]
    return inside[0] if inside else ""


def windows_shown():
    """Titles of the windows that are shown, topmost first."""
    tree = subprocess.run(["xwininfo", "-root", "-tree"], capture_output=True, encoding="utf-8").stdout
    found = re.findall(r"^ +(0x[0-9a-f]+) \"(.*?)\": ", tree, re.M)
    is_shown = lambda window: "IsViewable" in subprocess.run(["xwininfo", "-id", window], capture_output=True,
                                                             encoding="utf-8").stdout
    return [name for window, name in found if is_shown(window)]


def wait_until(what, predicate, patience_s=30):
    deadline = time.monotonic() + patience_s
    while not predicate():
        check(time.monotonic() < deadline, "%s: not within %d s" % (what, patience_s))
        time.sleep(0.2)


def an_open_operation_survives_a_kill():
    data = new_dir("kill")
    with Sandbox() as sandbox:
        check(connect(data, sandbox).returncode == 0, "not connected")
        with Window(data, "--profile", "Acme") as window:
            desk = window.desk
            open_first_to_capture(desk)
            fault = {"method": "POST", "path": "/payments/*/capture", "kind": "execute_and_never_answer"}
            sandbox.call("/_sandbox/faults", fault)
            desk.click("/^Capture .*…$/")
            desk.type("Amount to capture, required", "1")
            confirm(desk, "/^Capture 1(\\.00|\\.000)? /")
            wait_until("the service has captured", lambda: captures(sandbox) == 1)
            desk.wait("Sending")
            window.kill()
        with Window(data) as window:
            window.desk.wait("/Connected/")
            window.desk.click("Operations")
            window.desk.wait("/^Sent, outcome unknown/")
            window.desk.wait("/Paydesk was closed before the response arrived/")
            # The payment has what was captured, so that reading it again must not lead to a second attempt.
            window.desk.click("Check now")
            window.desk.wait("/The service shows the payment as “succeeded”/")
            window.desk.save_picture(OUTPUT / "restarted.png")
        check(captures(sandbox) == 1, "captured %d times" % captures(sandbox))
    verified = run("audit", "verify", "--data-dir", windows_path(data))
    check(verified.returncode == 0, verified)
    return verified.stdout.strip()


def captures(sandbox):
    ledger = sandbox.call("/_sandbox/ledger?after=0")["data"]
    return sum(entry["effect"] == "capture" for entry in ledger)


def an_export_lands_where_it_is_asked_for():
    data = new_dir("export")
    for ending in ("csv", "xlsx", "jsonl"):
        file = data / FOLDER / ("Übersicht 2026." + ending)
        file.parent.mkdir(exist_ok=True)
        export = run("export", "payments", "--data-dir", windows_path(data / "desk"), "--format", ending, "-o",
                     windows_path(file))
        check(export.returncode in (0, 3), export)
        about = json.loads(export.stdout)
        check(about["rows"] > 0 and file.stat().st_size > 0, export)
    return "%d rows" % about["rows"]


def ctrl_c_ends_the_sandbox():
    child, terminal = pty.fork()
    if child == 0:
        os.execve(WINE, [WINE, str(PROGRAM), "sandbox", "--in-memory", "--listen", "127.0.0.1:0"],
                  environment(TERM="xterm"))
    said = b""
    try:
        said = read_until(terminal, b"base_url", 60)
        time.sleep(1)
        os.write(terminal, b"\x03")
        deadline = time.monotonic() + 20
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                break
            check(time.monotonic() < deadline, "it goes on after Ctrl+C: %r" % said)
            drain(terminal)
            time.sleep(0.1)
    finally:
        os.close(terminal)
    check(os.waitstatus_to_exitcode(status) == 0, "ended with %s" % os.waitstatus_to_exitcode(status))


def drain(terminal):
    try:
        if select.select([terminal], [], [], 0)[0]:
            return os.read(terminal, 4096)
    except OSError:
        pass
    return b""


def read_until(terminal, text, patience_s):
    said, deadline = b"", time.monotonic() + patience_s
    while text not in said:
        check(time.monotonic() < deadline, "%r did not come: %r" % (text, said))
        said += drain(terminal)
        time.sleep(0.05)
    return said


def a_file_is_chosen_in_the_dialog_of_the_system():
    data = new_dir("file dialog")
    file = data / "chosen file.pdf"
    file.write_bytes(b"%PDF-1.4 <</Type /Page>>")
    with virtual_desktop(), Window(data / "desk") as window:
        desk = window.desk
        open_dispute(desk)
        desk.click("/^Choose file: /")
        wait_until("the dialog opens", lambda: top_window() == "Choose a file for the evidence")
        desk.wait("Choose the file in the system dialog")
        # What is typed goes to the field of the name, once the dialog has read its folder.
        time.sleep(2)
        subprocess.run(["xdotool", "type", "--delay", "60", windows_path(file)])
        subprocess.run(["import", "-window", "root", str(OUTPUT / "file-dialog.png")])
        subprocess.run(["xdotool", "key", "Return"])
        desk.wait("/chosen file\\.pdf, 1 kB/")


def at_150_percent_everything_is_half_as_large_again():
    desktop = "HKCU\\Control Panel\\Desktop"
    registry("add", desktop, "/v", "LogPixels", "/t", "REG_DWORD", "/d", "144", "/f")
    try:
        with Window(new_dir("dpi")) as window:
            desk = window.desk
            desk.wait("/Connected/")
            _, (width, _) = desk.picture()
            points = max(widget.bounds[2] for widget in desk.widgets())
            desk.save_picture(OUTPUT / "dpi-150.png")
            scale = width / points
            check(abs(scale - 1.5) < 0.02, "%d pixels are %g points: a scale of %g" % (width, points, scale))
            desk.click("Help")
            desk.wait("About Paydesk")
    finally:
        registry("add", desktop, "/v", "LogPixels", "/t", "REG_DWORD", "/d", "96", "/f")


def files_are_in_the_users_own_directory():
    def finding(name, *arguments):
        report = json.loads(run("doctor", "--json", *arguments).stdout)
        return next(found["text"] for found in report["findings"] if found["id"] == name)

    check("AppData\\Local\\Paydesk" in finding("data_directory"), finding("data_directory"))
    check("user's directory" in finding("permissions"), finding("permissions"))
    outside = finding("permissions", "--data-dir", "C:\\elsewhere")
    check(outside.startswith("Other users may read"), outside)


def a_copied_secret_leaves_the_clipboard():
    with Window(new_dir("clipboard")) as window:
        desk = window.desk
        desk.wait("/Connected/")
        desk.click("API keys")
        desk.click("New API key…")
        desk.type("/^Name, required/", "Till")
        desk.click("Never")
        desk.click("Create API key")
        desk.click("Copy value")
        wait_until("the value is on the clipboard", lambda: clipboard().startswith("snd_"), 15)
        wait_until("it is cleared", lambda: not clipboard().startswith("snd_"), 45)


def clipboard():
    try:
        return subprocess.run(["xclip", "-selection", "clipboard", "-o"], capture_output=True, encoding="utf-8",
                              errors="replace", timeout=5).stdout
    except subprocess.TimeoutExpired:
        return ""


def no_console_is_behind_the_window():
    check(subsystem(PROGRAM) == 3 and subsystem(LAUNCHER) == 2, "the programs are not of the console and of windows")
    with Window(new_dir("launcher"), program=LAUNCHER) as window:
        window.desk.wait("/Connected/")
        shown = windows_shown()
        check(any("Paydesk" in name for name in shown), shown)
        check(not any("paydesk.exe" in name for name in shown), shown)
        closed = run("/im", "paydesk.exe", program="taskkill")
        wait_until("the window was closed and the launcher ended (%r)" % closed, lambda: window.process.poll() == 0)
    started = subprocess.Popen([WINE, str(LAUNCHER), "--data-dir", windows_path(new_dir("launcher")), "--profile", "nobody"],
                               env=environment())
    try:
        wait_until("the message is shown", lambda: "Paydesk" in windows_shown())
        subprocess.run(["import", "-window", "root", str(OUTPUT / "launcher-message.png")])
    finally:
        started.kill()
        started.wait()


def the_installer_installs_for_this_user_and_uninstalls():
    setup = os.environ.get("PAYDESK_SETUP")
    if not setup or not pathlib.Path(setup).exists():
        raise Skipped("there is no installer: tests/windows/run builds it")
    user = DRIVE / "users" / os.environ.get("USER", "root")
    folder = user / "AppData" / "Local" / "Programs" / "Paydesk"
    menu = user / "AppData" / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Paydesk.lnk"
    installed = run("/S", program=setup)
    check(installed.returncode == 0 and menu.exists(), installed)
    program = folder / "paydesk.exe"
    shutil.copy(PROGRAM.with_name("bcryptprimitives.dll"), folder)
    check(run("--version", program=program).stdout.startswith("paydesk "), "the installed program does not start")
    opens = registry("query", "HKCU\\Software\\Classes\\Paydesk.Views\\shell\\open\\command", "/ve")
    check("paydeskw.exe" in opens, opens)
    data = new_dir("installed")
    with Window(data, program=program) as window:
        window.desk.wait("/Connected/")
        again = run("/S", program=setup)
        check(again.returncode == 2, "while Paydesk runs the installer ends with %d" % again.returncode)
    check(run("/S", program=setup).returncode == 0, "it cannot be installed again")
    (folder / "bcryptprimitives.dll").unlink()
    removed = run("/S", "_?=" + windows_path(folder), program=folder / "uninstall.exe")
    left = [path.name for path in folder.iterdir()] if folder.exists() else []
    check(removed.returncode == 0 and not menu.exists() and left in ([], ["uninstall.exe"]), (removed, left))
    check((data / "journal.sqlite").exists(), "the journal is gone")


def subsystem(program):
    """Of the header of a program: 2 is windows, 3 is the console."""
    data = program.read_bytes()[:4096]
    header = int.from_bytes(data[0x3C:0x40], "little")
    return int.from_bytes(data[header + 92:header + 94], "little")


JOURNEYS = [
    commands_print_in_a_console,
    the_window_opens_on_its_sandbox,
    a_payment_is_captured,
    a_payment_is_refunded,
    evidence_is_submitted_with_a_file,
    a_key_is_kept_in_credential_manager,
    a_second_start_brings_the_first_to_the_front,
    an_open_operation_survives_a_kill,
    an_export_lands_where_it_is_asked_for,
    ctrl_c_ends_the_sandbox,
    a_file_is_chosen_in_the_dialog_of_the_system,
    at_150_percent_everything_is_half_as_large_again,
    files_are_in_the_users_own_directory,
    a_copied_secret_leaves_the_clipboard,
    no_console_is_behind_the_window,
    the_installer_installs_for_this_user_and_uninstalls,
]


# What only Windows itself can show, and why wine cannot.
NOT_UNDER_WINE = {
    "that other users cannot read the data": "wine's files have the permissions of Linux; its icacls does nothing",
    "that Windows lets a second start take the foreground": "wine has no lock of the foreground",
    "drawing with Direct3D": "there is no Vulkan for wine's Direct3D 12 here",
    "notifications in the notification centre": "wine has none",
    "a screen reader": "wine has no UI Automation that one could use",
    "moving the window between screens of different scale": "Xvfb has one screen",
    "log-out and shutting down with an open window": "wine ends its session without asking",
    "the warning about programs that are not signed": "wine has no SmartScreen",
}


def main(names):
    journeys = [j for j in JOURNEYS if not names or any(name in j.__name__ for name in names)]
    failed = 0
    for journey in journeys:
        title, began = journey.__name__.replace("_", " "), time.monotonic()
        try:
            note = journey()
            result = "passed"
        except Skipped as why:
            result, note = "cannot be shown under wine", str(why)
        except Exception as error:  # a journey that breaks does not keep the others from being tried
            result, note, failed = "FAILED", ("%s: %s" % (type(error).__name__, error)).split("\n")[0][:300], failed + 1
            (OUTPUT / ("failed-%s.txt" % journey.__name__)).write_text(traceback.format_exc())
        print("%s: %s (%.0f s)%s" % (title, result, time.monotonic() - began, ": %s" % note if note else ""),
              flush=True)
    for what, why in {} if names else NOT_UNDER_WINE.items():
        print("%s: cannot be shown under wine: %s" % (what, why))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
