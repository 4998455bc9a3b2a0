import { type Group, groups } from '@casebook/domain/shared/groups.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

const names = {
  admin: 'users.adminName',
  hp: 'users.hpName',
  patient: 'users.patientName',
  'study:admin': 'users.studyAdminName',
  'subject:admin': 'users.subjectAdminName',
  'export:identified': 'users.exportIdentifiedName',
} as const satisfies Record<Group, string>

/** A group's name on screens, once their texts are loaded. An unknown group keeps its code. */
export function useGroupText(): (group: string) => string {
  const t = useTranslations()
  return useCallback(
    (group) => {
      const known = groups.find((each) => each === group)
      return known ? t(names[known]) : group
    },
    [t],
  )
}
