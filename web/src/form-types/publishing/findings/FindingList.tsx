import { useTranslations } from 'use-intl'
import { EffectGroup } from '../../../components/notices/EffectGroup.tsx'
import type { EffectFoundFragment } from '../../../generated/graphql.ts'
import { FormLinks } from './FormLinks.tsx'

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
    <EffectGroup effect={effect} heading={heading}>
      {found.map(({ reason, field, sentence, forms, subjects }) => (
        <li key={`${reason} ${field} ${sentence}`}>
          {reason === 'CHECK' ? sentence : t(`review.reasons.${reason}`, { label: labelOf(field ?? '') })}
          {forms > 0 && (
            <>
              {' '}
              <span>{t('review.forms', { count: forms })}</span>{' '}
              <FormLinks studyid={studyid} formtypeid={formtypeid} forms={subjects} />
              {forms > subjects.length && t('review.more', { count: forms - subjects.length })}
            </>
          )}
        </li>
      ))}
    </EffectGroup>
  )
}
