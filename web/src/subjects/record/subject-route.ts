import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router'
import { navigation } from '../../browser/navigation/navigation.ts'
import { paths } from '../../browser/paths.ts'
import { records } from '../../records/records.ts'

/** The parts of the screen with their own address: devices/*, activities/*. */
const parts = ['devices', 'activities'] as const
export type SubjectPart = (typeof parts)[number]
type Opened = Partial<Record<SubjectPart, string>>
/** Of an address that follows what was opened on the screen, and opens nothing itself: it may be drawn after that was closed. */
const follows = 'follows'

/**
 * What is open on the subject's screen: in each part 'new' or an id, or undefined. The address names what was opened
 * last, so that links and the back button work. Parts opened before stay open. An address that names only a part makes
 * it `wanted`: scrolled to. Below formtypes/ is a separate page: `form` is 'new', 'new/FORMTYPEID' or a key (keyOfOccurrence).
 * Below visits/ is the key of a visit (visitKey), which is opened and scrolled to.
 */
export function useSubjectRoute(studyid: string, subjectid: string) {
  const navigate = useNavigate()
  const isBack = useNavigationType() === 'POP'
  const isFollowing = useLocation().state === follows && !isBack
  const [first = '', ...rest] = (useParams()['*'] ?? '').split('/')
  const part = parts.find((known) => known === first)
  const id = rest.join('/')
  const base = paths.subject(studyid, subjectid)
  const [opened, setOpened] = useState<Opened>(part && id !== '' ? { [part]: id } : {})
  const named = useRef(part)

  // Only when the address changes: a part that was closed while the address named it stays closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the address changes
  useEffect(() => {
    const left = named.current
    const mayClose = isBack && !records.isEditing(`subject/${subjectid}`)
    named.current = part
    setOpened((before) => {
      // The back button closes what it leaves, but never something unsaved.
      const isClosed = mayClose && left !== undefined && left !== part
      const kept: Opened = isClosed ? { ...before, [left]: undefined } : before
      return part && id !== '' && !isFollowing && kept[part] !== id ? { ...kept, [part]: id } : kept
    })
  }, [part, id])

  // Whoever has left the subject is not led back by a save that ends later.
  useEffect(
    () => () => {
      named.current = undefined
    },
    [],
  )

  function open(wanted: SubjectPart, wantedid: string, isReplacing = false) {
    setOpened((before) => ({ ...before, [wanted]: wantedid }))
    named.current = wanted
    void navigate(`${base}/${wanted}/${wantedid}`, {
      replace: isReplacing,
      preventScrollReset: true,
      state: follows,
    })
  }

  /** Also if another part was opened later: only this part's own address is left. */
  function close(closed: SubjectPart) {
    setOpened((before) => ({ ...before, [closed]: undefined }))
    // Whoever opens something else meanwhile is not led back. The part's own address may not be drawn yet.
    const isOwn = (pathname: string) => pathname.startsWith(`${base}/${closed}/`)
    const isElsewhere = navigation.isOnTheWay((wanted, drawn) => wanted === drawn || isOwn(wanted))
    if (named.current !== closed || isElsewhere) return
    const other = parts.find((known) => known !== closed && opened[known])
    void navigate(other ? `${base}/${other}/${opened[other]}` : base, { preventScrollReset: true })
  }

  function openForm(wantedid: string, isReplacing = false) {
    void navigate(`${base}/formtypes/${wantedid}`, { replace: isReplacing })
  }

  /** Returns to the subject's forms. */
  function closeForm() {
    void navigate(`${base}/formtypes`)
  }

  const isForms = first === 'formtypes'
  const form = isForms && id !== '' ? id : undefined
  const visit = first === 'visits' && id !== '' ? id : undefined
  const wanted = id === '' ? (isForms ? first : part) : undefined
  return { base, opened, wanted, visit, open, close, form, openForm, closeForm }
}
