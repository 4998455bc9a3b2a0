import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { useTranslations } from 'use-intl'
import classes from './FormEditor.module.css'
import { differingFields, type FormValues } from './form-values.ts'
import { useValueText } from './value-text.ts'

/** Field by field, what is saved now beside what was typed here. */
export function DifferingFields({
  fields,
  mine,
  theirs,
}: {
  fields: readonly FormTypeField[]
  mine: FormValues
  theirs: FormValues
}) {
  const t = useTranslations('forms')
  const textOf = useValueText()
  const types = new Map(fields.map(({ name, type }) => [name, type]))
  const shown = (name: string, value: string | undefined) => textOf(types.get(name), value ?? '') || t('none')
  return (
    <dl className={classes.differing}>
      {differingFields(fields, mine, theirs).map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{t('differs', { theirs: shown(name, theirs[name]), mine: shown(name, mine[name]) })}</dd>
        </div>
      ))}
    </dl>
  )
}
