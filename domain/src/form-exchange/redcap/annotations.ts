/** What a calculated number has no place for. */
export const calculatedLoses = [
  'decimals',
  'minimum',
  'maximum',
  'minimumLabel',
  'maximumLabel',
  'softMinimum',
  'softMaximum',
] as const

type Annotated = {
  isHard?: boolean
  length?: number | null | undefined
  placeholder?: string | null | undefined
  calculated?: string | undefined
}

/** The action tags of a field. */
export function annotationOf({ isHard, length, placeholder, calculated }: Annotated): string {
  const quoted = placeholder?.includes("'") ? `"${placeholder.replaceAll('"', "'")}"` : `'${placeholder}'`
  return [
    isHard && '@FORCE-MINMAX',
    length && `@CHARLIMIT=${length}`,
    placeholder && `@PLACEHOLDER=${quoted}`,
    calculated && `@CALCTEXT(${calculated})`,
  ]
    .filter(Boolean)
    .join(' ')
}
