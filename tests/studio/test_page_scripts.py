"""Test that viser's page gets the scripts of the studio; what they do is tested in Chromium and in Node.js."""

import gzip
import urllib.request
from types import SimpleNamespace

import parados
from parados.studio import open_studio
from parados.studio.page_scripts import page_scripts, with_page_scripts


def _page(address, **headers):
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
        return answer.headers, answer.read()


def test_page_has_the_scripts_packed_or_not():
    with open_studio(parados.load("five-bar"), browser=False) as studio:
        _, plain = _page(studio.address)
        headers, packed = _page(studio.address, **{"Accept-Encoding": "gzip"})
        assert plain.endswith(page_scripts().encode() + b"</body>\n</html>\n")
        assert headers["Content-Encoding"] == "gzip" and gzip.decompress(packed) == plain


def test_other_answers_stay_as_they_are():
    from websockets.datastructures import Headers
    from websockets.http11 import Response

    answers = [None, Response(200, "OK", Headers({"Content-Type": "image/png"}), b"</body>"), Response(404, "no", Headers())]
    answers.append(Response(200, "OK", Headers({"Content-Type": "text/html", "Content-Length": "8"}), b"no body!"))
    answers.append(SimpleNamespace(headers={"Content-Type": "text/html"}, body=b"<body></body>"))  # of another server
    for given in answers:
        got = with_page_scripts(lambda *_, given=given: given)(None, None)
        assert got == given
    assert with_page_scripts(None) is None
