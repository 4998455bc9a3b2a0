import { todayIn } from '@casebook/domain/activities/today.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { navigation, useSearch } from '../../browser/navigation/navigation.ts'
import { studyZone } from '../../browser/time-zones.ts'
import { useRead } from '../../calls/graphql.ts'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { focusPlace } from '../../components/page/focus-after.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { CalendarDocument, OnSubjectsUpdatesDocument } from '../../generated/graphql.ts'
import { useLive } from '../../live/live.ts'
import { VisitMark } from '../matrix/VisitMark.tsx'
import classes from './Calendar.module.css'
import { CalendarFeed } from './CalendarFeed.tsx'
import { CalendarGrid } from './CalendarGrid.tsx'
import {
  type CalendarView,
  calendarCells,
  type Entry,
  entriesByDay,
  movedBy,
  readCalendar,
  type Span,
  spans,
  weeksOf,
  writeCalendar,
} from './calendar-view.ts'
import { DayList } from './DayList.tsx'

/** The visits of a study's subjects by day: a month or two weeks, and on a phone a list of the days that have some. */
export function Calendar({ siteid, studyid }: { siteid: string; studyid: string }) {
  const t = useTranslations('calendar')
  const ofStates = useTranslations('overview')
  const format = useFormatter()
  const today = dayOfDateValue(String(todayIn(studyZone()))) ?? ''
  const search = useSearch()
  const view = useMemo(() => readCalendar(search, today), [search, today])
  const weeks = weeksOf(view)
  const [from = today, to = today] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)]
  const { data, isReading } = useRead(CalendarDocument, { studyid, from, to })
  useLive(OnSubjectsUpdatesDocument, { studyid })
  const days = useMemo(() => (data ? entriesByDay(data, view, today) : new Map<string, Entry[]>()), [data, view, today])
  const heading = useRef<HTMLHeadingElement>(null)
  const [opened, setOpened] = useState<string>()

  // The list of a day stands below all others: reading goes on there.
  useEffect(() => {
    if (opened !== undefined) focusPlace(heading.current)
  }, [opened])

  function change(changed: Partial<CalendarView>) {
    navigation.changeSearch('replace', (before) =>
      writeCalendar(before, { ...readCalendar(before, today), ...changed }, today),
    )
  }
  function show(day: string) {
    setOpened(undefined)
    change({ day })
  }

  const noon = (day: string) => new Date(`${day}T12:00:00Z`)
  const shown =
    view.span === 'month'
      ? format.dateTime(noon(view.day), { month: 'long', year: 'numeric', timeZone: 'UTC' })
      : format.dateTimeRange(noon(from), noon(to), { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <>
      <div className={classes.bar}>
        <IconButton label={t(`previous.${view.span}`)} onClick={() => show(movedBy(view, -1))}>
          <IconChevronLeft size={18} aria-hidden />
        </IconButton>
        <IconButton label={t(`next.${view.span}`)} onClick={() => show(movedBy(view, 1))}>
          <IconChevronRight size={18} aria-hidden />
        </IconButton>
        <Button size="xs" variant="default" onClick={() => show(today)}>
          {t('today')}
        </Button>
        <h3 aria-live="polite">{shown}</h3>
        <NativeSelect
          size="xs"
          aria-label={t('span')}
          value={view.span}
          data={spans.map((span) => ({ value: span, label: t(`spans.${span}`) }))}
          onChange={(event) => change({ span: event.currentTarget.value as Span })}
        />
        <NativeSelect
          size="xs"
          aria-label={t('visit')}
          value={view.visit ?? ''}
          data={[
            { value: '', label: t('anyVisit') },
            ...(data?.listVisits ?? []).map(({ visitid, name }) => ({ value: visitid, label: name })),
          ]}
          onChange={(event) => change({ visit: event.currentTarget.value || undefined })}
        />
        <NativeSelect
          size="xs"
          aria-label={t('state')}
          value={view.cell ?? ''}
          data={[
            { value: '', label: t('anyState') },
            ...calendarCells.map((cell) => ({ value: cell, label: ofStates(`visitState.${cell}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => change({ cell: calendarCells.find((cell) => cell === value) })}
        />
        <TextInput
          size="xs"
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          value={view.filter}
          onChange={(event) => change({ filter: event.currentTarget.value })}
        />
      </div>
      <p className={classes.legend}>
        {calendarCells.map((cell) => (
          <span key={cell}>
            <VisitMark cell={cell} />
            {ofStates(`visitState.${cell}`)}
          </span>
        ))}
      </p>
      <ReadingBar isReading={isReading} />
      <div className={classes.wide}>
        <CalendarGrid
          {...{ studyid, view, days, today }}
          label={t('calendarOf', { days: shown })}
          onDay={show}
          onOpen={(day) => {
            change({ day })
            setOpened(day)
          }}
        />
        {data && <DayList ref={heading} studyid={studyid} day={view.day} entries={days.get(view.day) ?? []} />}
      </div>
      {data && <DaysInTurn studyid={studyid} days={days} today={today} />}
      <CalendarFeed siteid={siteid} studyid={studyid} />
    </>
  )
}

/** On a phone: the days that have visits, from today on; those before are folded, if any follow. */
function DaysInTurn({ studyid, days, today }: { studyid: string; days: ReadonlyMap<string, Entry[]>; today: string }) {
  const t = useTranslations('calendar')
  const all = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  const [before, after] = [all.filter(([day]) => day < today), all.filter(([day]) => day >= today)]
  const list = (listed: typeof all) =>
    listed.map(([day, entries]) => <DayList key={day} studyid={studyid} day={day} entries={entries} />)
  return (
    <div className={classes.narrow}>
      {before.length > 0 && after.length > 0 ? (
        <details>
          <summary>{t('before', { count: before.reduce((sum, [, entries]) => sum + entries.length, 0) })}</summary>
          {list(before)}
        </details>
      ) : (
        list(before)
      )}
      {list(after)}
      {all.length === 0 && <p className={classes.quiet}>{t('noneAtAll')}</p>}
    </div>
  )
}
