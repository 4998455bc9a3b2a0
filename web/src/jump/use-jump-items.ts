import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useEffect, useState } from 'react'
import { useMatch, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { atSite, paths } from '../browser/paths.ts'
import { useSelectedSiteid } from '../browser/selected-site.ts'
import { useRead } from '../calls/graphql.ts'
import { DevicesDocument, FindSubjectsDocument, StudiesDocument } from '../generated/graphql.ts'
import { useSession, useUser } from '../session/session.tsx'
import type { JumpItem } from './jump-items.ts'
import { readOpened } from './opened.ts'
import { usePlaces, useScreenActions } from './use-more-items.ts'

/** Subjects are looked for once a person pauses. */
const settleMs = 150

/** All jump targets: visited pages, latest first, then the server's results, then screens and actions. */
export function useJumpItems(text: string, showKeys: () => void): JumpItem[] {
  const t = useTranslations('jump')
  const app = useTranslations('app')
  const user = useUser()
  const { signOut } = useSession()
  const navigate = useNavigate()
  const siteid = useSelectedSiteid()
  const openStudyid = useMatch('/studies/:studyid/*')?.params.studyid
  const wanted = useSettled(text.trim(), settleMs)
  const atThisSite = siteid === undefined ? undefined : { siteid }
  const studies = useRead(StudiesDocument, atThisSite).data?.listStudies ?? []
  const devices = useRead(DevicesDocument, user.is_admin ? atThisSite : undefined).data?.listDevices ?? []
  const search = siteid === undefined || wanted === '' ? undefined : { siteid, text: wanted }
  const subjects = useRead(FindSubjectsDocument, search).data?.findSubjects ?? []

  const takingSubjects = studies.filter((study) => !whyStudyTakesNoChanges(study))
  const places = usePlaces(studies, openStudyid)
  const screenActions = useScreenActions(studies)
  const item = (kind: JumpItem['kind'], name: string, path: string, aside?: string): JumpItem => ({
    id: path,
    kind,
    name,
    aside,
    go: () => navigate(path),
  })
  const newSubject = ({ studyid, name }: { studyid: string; name: string }) =>
    item('action', t('newSubject', { study: name }), `${paths.subjects(studyid)}?new`)
  const studyNames = new Map(studies.map(({ studyid, name }) => [studyid, name]))
  return [
    ...readOpened().map(({ kind, name, path, siteid: at }) => ({
      ...item(kind, name, path),
      go: () => navigate(at === siteid ? path : atSite(path, at)),
    })),
    ...subjects.map((subject) =>
      item(
        'subject',
        subjectName(subject),
        paths.subject(subject.studyid, subject.subjectid),
        studyNames.get(subject.studyid),
      ),
    ),
    ...studies.map(({ studyid, name }) => item('study', name, paths.study(studyid))),
    ...takingSubjects.filter(({ studyid }) => studyid === openStudyid).map(newSubject),
    ...devices.map(({ deviceid }) => item('device', deviceid, paths.device(deviceid))),
    item('screen', app('studies'), paths.studies),
    ...(user.is_admin
      ? [
          item('screen', app('devices'), paths.devices),
          item('screen', app('sites'), paths.sites),
          item('screen', app('users'), paths.users),
          item('screen', app('removed'), paths.removed),
          item('action', t('newDevice'), paths.newDevice),
          item('action', t('newSite'), paths.newSite),
        ]
      : []),
    item('screen', app('profile'), paths.profile),
    ...(siteid === undefined ? [] : [item('action', t('newStudy'), `${paths.studies}?new`)]),
    ...takingSubjects.filter(({ studyid }) => studyid !== openStudyid).map(newSubject),
    ...screenActions,
    ...places,
    { id: 'keys', kind: 'action', name: t('showKeys'), aside: '?', go: showKeys },
    { id: 'sign-out', kind: 'action', name: t('signOut'), go: signOut },
  ]
}

/** A value once it has not changed for a while: the server is asked once, not at each letter that is typed. */
function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
