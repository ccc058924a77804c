"""What a pupil may try on a class server, over the real server: none of it runs code, reads a file or takes a seat."""

import json
import time
import uuid

import pytest
import requests
import websocket

from tests.tools.class_server import ClassUnderTest
from tests.tools.seats import Pupil, header, v1

pytestmark = pytest.mark.xdist_group("class")

WROTE = "open({path!r}, 'w').write('pupil was here')"
REFUSED = {401, 403, 404, 405}


def code_messages(code: str) -> list[tuple[str, dict[str, object]]]:
    run = {"code": code, "silent": False, "store_history": True, "user_expressions": {"x": code}, "allow_stdin": True}
    launch = {"type": "request", "command": "evaluate", "seq": 1, "arguments": {"expression": code}}
    return [
        ("execute_request", run), ("complete_request", {"code": code, "cursor_pos": 3}),
        ("inspect_request", {"code": code, "cursor_pos": 3, "detail_level": 1}),
        ("history_request", {"hist_access_type": "tail", "n": 9, "output": True, "raw": True}),
        ("debug_request", launch), ("input_reply", {"value": code}), ("is_complete_request", {"code": code}),
        ("create_subshell_request", {}), ("usage_request", {}), ("interrupt_request", {}),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def seated(school: ClassUnderTest) -> Pupil:
    return school.pupil("1", "Blue")


@pytest.mark.parametrize("newer", [False, True], ids=["the older protocol", "the newer protocol"])
def test_no_message_of_any_kind_runs_code(school, seated, tmp_path, newer):
    trace = tmp_path / "trace"
    ws = seated.socket(newer=newer)
    for channel in ("shell", "control", "stdin", "iopub"):
        for kind, content in code_messages(WROTE.format(path=str(trace))):
            message = {"header": header(kind, seated.session), "parent_header": {}, "metadata": {}, "content": content}
            if newer:
                ws.send_binary(v1(channel, message))
            else:
                ws.send(json.dumps({**message, "channel": channel, "buffers": []}))
                twice = json.dumps({**message, "channel": channel, "buffers": []})
                harmless = json.dumps(header("kernel_info_request", seated.session))
                ws.send(twice.replace('"header": ', f'"header": {harmless}, "header": ', 1))
                ws.send(twice.replace('"header": ', '"header": ', 1)[:-1] + f', "header": {harmless}}}')
    replies = heard_for(ws, 3.0)
    ws.close()
    assert not trace.exists()
    kinds = {json.loads(reply).get("msg_type") for reply in replies if reply.startswith("{")}
    assert not kinds & {"execute_reply", "execute_input", "history_reply", "inspect_reply", "complete_reply"}
    assert "pupil was here" not in "".join(replies)


def heard_for(ws: websocket.WebSocket, seconds: float) -> list[str]:
    ws.settimeout(0.5)
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            frame = ws.recv()
        except websocket.WebSocketTimeoutException:
            continue
        except websocket.WebSocketException:
            break
        found.append(frame if isinstance(frame, str) else frame.decode("utf-8", "replace"))
    return found


def test_a_comm_that_nobody_offers_and_widgets_of_ones_own_change_nothing(school, seated):
    for target, data in (
        ("jupyter.widget", {"state": {"_model_name": "ButtonModel", "_model_module": "@jupyter-widgets/controls"}}),
        ("os", {"command": "id"}), ("jupyter.widget.version", {}),
    ):  # fmt: skip
        seated._send("comm_open", {"comm_id": uuid.uuid4().hex, "target_name": target, "data": data})
    seated.connect()
    seated.give("orders")
    assert "end-phase" in seated.answers()


PATHS = [
    "/api/contents", "/api/contents/etc/passwd", "/api/terminals", "/api/kernels", "/api/sessions", "/api/kernelspecs",
    "/api/config/x", "/api/status", "/api", "/api/me", "/terminals/websocket/1", "/tree", "/lab", "/files/etc/passwd",
    "/nbconvert/html/x.ipynb", "/voila/files/x.sqlite", "/voila/tree", "/voila/render/x.ipynb", "/voila/api/contents",
    "/login", "/logout", "/metrics", "/view/x", "/edit/x", "/hub", "/voila/query/x", "/voila/execution/x", "/proxy/22",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_there_is_nothing_beside_the_pages_of_the_class(school, seated, path):
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        answer = seated.http.request(method, f"{school.base}{path}", allow_redirects=False, timeout=20)
        assert answer.status_code in REFUSED, (method, answer.status_code)


TRAVERSALS = [
    "/voila/static/../../../../../../etc/passwd", "/voila/static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/voila/templates/lab/static/../../../../../../../../etc/passwd",
    "/voila/labextensions/..%2f..%2f..%2fetc%2fpasswd",
    "/voila/labextensions//etc/passwd", "/voila/templates/..%2f..%2f/static/etc/passwd", "/..%2f..%2fetc/passwd",
    "/voila/static/..\\..\\..\\etc\\passwd", "/voila/templates/lab/static/%00/etc/passwd",
]  # fmt: skip


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_path_leads_out_of_the_scripts(school, seated, path):
    asked = requests.Request("GET", school.base, cookies=seated.http.cookies).prepare()
    asked.url = f"{school.base}{path}"  # as it is, without the library tidying it
    answer = seated.http.send(asked, timeout=20, allow_redirects=False)
    assert answer.status_code in REFUSED | {400}
    assert "root:" not in answer.text
    assert "Traceback" not in answer.text


def test_another_kernel_can_be_neither_used_nor_looked_at_nor_ended(school, seated):
    other = school.pupil("1", "Red")
    with pytest.raises(websocket.WebSocketBadStatusException):
        other.socket(seated.kernel)
    with pytest.raises(websocket.WebSocketBadStatusException):
        other.socket(seated.kernel, newer=True)
    forged = {"X-XSRFToken": other.http.cookies.get("_xsrf", "")}
    for path in (f"/api/kernels/{seated.kernel}", f"/voila/api/shutdown/{seated.kernel}"):
        for method in ("GET", "POST", "DELETE"):
            answer = other.http.request(method, f"{school.base}{path}", headers=forged, timeout=20)
            assert answer.status_code in REFUSED | {204}
    assert not other.http.delete(f"{school.base}/api/kernels/{other.kernel}", headers=forged, timeout=20).ok
    seated.connect()
    seated.give("board")  # it lives, and answers what it was not asked before


def test_who_has_no_code_gets_no_further_than_the_door(school, seated):
    stranger = school.stranger()
    for path in ("/tables", "/seat", f"/api/kernels/{seated.kernel}", "/screen", "/delete", "/teacher"):
        answer = stranger.http.get(f"{school.base}{path}", timeout=20)
        assert "Sit down" not in answer.text
        assert school.code not in answer.text
    for path in ("/sit", "/leave", "/delete"):
        assert stranger.post(path, table="1", side="Blue").status_code == 403
    with pytest.raises(websocket.WebSocketBadStatusException):
        stranger.socket(seated.kernel)
    stranger.http.cookies.set(f"fmbook-class-{school.port}", "forged")
    assert "Sit down" not in stranger.http.get(f"{school.base}/tables").text


def test_a_pupil_is_no_teacher(school, seated):
    for path in ("/teacher", "/screen", "/delete", "/teacher?key=guessed"):
        answer = seated.http.get(f"{school.base}{path}", timeout=20)
        assert answer.status_code == 403
        assert school.teacher.partition("key=")[2] not in answer.text
    assert seated.post("/delete").status_code == 403


def test_a_form_of_another_site_is_refused(school, seated):
    answer = seated.http.post(f"{school.base}/leave", timeout=20)  # without the field that our own forms carry
    assert answer.status_code == 403
    assert "This page is too old for that." in answer.text
    assert "_xsrf" not in answer.text
    answer = seated.http.post(
        f"{school.base}/leave", data={"_xsrf": "guessed"}, headers={"Origin": "http://elsewhere.example"}, timeout=20
    )
    assert not answer.ok
    with pytest.raises(websocket.WebSocketBadStatusException):
        websocket.create_connection(
            f"{school.base.replace('http', 'ws')}/api/kernels/{seated.kernel}/channels",
            origin="http://elsewhere.example", cookie="; ".join(f"{c.name}={c.value}" for c in seated.http.cookies),
        )  # fmt: skip


def test_a_seat_that_does_not_exist_and_one_that_is_taken_are_refused_in_a_sentence(school, seated):
    other = school.pupil()
    for table, side, says in (
        ("1", "Blue", "Somebody has just sat down there"), ("99", "Blue", "There is no such seat"),
        ("../1", "Blue", "There is no such seat"), ("2", "Green", "There is no such seat"),
        ("2", "Blue' or '1'='1", "There is no such seat"),
    ):  # fmt: skip
        answer = other.sit(table, side)
        assert (answer.status_code, says in answer.text) == (409, True), says


def test_an_order_for_the_other_side_and_one_that_the_rules_forbid_are_refused(school, seated):
    red = school.pupil("2", "Red")
    red.give("end-phase")
    assert "decides now" in red.answers()
    assert "<script" not in red.answers()
    blue = school.pupil("2", "Blue")
    blue.give("move B1 <script>alert(1)</script>")
    assert "<script" not in blue.answers()


def test_nothing_of_the_seed_the_record_or_a_folder_reaches_a_seat(school, seated):
    pupil = school.pupil("3", "Blue")
    for line in ("record", "code", "options", "save x", "load x", "board full", "diary"):
        pupil.give(line)
    whole = "\n".join(pupil.received)
    assert str(school.folder) not in whole
    assert "Traceback" not in whole
    assert "seed: " not in whole
    seat = pupil.http.cookies.get(f"fmbook-class-{school.port}")
    assert seat
    assert seat not in whole


def test_codes_that_are_guessed_at_are_answered_slowly_and_then_not_at_all(school):
    guesser = school.stranger()
    said = [guesser.join(f"BCD{each}").status_code for each in range(7)]
    assert said[0] == 403
    assert said[5:] == [429] * 2
    assert guesser.join(school.code).status_code == 429  # not even the right one, for a minute


def test_the_page_fetches_nothing_from_elsewhere(school, seated):
    policy = seated.http.get(f"{school.base}/tables").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy.replace("https:", "http")
    assert "//" not in "".join(part for part in seated.page.split('"') if part.startswith(("http", "//")))
