import '@mantine/core/styles/Checkbox.css'
import { mostSubjectsNamed } from '@casebook/domain/exports/exports.rules.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { Checkbox } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '../../calls/graphql.ts'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { type Column, DataList } from '../../components/list/DataList.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { ExportSubjectsDocument, type ExportSubjectsQuery } from '../../generated/graphql.ts'
import { StatusBadge } from '../../studies/study/StatusBadge.tsx'
import classes from './SubjectChoice.module.css'

type Subject = ExportSubjectsQuery['listSubjects'][number]

/** Selects subjects of a study, individually or all that match the filter. */
export function SubjectChoice({
  studyid,
  chosen,
  onChange,
}: {
  studyid: string
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}) {
  const t = useTranslations('exports')
  const { data, isReading } = useRead(ExportSubjectsDocument, { studyid })
  const [listed, setListed] = useState<readonly string[]>([])
  const remember = useCallback((keys: readonly string[]) => setListed(keys), [])
  const columns = useMemo(
    (): Column<Subject>[] => [
      {
        key: 'name',
        header: t('subject'),
        isSorted: true,
        cell: (subject) => (
          <Checkbox
            label={subjectName(subject)}
            checked={chosen.has(subject.subjectid)}
            onChange={(event) => {
              const next = new Set(chosen)
              if (event.currentTarget.checked) next.add(subject.subjectid)
              else next.delete(subject.subjectid)
              onChange(next)
            }}
          />
        ),
      },
      { key: 'status', header: t('state'), cell: (subject) => <StatusBadge status={subject.status} /> },
    ],
    [t, chosen, onChange],
  )
  const together = useMemo(() => new Set([...chosen, ...listed]), [chosen, listed])
  return (
    <div className={classes.choice}>
      <p className={classes.all}>
        <span aria-live="polite">{t('chosenCount', { count: chosen.size })}</span>
        {together.size > mostSubjectsNamed ? (
          <span>{t('tooManyListed', { most: mostSubjectsNamed })}</span>
        ) : (
          <TextButton onClick={() => onChange(together)}>{t('chooseListed')}</TextButton>
        )}
        <TextButton onClick={() => onChange(new Set())}>{t('chooseNone')}</TextButton>
      </p>
      {chosen.size > mostSubjectsNamed && (
        <Notice kind="error">{t('tooManyChosen', { most: mostSubjectsNamed })}</Notice>
      )}
      <DataList
        label={t('chooseSubjects')}
        rows={data?.listSubjects}
        rowKey={(subject) => subject.subjectid}
        columns={columns}
        filterText={subjectName}
        onListed={remember}
        isReading={isReading}
        isCompact
        empty={t('noSubjects')}
      />
    </div>
  )
}
