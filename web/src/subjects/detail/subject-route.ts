import { useNavigate, useParams } from 'react-router'
import { paths } from '../../app/paths.ts'

/** The parts of the screen that have an address of their own: formtypes/*, devices/*, activities/*. */
export type SubjectPart = 'formtypes' | 'devices' | 'activities'

const parts: readonly string[] = ['formtypes', 'devices', 'activities'] satisfies readonly SubjectPart[]

function isPart(text: string): text is SubjectPart {
  return parts.includes(text)
}

/**
 * What the address opens on the subject's screen: one part, and in it 'new' or a thing's id. `opened(part)` is that id,
 * '' where the address names the part alone, undefined where it names another or none.
 */
export function useSubjectRoute(studyid: string, subjectid: string) {
  const navigate = useNavigate()
  const [first = '', ...rest] = (useParams()['*'] ?? '').split('/')
  const base = paths.subject(studyid, subjectid)
  return {
    base,
    opened: (part: SubjectPart) => (isPart(first) && first === part ? rest.join('/') : undefined),
    open: (part: SubjectPart, id: string | undefined, search = '') =>
      void navigate(id === undefined ? base : `${base}/${part}/${id}${search}`, { preventScrollReset: true }),
  }
}
