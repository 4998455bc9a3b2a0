import {
  type Definitions,
  definitionsText,
  parseDefinitions,
} from '@casebook/domain/exports/definitions/definitions.ts'
import { Problem } from '@casebook/domain/shared/problems.ts'
import { studyExamples } from '@casebook/domain/study-setup/example-texts.ts'
import { beginningOf } from '@casebook/domain/study-setup/study-examples.ts'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { reportError } from '../calls/errors.ts'
import { readOnce, useRead, useWrite } from '../calls/graphql.ts'
import { useSubmission } from '../components/form/use-submission.ts'
import { Refusal } from '../components/notices/Refusal.tsx'
import { AddDefinitionsDocument, DefinitionsDocument, StudiesToBeginLikeDocument } from '../generated/graphql.ts'
import type { Study } from '../studies/study/use-study.ts'
import classes from './StudySetup.module.css'

const noVariables = {}

/**
 * Takes all form types, activity types and visits over from an example or from another study, as far as they are new, or one
 * form type alone.
 */
export function TakeTypes({ study: { studyid } }: { study: Study }) {
  const t = useTranslations('setup')
  const ofStudy = useTranslations('study')
  const language = useLocale() === 'nb' ? 'nb' : 'en'
  const { data } = useRead(StudiesToBeginLikeDocument, noVariables)
  const [chosen, setChosen] = useState('')
  /** The form types of what was chosen, once they are read. */
  const [offer, setOffer] = useState<{ choice: string; formTypes: readonly string[] }>()
  const formTypes = offer?.choice === chosen ? offer.formTypes : []
  const [only, setOnly] = useState('')
  const [made, setMade] = useState<number>()
  const [addDefinitions] = useWrite(AddDefinitionsDocument)
  const others = (data?.listSites ?? []).map(({ siteid, name, studies }) => {
    return { siteid, name, studies: studies.filter((each) => each.studyid !== studyid) }
  })

  async function definitionsOf(choice: string): Promise<string> {
    const example = studyExamples.find((each) => each === choice)
    if (example) {
      const origin = { studyName: ofStudy(`examples.${example}`), at: new Date().toISOString(), release: '' }
      const { visits, ...types } = beginningOf(example, language)
      const planned = visits.map((visit) => ({ daysBefore: 0, daysAfter: 0, repeats: false, ...visit }))
      return definitionsText({ ...types, visits: planned }, origin)
    }
    const siteid = others.find(({ studies }) => studies.some((each) => each.studyid === choice))?.siteid ?? ''
    return (await readOnce(DefinitionsDocument, { siteid, studyid: choice })).getDefinitions
  }

  function read(text: string): Definitions {
    const definitions = parseDefinitions(text)
    if (definitions instanceof Problem) throw definitions
    return definitions
  }

  /** What of it is taken: everything, or one form type. */
  function takenOf(text: string): string {
    if (only === '') return text
    const { formTypes: all } = read(text)
    const one = all.filter(({ identifier }) => identifier === only)
    return definitionsText(
      { formTypes: one, activityTypes: [] },
      { studyName: '', at: new Date().toISOString(), release: '' },
    )
  }

  async function choose(choice: string) {
    setChosen(choice)
    setOnly('')
    if (choice === '') return
    try {
      const { formTypes: all } = read(await definitionsOf(choice))
      setOffer({ choice, formTypes: all.map(({ identifier }) => identifier) })
    } catch (thrown) {
      reportError(thrown)
    }
  }

  const take = useSubmission(
    [],
    async () => {
      setMade(undefined)
      const answer = await addDefinitions({ studyid, definitions: takenOf(await definitionsOf(chosen)) })
      setMade(answer.addDefinitions.filter(({ action }) => action === 'MAKE').length)
    },
    { isBeside: true },
  )

  return (
    <div className={classes.take}>
      <NativeSelect label={t('takeFrom')} value={chosen} onChange={(event) => void choose(event.currentTarget.value)}>
        <option value="">{t('choose')}</option>
        <optgroup label={ofStudy('begins.examples')}>
          {studyExamples.map((example) => (
            <option key={example} value={example}>
              {ofStudy(`examples.${example}`)}
            </option>
          ))}
        </optgroup>
        {others
          .filter(({ studies }) => studies.length > 0)
          .map(({ siteid, name, studies }) => (
            <optgroup key={siteid} label={name}>
              {studies.map((other) => (
                <option key={other.studyid} value={other.studyid}>
                  {other.name}
                </option>
              ))}
            </optgroup>
          ))}
      </NativeSelect>
      {formTypes.length > 0 && (
        <NativeSelect label={t('takeWhat')} value={only} onChange={(event) => setOnly(event.currentTarget.value)}>
          <option value="">{t('takeAll')}</option>
          {formTypes.map((identifier) => (
            <option key={identifier} value={identifier}>
              {t('takeOne', { identifier })}
            </option>
          ))}
        </NativeSelect>
      )}
      <Button
        variant="default"
        disabled={chosen === ''}
        aria-disabled={take.isBusy || undefined}
        onClick={() => void take.submit()}
      >
        {take.isBusy ? t('taking') : t('take')}
      </Button>
      <span role="status">{made !== undefined && t('taken', { count: made })}</span>
      <Refusal text={take.refusal} />
    </div>
  )
}
