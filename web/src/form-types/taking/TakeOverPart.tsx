import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '../../calls/graphql.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { fieldSections } from '../../forms/values/sections.ts'
import { FormTypesDocument, StudiesToBeginLikeDocument } from '../../generated/graphql.ts'
import type { FormTypeDraft } from '../draft/field-draft.ts'
import classes from './TakeOver.module.css'
import { type Lost, type TakenOver, takeOver } from './take-over.ts'

const noVariables = {}
const sentences = {
  showIf: 'lostShowIf',
  calculation: 'lostCalculation',
  check: 'lostCheck',
  fields: 'lostFields',
} as const satisfies Record<Lost['part'], string>

/** A form type of any study that the person may see, what of it is taken over, and what can't come along. */
export function TakeOverPart({
  studyid: own,
  draft,
  onTake,
  onCancel,
}: {
  studyid: string
  draft: FormTypeDraft
  onTake: (taken: TakenOver) => void
  onCancel: () => void
}) {
  const t = useTranslations('taking')
  const heading = useId()
  const part = useRef<HTMLElement>(null)
  const [studyid, setStudyid] = useState(own)
  const [formtypeid, setFormtypeid] = useState('')
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const { data: places } = useRead(StudiesToBeginLikeDocument, noVariables)
  const { data, isReading } = useRead(FormTypesDocument, { studyid })
  const types = data?.listFormTypes ?? []
  const type = types.find((each) => each.formtypeid === formtypeid)
  const source = type && (type.fields.length > 0 ? type : (type.draft ?? type))
  const sections = fieldSections(source?.fields ?? [])
  const chosen = sections.flatMap(({ fields }, place) => (left.has(place) ? [] : fields.map(({ name }) => name)))
  const taken = source && takeOver(draft, source, new Set(chosen))

  useEffect(() => part.current?.querySelector('select')?.focus(), [])

  function choose(next: string) {
    setFormtypeid(next)
    setLeft(new Set())
  }

  return (
    <section
      ref={part}
      aria-labelledby={heading}
      className={classes.part}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) event.preventDefault()
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      <h3 id={heading}>{t('title')}</h3>
      <ReadingBar isReading={isReading} />
      <div className={classes.chosen}>
        <NativeSelect
          label={t('study')}
          value={studyid}
          onChange={(event) => {
            setStudyid(event.currentTarget.value)
            choose('')
          }}
        >
          {(places?.listSites ?? [])
            .filter(({ studies }) => studies.length > 0)
            .map(({ siteid, name, studies }) => (
              <optgroup key={siteid} label={name}>
                {studies.map((study) => (
                  <option key={study.studyid} value={study.studyid}>
                    {study.name}
                  </option>
                ))}
              </optgroup>
            ))}
        </NativeSelect>
        <NativeSelect
          label={t('formType')}
          description={data && types.length === 0 ? t('none') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={formtypeid}
          disabled={types.length === 0}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{t('choose')}</option>
          {types.map((each) => (
            <option key={each.formtypeid} value={each.formtypeid}>
              {each.identifier}
            </option>
          ))}
        </NativeSelect>
      </div>
      {sections.length > 1 && (
        <fieldset className={classes.sections}>
          <legend>{t('parts')}</legend>
          {sections.map(({ heading: name, fields: [first, ...more] }, place) => (
            <Checkbox
              key={first.name}
              label={t('part', { name: name ?? t('first'), count: more.length + 1 })}
              checked={!left.has(place)}
              onChange={({ currentTarget: { checked } }) =>
                setLeft((before) => new Set(checked ? [...before].filter((one) => one !== place) : [...before, place]))
              }
            />
          ))}
        </fieldset>
      )}
      {taken && taken.renamed.length > 0 && (
        <Notice kind="info" title={t('renamed')}>
          <ul className={classes.list}>
            {taken.renamed.map((names) => (
              <li key={names.to}>{t('renamedTo', names)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {taken && taken.lost.length > 0 && (
        <Notice kind="warning" title={t('lost')}>
          <ul className={classes.list}>
            {taken.lost.map(({ part: what, field, text, missing }) => (
              <li key={`${what} ${field} ${text}`}>
                {t(sentences[what], { field })}{' '}
                {missing.length > 0 && <span>{t('missing', { names: missing.join(', ') })}</span>}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className={classes.actions}>
        <Button size="xs" disabled={!taken || taken.count === 0} onClick={() => taken && onTake(taken)}>
          {t('take', { count: taken?.count ?? 0 })}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </section>
  )
}
