import { csvOfTexts } from '@casebook/domain/exports/csv/write-csv.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { findLookalike } from '@casebook/domain/subjects/looks-like.ts'
import { subjectFields, whyNotSubjectIdentifier } from '@casebook/domain/subjects/subjects.rules.ts'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '../../calls/graphql.ts'
import { SidePanel } from '../../components/page/SidePanel.tsx'
import {
  AddImportDocument,
  AddSubjectDocument,
  type AddSubjectMutation,
  SubjectsDocument,
  UpdateSubjectDocument,
} from '../../generated/graphql.ts'
import type { Known } from '../../records/machine/entry.ts'
import { isNextOne } from '../../records/machine/next-one.ts'
import { OneOrSeveral, PastedForm, pastesList, usePastedList } from '../../records/pasted/PastedForm.tsx'
import { RecordForm } from '../../records/RecordForm.tsx'
import { correctedBy, editingOf, replacedBy, savedBy, useEditor } from '../../records/use-record.ts'
import type { Study } from '../../studies/study/use-study.ts'

const editing = editingOf(subjectFields)

function newSubject({ siteid, studyid }: Study) {
  return {
    record: `new-subject/${studyid}`,
    blank: blankFields(subjectFields),
    plan(typed: Fields, _over: number | null, known: Known<AddSubjectMutation>) {
      const { added } = known
      const given = givenFields(subjectFields, typed)
      const problem = whyNotGiven(subjectFields, given)
      if (problem) return problem
      const input = { siteid, studyid, ...given }
      if (!added) return savedBy(AddSubjectDocument, { input })
      if (isNextOne(known, typed, 'identifier')) return replacedBy(AddSubjectDocument, { input })
      const { subjectid } = added.data.addSubjectV2
      return correctedBy(UpdateSubjectDocument, { input: { ...input, subjectid, version: added.version } })
    },
  }
}

/** Adds one subject, one after the other, or a list of them at once. A list that is pasted into the field opens the list. */
export function NewSubjectPanel({
  study,
  onAdded,
  onClose,
}: {
  study: Study
  onAdded: (subjectid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('subjects')
  const { siteid, studyid } = study
  const editor = useEditor(newSubject(study), editing)
  const several = usePastedList(`new-subjects/${studyid}`, whyNotSubjectIdentifier, (identifiers) =>
    savedBy(AddImportDocument, {
      input: { siteid, studyid, filename: t('pasted'), csv: csvOfTexts('identifier', identifiers) },
    }),
  )
  const [hasSeveral, setHasSeveral] = useState(several.isChanged)
  const { data } = useRead(SubjectsDocument, { studyid })
  const existing = useMemo(() => data?.listSubjects.map(({ identifier }) => identifier) ?? [], [data])
  const remark = useCallback(
    (typed: string) => {
      const name = findLookalike(typed, existing)
      return name && t('looksLike', { name })
    },
    [existing, t],
  )
  const isFixed = whyStudyTakesNoChanges(study) !== undefined
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      {!isFixed && <OneOrSeveral hasSeveral={hasSeveral} onChange={setHasSeveral} />}
      {hasSeveral && !isFixed ? (
        <PastedForm
          editor={several}
          existing={existing}
          whyNot={whyNotSubjectIdentifier}
          label={t('list')}
          nameLabel={t('identifier')}
          remarkOf={remark}
          saveText={(count) => t('createSeveral', { count })}
          busyLabel={t('creating')}
          onClose={onClose}
        />
      ) : (
        <RecordForm
          editor={editor}
          fields={subjectFields}
          label={(field) => t(field)}
          shown={{
            identifier: {
              remark,
              onPaste: pastesList(several, () => setHasSeveral(true)),
            },
          }}
          isNew
          addsAnother
          isDisabled={isFixed}
          saveLabel={t('create')}
          busyLabel={t('creating')}
          onSaved={({ addSubjectV2 }) => onAdded(addSubjectV2.subjectid)}
          onClose={onClose}
        />
      )}
    </SidePanel>
  )
}
