import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'

/** A run of fields below one heading. Without a heading: the fields before the first one. */
export type FieldSection = { heading: string | undefined; fields: readonly FormTypeField[] }

/** The sections of a form type, each from a field with a heading to the next one. */
export function fieldSections(fields: readonly FormTypeField[]): FieldSection[] {
  const sections: { heading: string | undefined; fields: FormTypeField[] }[] = []
  for (const field of fields) {
    const last = sections.at(-1)
    if (last && !field.section) last.fields.push(field)
    else sections.push({ heading: field.section || undefined, fields: [field] })
  }
  return sections
}
