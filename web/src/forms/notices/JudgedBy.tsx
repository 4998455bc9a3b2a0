import { useTranslations } from 'use-intl'
import type { FormRecord } from '../values/form-record.ts'

/** By which version of its type a stored form was judged. Says nothing of a type that only ever had one. */
export function JudgedBy({ form: { typeNumber, formtype } }: { form: FormRecord }) {
  const t = useTranslations('forms')
  const now = formtype.number
  if (now === 1) return null
  return (
    <p>{typeNumber === now ? t('judgedBy', { number: now }) : t('judgedByEarlier', { number: typeNumber, now })}</p>
  )
}
