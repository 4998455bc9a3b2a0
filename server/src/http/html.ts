import { createHash } from 'node:crypto'

/** Text that is already HTML. Everything else in a page is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | readonly Html[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function render(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A template tag that escapes its values unless they are Html. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)))
}

const style = `
:root { color-scheme: light dark; --ink: #1b2733; --soft: #51606e; --line: #cfd8df; --ground: #f5f7f8; --paper: #fff; --accent: #0b6b66; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eef2; --soft: #a9b7c2; --line: #38444f; --ground: #10161b; --paper: #182028; --accent: #5cc8bf; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 3rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0 1rem; }
.soft { color: var(--soft); }
.list { list-style: none; margin: 1.5rem 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
.list > li + li { border-top: 1px solid var(--line); }
.list > li > a, .list > li > article { display: block; padding: .75rem 1rem; color: inherit; text-decoration: none; min-height: 48px; }
.list > li > a:hover { background: var(--ground); }
.list strong { color: var(--accent); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; font: inherit; }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** The content security policy of these pages: their own style, no script, no frame. */
export const pageSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** A page in the product's look, for the few pages that the server renders. */
export function renderPage(title: string, body: Html): string {
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Casebook</title><style>${new Html(style)}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
      .text
  }`
}
