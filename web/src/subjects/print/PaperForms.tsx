import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { retiredFields } from '@casebook/domain/forms/forms.rules.ts'
import { sameText } from '@casebook/domain/shared/names/names.ts'
import { useTranslations } from 'use-intl'
import { askedFields } from '../../forms/values/form-values.ts'
import { useValueText } from '../../forms/values/value-text.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import classes from './PrintRecord.module.css'

/** Every question of the study's forms and of the subject's forms, answered or not. */
export function PaperForms({
  forms,
  formtypes,
}: {
  forms: SubjectRecord['forms']
  formtypes: SubjectOffers['listFormTypes']
}) {
  const t = useTranslations('subject')
  const valueText = useValueText()
  const filled = forms.map(({ formtype, fields }) => ({ formtype, fields, isFilled: true }))
  const unfilled = formtypes
    .filter(({ formtypeid }) => !forms.some((form) => form.formtypeid === formtypeid))
    .map((formtype) => ({ formtype, fields: [], isFilled: false }))

  return [...filled, ...unfilled]
    .sort((one, other) => compareFormTypes(one.formtype, other.formtype))
    .map(({ formtype, fields, isFilled }) => {
      const values = new Map(fields.map(({ key, value }) => [sameText(key), value]))
      return (
        <section key={formtype.formtypeid} className={classes.part}>
          <h2>{t(isFilled ? 'paperForm' : 'paperUnfilled', { name: formtype.identifier })}</h2>
          <table>
            <tbody>
              {askedFields(formtype, fields).map((field) => (
                <tr key={field.name}>
                  <th scope="row">{labelOf(field)}</th>
                  <td>
                    {valueText(field, values.get(sameText(field.name)) ?? '') || '–'} {field.unit}
                  </td>
                </tr>
              ))}
              {retiredFields(formtype, fields).map(({ key, value }) => (
                <tr key={key}>
                  <th scope="row">{t('paperRetired', { name: key })}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )
    })
}
