import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { epochOfText, offeredEpochs } from '@casebook/domain/studies/epochs.ts'
import { placesOfLines } from '@casebook/domain/studies/places.ts'
import { countUnusualLimits, limitFields, limitsOfTexts } from '@casebook/domain/studies/quality-limits.ts'
import { editedStudyFields, offeredStudyStatuses } from '@casebook/domain/studies/studies.rules.ts'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useEscape } from '../../components/form/use-escape.ts'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { UpdateStudyDocument } from '../../generated/graphql.ts'
import { RecordForm } from '../../records/RecordForm.tsx'
import { RecordGuard } from '../../records/RecordNotices.tsx'
import { editingOf, savedBy, useEditor } from '../../records/use-record.ts'
import { findRemover, puttingBack } from '../../removed/put-back.ts'
import { useIsInGroup } from '../../session/session.tsx'
import { useStatusText } from './StatusBadge.tsx'
import { StudyPage } from './StudyPage.tsx'
import { type Study, studyRecord, useStudy } from './use-study.ts'

function isLimit(field: string): field is keyof typeof limitFields {
  return Object.hasOwn(limitFields, field)
}

const limitNames = Object.keys(limitFields).filter(isLimit)
const shownLimits = Object.fromEntries(limitNames.map((name) => [name, { isNumber: true }]))

function studyEdited({ siteid, studyid }: Study, mayPutBack: boolean) {
  return {
    ...studyRecord(siteid, studyid),
    ...(mayPutBack && { findRemover: () => findRemover('STUDY', studyid) }),
    plan(typed: Fields, over: number | null) {
      const given = givenFields(editedStudyFields, typed)
      const problem = whyNotGiven(editedStudyFields, given)
      if (problem) return problem
      if (over === null) return puttingBack('STUDY', studyid)
      const { name, status, places, epochSeconds, ...limits } = given
      const input = {
        name,
        status,
        places: placesOfLines(places),
        epochSeconds: epochOfText(epochSeconds),
        qualityLimits: limitsOfTexts(limits),
        version: over,
      }
      return savedBy(UpdateStudyDocument, { siteid, studyid, input })
    },
  }
}

/** Name, status, places, epochs and limits of quality of a study. The status is free text; the three usual ones are suggested. */
export function EditStudyScreen() {
  const t = useTranslations('studies')
  const ofStudy = useTranslations('study')
  const navigate = useNavigate()
  const statusText = useStatusText()
  const mayPutBack = useIsInGroup('admin')
  const editor = useEditor(studyEdited(useStudy(), mayPutBack), editingOf(editedStudyFields))
  const close = () => void navigate(paths.studies)
  // Unsaved changes are guarded: the navigation asks.
  useEscape(close)
  return (
    <StudyPage>
      <PageHeading level={2}>{ofStudy('editHeading')}</PageHeading>
      <RecordForm
        editor={editor}
        fields={editedStudyFields}
        label={(field) => (isLimit(field) ? ofStudy(`limit.${field}`) : t(field))}
        shown={{
          status: {
            description: ofStudy('statusHint'),
            offered: offeredStudyStatuses.map((value) => ({ value, label: statusText(value) })),
          },
          places: { lines: 3, description: ofStudy('placesHint') },
          epochSeconds: {
            isNumber: true,
            description: ofStudy('epochHint'),
            offered: offeredEpochs.map((seconds) => ({
              value: String(seconds),
              label: ofStudy('seconds', { seconds: String(seconds) }),
            })),
          },
          ...shownLimits,
        }}
        folded={{
          fields: limitNames,
          heading: ofStudy('limits'),
          stand: ofStudy('limitsStand', { changed: countUnusualLimits(editor.fields), all: String(limitNames.length) }),
          about: ofStudy('limitsHint'),
        }}
        isFocused
        canPutBack={mayPutBack}
        saveLabel={ofStudy('update')}
        busyLabel={ofStudy('updating')}
        onClose={close}
      >
        <RecordGuard lane={editor.record} />
      </RecordForm>
    </StudyPage>
  )
}
