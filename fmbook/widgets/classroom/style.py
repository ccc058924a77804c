"""How a teacher's page looks, in the colours of the desk."""

from typing import Final

from fmbook.widgets.theme import PAGE

__all__ = ["STYLE"]

STYLE: Final = f"""<style>
.fmbook-class .fmbook-two {{ display: grid; grid-template-columns: minmax(0, 27rem) minmax(0, 1fr); gap: 18px;
  align-items: start; overflow: visible; }}
.fmbook-class .fmbook-two > * {{ min-width: 0; overflow: visible; }}
.fmbook-class .fmbook-line {{ flex-flow: row nowrap; align-items: stretch; gap: 10px; margin: 0 0 6px;
  background: {PAGE.paper}; border-radius: 6px; overflow: visible; padding: 6px 8px; }}
.fmbook-class .fmbook-line .jupyter-button {{ width: 6.2rem; font-weight: 600; min-height: 40px; flex: none; }}
.fmbook-class .fmbook-line .widget-html {{ flex: 1 1 auto; width: auto; margin: 0; }}
.fmbook-class .fmbook-line p {{ margin: 0; line-height: 1.35; }}
.fmbook-class .fmbook-line small {{ color: {PAGE.quiet}; font-size: 13px; }}
.fmbook-class .fmbook-open {{ box-shadow: inset 5px 0 0 {PAGE.choice}; }}
.fmbook-class .fmbook-waits {{ font-weight: 700; color: {PAGE.alarm}; }}
.fmbook-class .fmbook-board:not(:has(svg)) {{ display: none; }}
.fmbook-class .fmbook-board svg {{ width: 100% !important; height: auto !important; max-height: 74vh; display: block;
  border-radius: 6px; }}
.fmbook-class .fmbook-board h2 {{ font: 600 20px/1.3 Georgia, serif; margin: 4px 0; color: {PAGE.ink}; }}
.fmbook-class.fmbook-large .fmbook-two {{ grid-template-columns: minmax(0, 1fr); }}
.fmbook-class.fmbook-large .fmbook-overview, .fmbook-class.fmbook-large .fmbook-tools,
.fmbook-class.fmbook-large .fmbook-below {{ display: none; }}
.fmbook-class.fmbook-large .fmbook-board svg {{ max-height: max(50vh, calc(100vh - 320px)); }}
.fmbook-class.fmbook-large .fmbook-board h2 {{ font-size: 30px; }}
.fmbook-class.fmbook-large .fmbook-board p {{ font-size: 21px; }}
.fmbook-class.fmbook-large .fmbook-board p:nth-last-of-type(n+3) {{ display: none; }}
.fmbook-class .fmbook-tools {{ gap: 8px; margin: 6px 0 10px; align-items: center; }}
.fmbook-class .fmbook-tools .widget-text {{ flex: 1 1 16rem; width: auto; }}
.fmbook-class .fmbook-halt {{ background: {PAGE.alarm}; color: {PAGE.on_alarm}; border-color: {PAGE.alarm}; }}
.fmbook-class .fmbook-below {{ margin-top: 16px; gap: 12px; overflow: visible; }}
.fmbook-class .fmbook-strip {{ overflow-x: auto; max-width: 100%; margin: 6px 0 2px; }}
.fmbook-class .fmbook-strip svg {{ display: block; font: 600 13px system-ui, sans-serif; fill: {PAGE.ink}; }}
.fmbook-class .fmbook-won {{ display: grid; grid-template-columns: 8rem minmax(0, 1fr) auto; gap: 2px 10px;
  align-items: center; max-width: 40rem; }}
.fmbook-class .fmbook-won span.fmbook-bar {{ max-width: 100%; height: 14px; }}
.fmbook-class .fmbook-won span.fmbook-machine {{ background: {PAGE.quiet}; height: 8px; }}
.fmbook-class td, .fmbook-class th {{ padding-right: 14px; vertical-align: top; }}
@media (max-width: 60rem) {{ .fmbook-class .fmbook-two {{ grid-template-columns: minmax(0, 1fr); }}
  .fmbook-class .fmbook-board {{ order: -1; }} }}
</style>"""
