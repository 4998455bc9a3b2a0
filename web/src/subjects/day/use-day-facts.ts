import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { formKey } from '../../forms/values/form-record.ts'
import { useFormName } from '../../forms/values/use-form-name.ts'
import type { SubjectRecord } from '../record/subject-record.ts'

/** `isOtherDay` if no activity was recorded on that day. */
type FormDate = { key: string; text: string; isOtherDay: boolean }
export type DayFacts = { worn?: string; dated: FormDate[] }

/** The devices worn now, unless this is one of several visits, and the dates of the forms, in words. */
export function useDayFacts(
  { devices, forms }: SubjectRecord,
  days: readonly { day: string }[],
  isVisit = false,
): DayFacts {
  const t = useTranslations('day')
  const format = useFormatter()
  const nameOf = useFormName()
  const worn = devices.map(({ deviceid, position, place }) => {
    return `${deviceid} (${position === 'OTHER' ? place : t(`position.${position}`)})`
  })
  const dated = forms.flatMap((form) => {
    const date = subjectDate([form])
    if (date === undefined) return []
    const day = new Date(date * 1000).toISOString().slice(0, 10)
    const dayText = format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })
    return [
      {
        key: formKey(form),
        text: t('formDate', { form: nameOf({ ...form, fields: [] }), day: dayText }),
        isOtherDay: !days.some((each) => each.day === day),
      },
    ]
  })
  if (isVisit) return { dated }
  return { worn: worn.length > 0 ? t('worn', { devices: format.list(worn) }) : t('noneWorn'), dated }
}
