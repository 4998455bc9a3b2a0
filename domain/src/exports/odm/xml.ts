import { xmlText } from '../xml-text.ts'

type Attributes = Readonly<Record<string, string | number | null | undefined>>

/** An element. Attributes without a value are omitted. `content` is already XML. */
export function element(name: string, attributes: Attributes, content = ''): string {
  return content === '' ? `<${name}${attributesText(attributes)}/>` : `${open(name, attributes)}${content}</${name}>`
}

export function open(name: string, attributes: Attributes): string {
  return `<${name}${attributesText(attributes)}>`
}

/** An element that contains a text, which may be empty. */
export function textElement(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

/** A text, and what it is in other languages. The study's own names none. Nothing, if it is empty everywhere. */
export function translated(text: string, said: readonly (readonly [language: string, text: string])[] = []): string {
  const own = text === '' ? '' : textElement('TranslatedText', text)
  return (
    own + said.map(([language, other]) => element('TranslatedText', { 'xml:lang': language }, xmlText(other))).join('')
  )
}

function attributesText(attributes: Attributes): string {
  let text = ''
  for (const name in attributes) {
    const value = attributes[name]
    if (value !== null && value !== undefined) text += ` ${name}="${xmlText(String(value))}"`
  }
  return text
}
