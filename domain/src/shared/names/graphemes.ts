let segmenter: Intl.Segmenter | undefined

/**
 * The characters of a text as people count them. The segmenter is made when it is first needed: the engine then loads its
 * tables, for which a page that needs none would wait.
 */
export function graphemesOf(text: string): Iterable<{ segment: string }> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter.segment(text)
}
