import { XmlElement as LibraryElement, XmlCData, XmlDocument, XmlText } from 'libxml2-wasm'
import { problem } from '../../shared/problems.ts'
import type { XmlElement } from '../exchange.ts'

/** Elements, and what stands for one in the text: each takes memory, however short it is. */
const maxElements = 500_000

/** Parses XML in UTF-8 without a document type, which could define entities. Throws a Problem if it can't be read. */
export function parseXml(bytes: Uint8Array): XmlElement {
  const text = textOf(bytes)
  if (/<!DOCTYPE/i.test(text)) throw unreadable('it has a document type')
  if (countOf(text, '<') > 2 * maxElements) throw unreadable('it has too many elements')
  const document = documentOf(text)
  try {
    return elementOf(document.root)
  } finally {
    document.dispose()
  }
}

export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('it is not in UTF-8')
  }
}

function documentOf(text: string): XmlDocument {
  try {
    return XmlDocument.fromString(text.replace(/^\s*<\?xml[^>]*\?>/, ''))
  } catch {
    throw unreadable('its XML is damaged')
  }
}

function unreadable(why: string) {
  return problem('exchange.unreadable', { params: { why } })
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

function elementOf(element: LibraryElement): XmlElement {
  const children: XmlElement[] = []
  let text = ''
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof LibraryElement) children.push(elementOf(node))
    else if (node instanceof XmlText || node instanceof XmlCData) text += node.content
  }
  const attributes = element.attrs.map(
    ({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value] as const,
  )
  return { name: element.name, attributes: new Map(attributes), children, text, line: element.line }
}

/** The children of this name. */
export function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name)
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function attribute(element: XmlElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? ''
}
