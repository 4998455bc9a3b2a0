import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead } from '../../calls/graphql.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { FormTypeVersionsDocument } from '../../generated/graphql.ts'
import { checksKey, fieldNameOf } from '../draft/form-type-fields.ts'
import classes from './Publishing.module.css'
import { RenewalPart } from './RenewalPart.tsx'
import { VersionName } from './VersionName.tsx'
import { type Defined, isReordered, versionChanges } from './version-changes.ts'

/** The published versions, newest first, and two of them side by side, or one beside what is typed. */
export function VersionsPart({
  studyid,
  formtypeid,
  typed,
  textOf,
  labelOf,
}: {
  studyid: string
  formtypeid: string
  typed: Defined
  /** A definition on one line, by the key of its field of a record. */
  textOf: (key: string, value: string) => string
  labelOf: (name: string) => string
}) {
  const t = useTranslations('formTypes')
  const format = useFormatter()
  const { data, isReading } = useRead(FormTypeVersionsDocument, { studyid, formtypeid })
  const versions = data?.listFormTypeVersions ?? []
  const [newest] = versions
  const [from, setFrom] = useState<string>()
  const [to, setTo] = useState('')
  const first = from ?? String(newest?.number ?? '')
  const definedAs = (number: string): Defined | undefined =>
    number === '' ? typed : versions.find((version) => String(version.number) === number)
  const [before, after] = [definedAs(first), definedAs(to)]
  const changes = before && after ? versionChanges(before, after) : []
  const nameOf = (number: string) => (number === '' ? t('versions.typed') : t('versions.number', { number }))

  function side(label: string, value: string, onChange: (value: string) => void) {
    return (
      <NativeSelect size="xs" label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{nameOf('')}</option>
        {versions.map(({ number, note }) => (
          <option key={number} value={String(number)}>
            {[nameOf(String(number)), note].filter(Boolean).join(': ')}
          </option>
        ))}
      </NativeSelect>
    )
  }

  if (!newest) {
    return (
      <div className={classes.versions}>
        <ReadingBar isReading={isReading} />
        {data && <p className={classes.quiet}>{t('versions.none')}</p>}
      </div>
    )
  }
  return (
    <div className={classes.versions}>
      <ReadingBar isReading={isReading} />
      <ol className={classes.list}>
        {versions.map(({ number, publishedAt, publishedBy, note }) => (
          <li key={number}>
            <strong>{nameOf(String(number))}</strong>
            <VersionName {...{ studyid, formtypeid, number }} note={note ?? ''} label={nameOf(String(number))} />
            <span className={classes.quiet}>
              {publishedBy} · {format.dateTime(new Date(publishedAt), { dateStyle: 'medium', timeStyle: 'short' })}
            </span>
          </li>
        ))}
      </ol>
      <RenewalPart studyid={studyid} formtypeid={formtypeid} labelOf={labelOf} />
      <div className={classes.actions}>
        {side(t('versions.compare'), first, setFrom)}
        {side(t('versions.with'), to, setTo)}
      </div>
      {before && after && changes.length === 0 && (
        <p className={classes.quiet}>{t(isReordered(before, after) ? 'versions.reordered' : 'versions.same')}</p>
      )}
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{nameOf(first)}</th>
              <th scope="col">{nameOf(to)}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ key, before: was, after: is }) => (
              <tr key={key}>
                <th scope="row">{fieldNameOf(key) ?? t(key === checksKey ? 'checks' : 'identifier')}</th>
                <td>{was === '' ? '–' : textOf(key, was)}</td>
                <td>{is === '' ? '–' : textOf(key, is)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
