import { type FieldTranslation, isLanguage, translatedTexts } from '../../form-types/values/translations.ts'
import { problem } from '../../shared/problems.ts'
import type { LeftOut, XmlElement } from '../exchange.ts'
import { attribute, childrenOf } from '../files/xml.ts'
import { lineOf, type Place } from '../texts.ts'

type Text = { language: string; text: string; line: number }

/** The texts of a file in its language, and what they are in others. */
export class TranslatedTexts {
  readonly #language: string
  readonly #leftOut: LeftOut[]

  /** `language`: of what the study says; '' for texts that name none. */
  constructor(language: string, leftOut: LeftOut[]) {
    this.#language = language
    this.#leftOut = leftOut
  }

  /** A text, in the language of the file, and in others. */
  of(element: XmlElement | undefined): { text: string; others: Text[] } {
    const texts = (element ? childrenOf(element, 'TranslatedText') : []).map((one) => {
      return { language: attribute(one, 'xml:lang'), text: one.text.trim(), line: one.line }
    })
    const first = this.#language === '' ? undefined : texts[0]
    const own = texts.find(({ language }) => language === this.#language) ?? first
    return { text: own?.text ?? '', others: texts.filter((one) => one !== own) }
  }

  /** A text and its translations, as this part of a field. What names no language is reported. */
  said(element: XmlElement | undefined, place: Place, part: 'label' | 'section') {
    const { text, others } = this.of(element)
    const said: FieldTranslation[] = []
    for (const other of others) {
      if (!isLanguage(other.language) || said.some(({ language }) => language === other.language)) this.report(other)
      else
        said.push({
          language: other.language,
          [part]: lineOf(other.text, { ...place, row: other.line }, this.#leftOut),
        })
    }
    return { text, said }
  }

  report({ text, line }: Text): void {
    this.#leftOut.push({ sheet: null, row: line, field: null, text, why: problem('exchange.language') })
  }
}

/** What an item says in other languages of what ODM has no element for: `help:nb`. */
export function aliasesInLanguages(item: XmlElement): FieldTranslation[] {
  return childrenOf(item, 'Alias').flatMap((one) => {
    const [context = '', language = ''] = attribute(one, 'Context').split(':')
    const name = translatedTexts.find((own) => own === context)
    return name && isLanguage(language) ? [{ language, [name]: attribute(one, 'Name') }] : []
  })
}
