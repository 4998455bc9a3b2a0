import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { useTranslations } from 'use-intl'
import { paths } from '../../../browser/paths.ts'
import { useRead } from '../../../calls/graphql.ts'
import { Link } from '../../../components/buttons/Link.tsx'
import { type EffectFoundFragment, FormTypeVisitsDocument } from '../../../generated/graphql.ts'

type FoundForm = EffectFoundFragment['subjects'][number]

/** Links to forms, each by its subject, its visit and its own number. They open beside the editor, which stays as it is. */
export function FormLinks({
  studyid,
  formtypeid,
  forms,
}: {
  studyid: string
  formtypeid: string
  forms: readonly FoundForm[]
}) {
  const t = useTranslations('formTypes')
  const hasVisits = forms.some(({ visitid }) => visitid !== null)
  const { data } = useRead(FormTypeVisitsDocument, hasVisits ? { studyid } : undefined)
  const nameOf = new Map(data?.listVisits.map(({ visitid, name }) => [visitid, name]))

  /** Which of its subject's forms it is: `Week 4, 2`. Empty for the only one. */
  function which({ subjectid, visitid, occurrence }: FoundForm): string {
    const number = occurrence ?? 1
    const isOneOfSeveral = forms.some(
      (other) => other.subjectid === subjectid && other.visitid === visitid && (other.occurrence ?? 1) !== number,
    )
    const visit = visitid === null ? undefined : nameOf.get(visitid)
    return [visit, number > 1 || isOneOfSeveral ? number : undefined].filter(Boolean).join(', ')
  }

  return forms.map((form) => {
    const key = keyOfOccurrence(formtypeid, { visitid: form.visitid, occurrence: form.occurrence ?? 1 })
    const said = which(form)
    return (
      <Link
        key={`${form.subjectid} ${key}`}
        to={`${paths.subject(studyid, form.subjectid)}/formtypes/${key}`}
        target="_blank"
        title={t('review.newTab')}
      >
        {said === '' ? form.identifier : `${form.identifier} (${said})`}
      </Link>
    )
  })
}
