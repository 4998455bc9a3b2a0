import { type Fields, fieldValue } from '../merge/merge.ts'
import type { Problem } from '../problems.ts'
import { cleanName } from '../text.rules.ts'

type Described = {
  /** What exports call it. */
  label: string
  /** Why a text is refused. An optional field is not asked about an empty one. */
  whyNot: (text: string) => Problem | undefined
}
type RequiredField = Described & { isRequired: true }
type OptionalField = Described & { isRequired: false }

/** A text of a record that people type. */
export type RecordField = RequiredField | OptionalField

/**
 * The texts of a record that people type, in the order of its editor. A key is the name in the contract, in the
 * database and in exports. The calls, the statements, the exports and the editors are built from the list.
 */
export type RecordFields = Readonly<Record<string, RecordField>>

export function requiredText(label: string, whyNot: Described['whyNot']): RequiredField {
  return { label, isRequired: true, whyNot }
}

/** A text that may be missing: it is stored as null then. */
export function optionalText(label: string, whyNot: Described['whyNot']): OptionalField {
  return { label, isRequired: false, whyNot }
}

type Required<List extends RecordFields> = {
  [name in keyof List]: List[name] extends RequiredField ? name : never
}[keyof List]

/** The fields as stored, and as a row is read. */
export type StoredFields<List extends RecordFields> = {
  [name in keyof List]: List[name] extends RequiredField ? string : string | null
}

/** The fields as a call gives them. What is omitted stays as it is, and null or an empty text removes it. */
type GivenFields<List extends RecordFields> = { [name in Required<List>]: string } & {
  [name in Exclude<keyof List, Required<List>>]?: string | null | undefined
}

/** Compiles only if the arguments have each field of the list. */
type HasEach<List, Given> = [Exclude<keyof List, keyof Given>] extends [never]
  ? unknown
  : { missing: Exclude<keyof List, keyof Given> }

/** The first problem of the fields, in the order of the list. */
export function whyNotGiven<List extends RecordFields, Given extends GivenFields<List>>(
  list: List,
  given: Given & HasEach<List, Given>,
): Problem | undefined {
  for (const [name, field] of Object.entries(list)) {
    const why = whyNotTyped(field, textOf(given, name) ?? '')
    if (why) return why
  }
}

/** Why the text of one field is refused. */
export function whyNotTyped({ isRequired, whyNot }: RecordField, text: string): Problem | undefined {
  return isRequired || cleanName(text) !== '' ? whyNot(text) : undefined
}

/** The fields of a call as they are stored, without those that it omits. */
export function cleanGiven<List extends RecordFields, Given extends GivenFields<List>>(
  list: List,
  given: Given & HasEach<List, Given>,
): Pick<StoredFields<List>, Required<List>> & Partial<StoredFields<List>> {
  const entries = Object.entries(list).flatMap(([name, { isRequired }]) => {
    const text = textOf(given, name)
    return text === undefined ? [] : [[name, stored(isRequired, text ?? '')]]
  })
  return Object.fromEntries(entries)
}

/** The contents of an editor of a stored record. */
export function typedFields<List extends RecordFields>(list: List, row: StoredFields<List>): Fields {
  return Object.fromEntries(Object.keys(list).map((name) => [name, textOf(row, name) ?? '']))
}

/** The contents of an empty editor. */
export function blankFields(list: RecordFields): Fields {
  return Object.fromEntries(Object.keys(list).map((name) => [name, '']))
}

/** The contents of an editor as a call gives them: each field, an empty optional one as null. */
export function givenFields<List extends RecordFields>(list: List, typed: Fields): StoredFields<List> {
  const entries = Object.entries(list).map(([name, { isRequired }]) => {
    const text = fieldValue(typed, name)
    return [name, isRequired || cleanName(text) !== '' ? text : null]
  })
  // Each field of the list, as its kind says.
  return Object.fromEntries(entries) as StoredFields<List>
}

function stored(isRequired: boolean, text: string): string | null {
  const clean = cleanName(text)
  return isRequired ? clean : clean || null
}

function textOf(from: object, name: string): string | null | undefined {
  const value: unknown = Object.hasOwn(from, name) ? Reflect.get(from, name) : undefined
  return typeof value === 'string' || value === null ? value : undefined
}
