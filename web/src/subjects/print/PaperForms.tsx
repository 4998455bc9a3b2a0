import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import { compareFormTypes, spokenType } from '@casebook/domain/form-types/fields.ts'
import { retiredFields } from '@casebook/domain/forms/forms.rules.ts'
import { sameText } from '@casebook/domain/shared/names/names.ts'
import { bySchedule } from '@casebook/domain/visits/places/places.ts'
import { useTranslations } from 'use-intl'
import type { FormCode } from '../../forms/use-form-code.ts'
import { formKey } from '../../forms/values/form-record.ts'
import { useFormName } from '../../forms/values/use-form-name.ts'
import { useValueText } from '../../forms/values/value-text.ts'
import { useLocaleChoice } from '../../locale/locale.tsx'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import classes from './PrintRecord.module.css'

/** Every question of the study's forms and of the subject's forms, answered or not. */
export function PaperForms({
  code: { askedFields },
  forms,
  formtypes,
  visits,
}: {
  code: FormCode
  forms: SubjectRecord['forms']
  formtypes: SubjectOffers['listFormTypes']
  visits: SubjectOffers['listVisits']
}) {
  const t = useTranslations('subject')
  const valueText = useValueText()
  const nameOf = useFormName()
  const inOrder = bySchedule(visits)
  const filled = forms.map((form) => ({ ...form, key: formKey(form), name: nameOf(form), isFilled: true }))
  const { locale } = useLocaleChoice()
  const unfilled = formtypes
    .filter(({ formtypeid }) => !forms.some((form) => form.formtypeid === formtypeid))
    .map((formtype) => ({
      formtype,
      key: formtype.formtypeid,
      name: formtype.identifier,
      fields: [],
      isFilled: false,
      visitid: null,
      occurrence: 1,
    }))

  return [...filled, ...unfilled]
    .map((one) => ({ ...one, formtype: spokenType(one.formtype, locale) }))
    .sort((one, other) => compareFormTypes(one.formtype, other.formtype) || inOrder(one, other))
    .map(({ formtype, key: formid, name, fields, isFilled }) => {
      const values = new Map(fields.map(({ key, value }) => [sameText(key), value]))
      return (
        <section key={formid} className={classes.part}>
          <h2>{t(isFilled ? 'paperForm' : 'paperUnfilled', { name })}</h2>
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
