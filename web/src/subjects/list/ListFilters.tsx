import { lacks, recents } from '@casebook/domain/subjects/facts/subject-facts.rules.ts'
import { subjectStatuses } from '@casebook/domain/subjects/subjects.rules.ts'
import { visitFilters } from '@casebook/domain/visits/cells/visit-cells.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSortAscending, IconSortDescending, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useStatusText } from '../../studies/study/StatusBadge.tsx'
import classes from './ListFilters.module.css'
import { isDescendingFirst, type ListView, sortKeys } from './list-view.ts'

type Change = (change: Partial<ListView>) => void

/**
 * Filters for subjects: by status, by what is missing, by recent changes, by the days linked to, and in a study with a
 * schedule by their visits. On a phone they are
 * behind a button, together with the order.
 */
export function ListFilters({
  view,
  schedule,
  onChange,
}: {
  view: ListView
  /** The visits of the study; none without a schedule. */
  schedule: readonly { visitid: string; name: string }[]
  onChange: Change
}) {
  const t = useTranslations('subjects')
  const statusText = useStatusText()
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  const choicesid = useId()
  const { status, missing, recent, visits, visit, sort, isDescending } = view
  const hasVisits = schedule.length > 0
  const set = [status, missing, recent, visits].filter((each) => each !== undefined).length
  return (
    <>
      <Button
        size="xs"
        variant={isOpen ? 'light' : 'default'}
        className={classes.opener}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={choicesid}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('filterAndOrder', { set })}
      </Button>
      <div id={choicesid} className={classes.choices} data-open={isOpen || undefined}>
        <Choice
          label={t('status')}
          any={t('anyStatus')}
          words={subjectStatuses}
          textOf={statusText}
          chosen={status}
          onChoose={(status) => onChange({ status })}
        />
        <Choice
          label={t('missing')}
          any={t('anyMissing')}
          words={lacks.filter((lack) => lack !== 'visits' || hasVisits || missing === lack)}
          textOf={(lack) => t(`lacks.${lack}`)}
          chosen={missing}
          onChoose={(missing) => onChange({ missing })}
        />
        <Choice
          label={t('lately')}
          any={t('anyTime')}
          words={recents}
          textOf={(recent) => t(`recent.${recent}`)}
          chosen={recent}
          onChoose={(recent) => onChange({ recent })}
        />
        {(hasVisits || visits !== undefined) && (
          <Choice
            label={t('visits')}
            any={t('anyVisits')}
            words={visitFilters}
            textOf={(word) => t(`visit.${word}`)}
            chosen={visits}
            onChoose={(visits) => onChange({ visits })}
          />
        )}
        {visits !== undefined && (
          <Choice
            label={t('ofVisit')}
            any={t('anyVisit')}
            words={schedule.map(({ visitid }) => visitid)}
            textOf={(id) => schedule.find(({ visitid }) => visitid === id)?.name ?? ''}
            chosen={visit}
            onChoose={(visit) => onChange({ visit })}
          />
        )}
        {view.added && (
          <Button
            size="xs"
            variant="default"
            className={classes.days}
            rightSection={<IconX size={14} aria-hidden />}
            title={t('anyDay')}
            onClick={() => onChange({ added: undefined })}
          >
            {t('addedOn', {
              days: format.dateTimeRange(noon(view.added.from), noon(view.added.to), {
                dateStyle: 'medium',
                timeZone: 'UTC',
              }),
            })}
          </Button>
        )}
        <div className={classes.onPhone}>
          <Choice
            label={t('order')}
            words={sortKeys}
            textOf={(key) => t('byColumn', { column: t(key).toLocaleLowerCase() })}
            chosen={sort}
            onChoose={(key = 'identifier') => onChange({ sort: key, isDescending: isDescendingFirst(key) })}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={
              isDescending ? <IconSortDescending size={16} aria-hidden /> : <IconSortAscending size={16} aria-hidden />
            }
            onClick={() => onChange({ isDescending: !isDescending })}
          >
            {t(isDescending ? 'descending' : 'ascending')}
          </Button>
        </div>
      </div>
    </>
  )
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

function Choice<Word extends string>({
  label,
  any,
  words,
  textOf,
  chosen,
  onChoose,
}: {
  label: string
  any?: string
  words: readonly Word[]
  textOf: (word: Word) => string
  chosen: Word | undefined
  onChoose: (word: Word | undefined) => void
}) {
  return (
    <NativeSelect
      size="xs"
      className={classes.choice}
      aria-label={label}
      data-set={(any !== undefined && chosen !== undefined) || undefined}
      value={chosen ?? ''}
      onChange={(event) => onChoose(words.find((word) => word === event.currentTarget.value))}
    >
      {any !== undefined && <option value="">{any}</option>}
      {words.map((word) => (
        <option key={word} value={word}>
          {textOf(word)}
        </option>
      ))}
    </NativeSelect>
  )
}
