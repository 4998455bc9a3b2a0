import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import classes from './FormEditor.module.css'

/** Values of fields that were later removed from the form type: stored and exported, but read-only. */
export const RetiredFields = memo(function RetiredFields({ fields }: { fields: readonly KeyValue[] }) {
  const t = useTranslations('forms')
  if (fields.length === 0) return null
  return (
    <section className={classes.retired} aria-label={t('retired')}>
      <h3>{t('retired')}</h3>
      <p className={classes.quiet}>{t('retiredNote')}</p>
      <dl className={classes.values}>
        {fields.map(({ key, value }) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
})
