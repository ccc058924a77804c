"""Pictures of any kind: shapes, curves and text, drawn on a canvas or written as SVG."""
