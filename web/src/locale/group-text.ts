import { type Group, groups } from '@casebook/domain/shared/groups.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

const names = {
  admin: 'adminName',
  hp: 'hpName',
  patient: 'patientName',
  'study:admin': 'studyAdminName',
  'subject:admin': 'subjectAdminName',
} as const satisfies Record<Group, string>

/** A group's name on screens. An unknown group keeps its code. */
export function useGroupText(): (group: string) => string {
  const t = useTranslations('users')
  return useCallback(
    (group) => {
      const known = groups.find((each) => each === group)
      return known ? t(names[known]) : group
    },
    [t],
  )
}
