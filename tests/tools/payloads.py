"""Texts that would be markup if somebody forgot to escape them: two hundred of them, each with its number."""

from itertools import product

__all__ = ["PAYLOADS"]

HARM = "window.broken=(window.broken||0)+1"
TAGS = (
    "<img src=x onerror={h}>", "<svg onload={h}>", "<script>{h}</script>", "<iframe srcdoc='<b>x</b>'></iframe>",
    "<a href='javascript:{h}'>x</a>", "<b>bold</b>", "<input autofocus onfocus={h}>", "<details open ontoggle={h}>",
    "<video><source onerror={h}></video>", "<math><mtext><img src=x onerror={h}></math>", "<object data='x'></object>",
    "<style>@import 'x';</style>", "<form><button formaction='javascript:{h}'>x</button></form>",
    "<marquee>x</marquee>",
    "<body onload={h}>", "<embed src='x'>", "<link rel=stylesheet href=x>", "<meta http-equiv=refresh content=0>",
    "<select onfocus={h} autofocus></select>", "<template><b>x</b></template>",
)  # fmt: skip
AROUND = (
    "{}", "x{}y", "\"'>{}", "</span>{}", "</section></div>{}", "-->{}", "]]>{}", "&lt;{}", "</title>{}<title>",
    "<!--{}",
)  # fmt: skip

PAYLOADS = tuple(
    around.replace("{}", tag.replace("{h}", HARM) + str(number))
    for number, (tag, around) in enumerate(product(TAGS, AROUND))
)
