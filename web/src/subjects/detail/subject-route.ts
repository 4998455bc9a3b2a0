import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigationType, useParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useUnsavedParts } from '../../components/unsaved-parts.tsx'

/** The parts of the screen that have an address of their own: formtypes/*, devices/*, activities/*. */
const parts = ['formtypes', 'devices', 'activities'] as const
export type SubjectPart = (typeof parts)[number]
type Opened = Partial<Record<SubjectPart, string>>

/**
 * What is open on the subject's screen: in each part 'new', 'new/ID' or a thing's id, undefined for nothing. The address
 * names what was opened last, so that links and the way back work; what was open in another part stays open beside it.
 * An address that names a part alone makes it `wanted`: to be brought to the top.
 */
export function useSubjectRoute(studyid: string, subjectid: string) {
  const navigate = useNavigate()
  const isBack = useNavigationType() === 'POP'
  const { isChanged: hasUnsavedParts } = useUnsavedParts()
  const [first = '', ...rest] = (useParams()['*'] ?? '').split('/')
  const part = parts.find((known) => known === first)
  const id = rest.join('/')
  const base = paths.subject(studyid, subjectid)
  const [opened, setOpened] = useState<Opened>(part && id !== '' ? { [part]: id } : {})
  const named = useRef(part)

  const mayClose = useRef(false)
  useEffect(() => {
    mayClose.current = isBack && !hasUnsavedParts
  })

  // Only when the address changes: what was closed while the address still named it stays closed.
  useEffect(() => {
    const left = named.current
    named.current = part
    setOpened((before) => {
      // The way back closes what it leaves, but never over what is not saved.
      const isClosed = mayClose.current && left !== undefined && left !== part
      const kept: Opened = isClosed ? { ...before, [left]: undefined } : before
      return part && id !== '' && kept[part] !== id ? { ...kept, [part]: id } : kept
    })
  }, [part, id])

  function open(wanted: SubjectPart, wantedid: string, isReplacing = false) {
    setOpened((before) => ({ ...before, [wanted]: wantedid }))
    void navigate(`${base}/${wanted}/${wantedid}`, { replace: isReplacing, preventScrollReset: true })
  }

  /** Also after another part was opened: only the address of the part itself is left. */
  function close(closed: SubjectPart) {
    setOpened((before) => ({ ...before, [closed]: undefined }))
    if (named.current !== closed) return
    const other = parts.find((known) => known !== closed && opened[known])
    void navigate(other ? `${base}/${other}/${opened[other]}` : base, { preventScrollReset: true })
  }

  return { base, opened, wanted: id === '' ? part : undefined, open, close }
}
