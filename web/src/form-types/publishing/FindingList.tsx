import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import type { EffectFoundFragment } from '../../generated/graphql.ts'
import classes from './Publishing.module.css'

export type Finding = EffectFoundFragment

/** The findings of one effect below its heading, each with links to the forms. Nothing if there are none. */
export function FindingList({
  heading,
  effect,
  findings,
  studyid,
  formtypeid,
  labelOf,
}: {
  heading: string
  effect: Finding['effect']
  findings: readonly Finding[]
  studyid: string
  formtypeid: string
  /** The label of a field of this name. */
  labelOf: (name: string) => string
}) {
  const t = useTranslations('formTypes')
  const found = findings.filter((each) => each.effect === effect)
  if (found.length === 0) return null
  return (
    <div data-effect={effect} className={classes.effect}>
      <h4>{heading}</h4>
      <ul>
        {found.map(({ reason, field, sentence, forms, subjects }) => (
          <li key={`${reason} ${field} ${sentence}`}>
            {reason === 'CHECK' ? sentence : t(`review.reasons.${reason}`, { label: labelOf(field ?? '') })}
            {forms > 0 && (
              <>
                {' '}
                <span>{t('review.forms', { count: forms })}</span>{' '}
                {numbered(subjects).map(({ subjectid, identifier, visitid, occurrence, number }) => (
                  <Link
                    key={`${subjectid} ${number}`}
                    to={`${paths.subject(studyid, subjectid)}/formtypes/${keyOfOccurrence(formtypeid, { visitid, occurrence: occurrence ?? 1 })}`}
                  >
                    {number === 1 ? identifier : `${identifier} (${number})`}
                  </Link>
                ))}
                {forms > subjects.length && ` ${t('review.more', { count: forms - subjects.length })}`}
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Forms with their number among those of the same subject. */
function numbered(forms: Finding['subjects']): (Finding['subjects'][number] & { number: number })[] {
  const counts = new Map<string, number>()
  return forms.map((form) => {
    const number = (counts.get(form.subjectid) ?? 0) + 1
    counts.set(form.subjectid, number)
    return { ...form, number }
  })
}
