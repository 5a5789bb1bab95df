"""A client of eframe's inspection protocol: reads what a screen reader finds in the window, clicks and types."""
import re
import socket
import struct
import time

import msgpack

PATIENCE_S = 60
DISABLED = 1 << 9  # accesskit's flag of a node, which is [role, actions, child actions, flags, properties]


class JourneyError(Exception):
    pass


class Widget:
    def __init__(self, role, name, value, disabled, bounds):
        self.role, self.name, self.value, self.disabled, self.bounds = role, name, value, disabled, bounds

    def __repr__(self):
        return "%s %r%s%s" % (self.role, self.name, " = %r" % self.value if self.value != self.name else "",
                              " (disabled)" if self.disabled else "")


def matches(pattern, name):
    """A text is the whole name; `/…/` is a regular expression that is found in it."""
    if len(pattern) > 2 and pattern[0] == pattern[-1] == "/":
        return re.search(pattern[1:-1], name) is not None
    return name == pattern


class Desk:
    def __init__(self, port, is_running=lambda: True):
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
                break
            except OSError as error:
                if time.monotonic() > deadline or not is_running():
                    raise JourneyError("no window answers: %s" % error) from error
                time.sleep(0.1)
        if self._read(8)[:4] != b"eins":
            raise JourneyError("the port is not that of egui's inspection")

    def close(self):
        self.socket.close()

    def _read(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise JourneyError("the window is gone")
            data += part
        return data

    def request(self, message):
        body = msgpack.packb(message)
        self.socket.sendall(struct.pack(">I", len(body)) + body)
        answer = msgpack.unpackb(self._read(struct.unpack(">I", self._read(4))[0]), strict_map_key=False)
        if isinstance(answer, dict) and "Error" in answer:
            raise JourneyError(str(answer["Error"]))
        return answer

    def widgets(self):
        """Those with a name and a place, parents first, places in points of the window."""
        update = self.request("GetTree")["Tree"][2]
        nodes = {} if update is None else dict(update[0])
        below = {child for node in nodes.values() for child in node[-1].get("children", [])}
        found = []

        def visit(node_id, offset):
            node = nodes.get(node_id)
            if node is None:
                return
            properties = node[-1]
            transform = properties.get("transform")
            if transform:
                transform = list(transform.values()) if isinstance(transform, dict) else transform
                offset = (offset[0] + transform[4], offset[1] + transform[5])
            bounds, value = properties.get("bounds"), properties.get("value") or ""
            labels = (nodes[label][-1] for label in properties.get("labelledBy", []) if label in nodes)
            name = properties.get("label") or " ".join(l.get("label") or l.get("value") or "" for l in labels)
            name = name or value or properties.get("placeholder") or ""
            if bounds is not None and name and node[0] != "textRun":
                bounds = list(bounds.values()) if isinstance(bounds, dict) else bounds
                bounds = [bounds[i] + offset[i % 2] for i in range(4)]
                found.append(Widget(node[0], name, value, bool(node[3] & DISABLED), bounds))
            for child in properties.get("children", []):
                visit(child, offset)

        for node_id in nodes:
            if node_id not in below:
                visit(node_id, (0.0, 0.0))
        return found

    def shows(self, pattern):
        return any(matches(pattern, widget.name) for widget in self.widgets())

    def wait_until(self, what, predicate, patience_s=PATIENCE_S):
        deadline = time.monotonic() + patience_s
        while True:
            widgets = self.widgets()
            result = predicate(widgets)
            if result:
                return result
            if time.monotonic() > deadline:
                raise JourneyError("%s: not within %d s; the window shows:\n%s" %
                                   (what, patience_s, "\n".join(map(repr, widgets))))
            time.sleep(0.1)

    def wait(self, pattern, patience_s=PATIENCE_S):
        return self.wait_until(pattern, lambda widgets: next((w for w in widgets if matches(pattern, w.name)), None),
                               patience_s)

    def click(self, pattern, patience_s=PATIENCE_S):
        """Clicks the first widget of that name that can be pressed; a label only where nothing else has it."""
        def usable(widgets):
            hits = [w for w in widgets if not w.disabled and matches(pattern, w.name)]
            return next((w for w in hits if w.role != "label"), hits[0] if hits else None)

        widget = self.wait_until("click on " + pattern, usable, patience_s)
        x0, y0, x1, y1 = widget.bounds
        place, plain = [(x0 + x1) / 2, (y0 + y1) / 2], [False] * 5
        self.events({"PointerMoved": place})
        self.events({"PointerButton": [place, "Primary", True, plain]})
        self.events({"PointerButton": [place, "Primary", False, plain]})
        return widget

    def type(self, field, text):
        """Replaces the text of a field; a dialog that just opened may not take it at once."""
        for _ in range(10):
            self.click(field)
            self.key("A", command=True)
            self.events({"Text": text})
            if any(matches(field, widget.name) and widget.value == text for widget in self.widgets()):
                return
            time.sleep(0.2)
        raise JourneyError("%s does not take %r" % (field, text))

    def key(self, key, command=False, shift=False, alt=False):
        for pressed in (True, False):
            self.events({"Key": [key, None, pressed, False, [alt, command, shift, False, command]]})

    def events(self, *events):
        self.request({"ApplyEvents": [list(events)]})

    def picture(self):
        """The window as PNG, with its size in pixels."""
        answer = self.request({"GetScreenshot": [None]})["Screenshot"]
        return answer[1], answer[0]

    def save_picture(self, path):
        data, _ = self.picture()
        path.write_bytes(data)
