import '@mantine/dates/styles.css'
import 'dayjs/locale/nb'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { useTranslations } from 'use-intl'
import { useLocaleChoice } from '../../locale/locale.tsx'
import classes from './FormField.module.css'

/** A month to pick a day from. Weeks begin on Monday. Days have the format `2026-10-20`. */
export function Calendar({ day, onPick }: { day: string | undefined; onPick: (day: string) => void }) {
  const t = useTranslations('forms')
  const { locale } = useLocaleChoice()
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: 1 }}>
      <DatePicker
        hideOutsideDates
        classNames={{ day: classes.day }}
        value={day ?? null}
        defaultDate={day}
        onChange={(picked) => picked && onPick(picked)}
        ariaLabels={{
          previousMonth: t('previousMonth'),
          nextMonth: t('nextMonth'),
          previousYear: t('previousYear'),
          nextYear: t('nextYear'),
          previousDecade: t('previousDecade'),
          nextDecade: t('nextDecade'),
        }}
      />
    </DatesProvider>
  )
}
