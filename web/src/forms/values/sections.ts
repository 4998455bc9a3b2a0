/** A run of fields below one heading. Without a heading: the fields before the first one. */
export type FieldSection<Field> = { heading: string | undefined; fields: readonly [Field, ...Field[]] }

/** The sections of a form type, each from a field with a heading to the next one. */
export function fieldSections<Field extends { section?: string | null | undefined }>(
  fields: readonly Field[],
): FieldSection<Field>[] {
  const sections: { heading: string | undefined; fields: [Field, ...Field[]] }[] = []
  for (const field of fields) {
    const last = sections.at(-1)
    const heading = field.section?.trim()
    if (last && !heading) last.fields.push(field)
    else sections.push({ heading: heading || undefined, fields: [field] })
  }
  return sections
}
