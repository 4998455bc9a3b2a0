import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { newStudyFields } from '@casebook/domain/studies/studies.rules.ts'
import { studyExamples } from '@casebook/domain/study-setup/example-texts.ts'
import { NativeSelect } from '@mantine/core'
import { useLocale, useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { SidePanel } from '../components/page/SidePanel.tsx'
import {
  AddExampleStudyDocument,
  AddStudyDocument,
  AddStudyLikeDocument,
  type AddStudyMutation,
  type ExampleLanguage,
  RemoveStudyDocument,
  StudiesToBeginLikeDocument,
} from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { isNextOne } from '../records/machine/next-one.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { editingOf, replacedBy, savedBy, takenBackBy, useEditor } from '../records/use-record.ts'
import { useIsInGroup } from '../session/session.tsx'

/** What the study begins with: nothing, an example, or the id of another study. */
const beginsWith = 'beginsWith'
const noVariables = {}

function newStudy(siteid: string, language: ExampleLanguage) {
  return {
    record: `new-study/${siteid}`,
    blank: { ...blankFields(newStudyFields), [beginsWith]: '' },
    plan(typed: Fields, _over: number | null, known: Known<AddStudyMutation>) {
      const { added } = known
      const given = givenFields(newStudyFields, typed)
      const problem = whyNotGiven(newStudyFields, given)
      if (problem) return problem
      const isNext = isNextOne(known, typed, 'name')
      // What was added with other contents, before the answer was lost, is added anew.
      if (added && !isNext) return takenBackBy(RemoveStudyDocument, { siteid, studyid: added.data.addStudy.studyid })
      const begins = fieldValue(typed, beginsWith)
      const addedBy: typeof savedBy = isNext ? replacedBy : savedBy
      if (begins === '') return addedBy(AddStudyDocument, { siteid, ...given })
      const example = studyExamples.find((each) => each === begins)
      return example
        ? addedBy(AddExampleStudyDocument, { siteid, ...given, example, language })
        : addedBy(AddStudyLikeDocument, { siteid, ...given, studyid: begins })
    },
  }
}

export function NewStudyPanel({
  siteid,
  onAdded,
  onClose,
}: {
  siteid: string
  onAdded: (studyid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('studies')
  const language = useLocale() === 'nb' ? 'nb' : 'en'
  const editor = useEditor(newStudy(siteid, language), editingOf(newStudyFields))
  const begins = useBeginning(siteid, fieldValue(editor.fields, beginsWith), (chosen) =>
    editor.type({ [beginsWith]: chosen }),
  )
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <RecordForm
        editor={editor}
        fields={newStudyFields}
        label={(field) => t(field)}
        more={begins}
        isNew
        saveLabel={t('add')}
        busyLabel={t('adding')}
        onSaved={({ addStudy }) => onAdded(addStudy.studyid)}
        onClose={onClose}
      />
    </SidePanel>
  )
}

/** What a study may begin with, for those who may define types. */
function useBeginning(here: string, chosen: string, onChoose: (begins: string) => void) {
  const t = useTranslations('study')
  const isOffered = useIsInGroup('study:admin')
  const { data } = useRead(StudiesToBeginLikeDocument, isOffered ? noVariables : undefined)
  // The studies of this site first: others may have the same names.
  const isHere = ({ siteid }: { siteid: string }) => Number(siteid === here)
  const sites = (data?.listSites ?? [])
    .filter(({ studies }) => studies.length > 0)
    .toSorted((one, other) => isHere(other) - isHere(one))
  const example = studyExamples.find((each) => each === chosen)
  const text = (value: string) => {
    if (value === '') return t('begins.empty')
    const known = studyExamples.find((each) => each === value)
    return known
      ? t(`examples.${known}`)
      : (sites.flatMap(({ studies }) => studies).find(({ studyid }) => studyid === value)?.name ?? value)
  }
  const hint = example ? t(`exampleHints.${example}`) : chosen === '' ? undefined : t('begins.likeHint')
  const input = (
    <NativeSelect
      label={t('begins.label')}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{text('')}</option>
      <optgroup label={t('begins.examples')}>
        {studyExamples.map((each) => (
          <option key={each} value={each}>
            {text(each)}
          </option>
        ))}
      </optgroup>
      {sites.map(({ siteid, name, studies }) => (
        <optgroup key={siteid} label={t('begins.like', { site: name })}>
          {studies.map(({ studyid, name: study }) => (
            <option key={studyid} value={studyid}>
              {study}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
  return isOffered ? { key: beginsWith, label: t('begins.label'), text, input } : undefined
}
