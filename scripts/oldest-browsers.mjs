// node scripts/oldest-browsers.mjs: refuses CSS and APIs that the oldest supported browsers do not have. Checks our own
// sources against MDN's compatibility data. Features with a fallback are listed in `withFallback`, with the reason.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import { root } from './run.mjs'

/** The same as in README and web/vite.config.ts. */
const oldest = { safari: 16.4, safari_ios: 16.4, firefox: 140, chrome: 131, edge: 131 }

const withFallback = {
  'css field-sizing': 'the comment’s field gets rows by its text (comment-lines.ts)',
  'css cursor': 'a finger has no pointer to change',
  'css resize': 'iOS never lets a field be resized',
  'css font-family: ui-monospace': 'the next family of the list is taken',
  'css :details-content': 'what is closed on the screen stays closed on paper',
  'css content-visibility': 'as above; on the screen everything is laid out at once',
  'css contain-intrinsic-size': 'as above',
  'css accent-color': 'Safari keeps its own blue where the contrast would be too low',
  'css @page': 'elsewhere pages are not numbered',
  'css size': 'elsewhere the size of the sheet is chosen in the print dialog',
  'css anchor-scope': 'elsewhere the button of a field’s history stands at the end of the line',
  'css anchor-name': 'as above',
  'css position-anchor': 'as above',
  'css left: anchor': 'as above',
  'css reading-flow': 'elsewhere the keyboard takes the second row of the shell before the end of the first',
}

/** Functions of our own, or of a library, that share the name of a method. */
const ours = new Set(['take', 'error', 'dispose'])

function isCovered(feature) {
  return Object.keys(withFallback).some((covered) => feature === covered || feature.startsWith(`${covered}:`))
}

/** The browsers of `oldest` that lack a feature, or have it with a prefix, behind a flag or in part. */
function missingIn(compat) {
  return Object.entries(oldest)
    .filter(([browser, version]) => {
      const said = compat.support[browser]
      return ![said].flat().some((support) => isThere(support, version))
    })
    .map(([browser]) => browser)
}

function isThere(support, version) {
  if (!support || support.flags || support.prefix || support.alternative_name || support.version_removed) return false
  const added = support.version_added
  if (typeof added !== 'string') return false
  return Number.parseFloat(added.replace('≤', '')) <= version
}

const found = new Map()

function note(feature, compat, file) {
  if (!compat || isCovered(feature)) return
  const missing = missingIn(compat)
  if (missing.length > 0) found.set(`${feature} is not in ${missing.join(', ')}`, file)
}

function checkCss(file) {
  const text = readFileSync(`${root}/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [, name, value] of text.matchAll(/(?:^|[{;])\s*([a-z][a-z-]*)\s*:\s*([^;{}]+)/g)) {
    const property = bcd.css.properties[name]
    note(`css ${name}`, property?.__compat, file)
    for (const word of value.match(/[a-z][a-z-]+/g) ?? [])
      note(`css ${name}: ${word}`, property?.[word]?.__compat, file)
    for (const [, called] of value.matchAll(/([a-z][a-z-]+)\(/g)) {
      for (const types of Object.values(bcd.css.types)) note(`css ${called}()`, types[called]?.__compat, file)
    }
  }
  for (const [, name] of text.matchAll(/@([a-z-]+)/g)) note(`css @${name}`, bcd.css['at-rules'][name]?.__compat, file)
  for (const [, name] of text.matchAll(/:([a-z-]+)(?=[\s({:,.[>)])/g)) {
    note(`css :${name}`, bcd.css.selectors[name]?.__compat, file)
  }
}

/** Every method of this name in the language’s own classes. Refused if none of them is supported. */
const members = new Map()
for (const type of Object.values(bcd.javascript.builtins)) {
  for (const [name, { __compat }] of Object.entries(type)) {
    if (__compat && !ours.has(name)) members.set(name, [...(members.get(name) ?? []), __compat])
  }
}

function checkScript(file) {
  const text = readFileSync(`${root}/${file}`, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
  for (const [, name] of text.matchAll(/\bnew ([A-Z]\w+)/g)) {
    note(`new ${name}`, (bcd.api[name] ?? bcd.javascript.builtins[name])?.__compat, file)
  }
  for (const [, owner, name] of text.matchAll(/\b([A-Z]\w+)\??\.([a-z]\w+)\(/g)) {
    note(`${owner}.${name}`, (bcd.api[owner] ?? bcd.javascript.builtins[owner])?.[`${name}_static`]?.__compat, file)
    note(`${owner}.${name}`, (bcd.api[owner] ?? bcd.javascript.builtins[owner])?.[name]?.__compat, file)
  }
  for (const [, name] of text.matchAll(/(?<!\b[A-Z]\w*\??)\.([a-z]\w+)\(/g)) {
    const all = members.get(name) ?? []
    const kinds = all.map(missingIn)
    if (all.length > 0 && kinds.every((missing) => missing.length > 0)) note(`.${name}()`, all[0], file)
  }
}

const files = execFileSync('git', ['ls-files', 'web/src', 'web/public', 'domain/src'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('domain/src/exports/'))
for (const file of files) {
  if (file.endsWith('.css')) checkCss(file)
  // Only the server writes exports. The browser may run all other domain code.
  else if (/\.(js|tsx?)$/.test(file)) checkScript(file)
}
for (const [what, file] of found) console.error(`${file}: ${what}, and withFallback does not name it`)
if (found.size > 0) process.exitCode = 1
