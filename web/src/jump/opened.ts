import { onForget } from '../browser/forgetting.ts'

/** A visited page, for the jump field. Kept only in this window's memory, because its name may identify a subject. */
export type Opened = { kind: 'subject' | 'study'; path: string; name: string; siteid: string }

const mostKept = 8
let opened: readonly Opened[] = []
onForget(() => {
  opened = []
})

/** The pages visited in this window, latest first. */
export function readOpened(): readonly Opened[] {
  return opened
}

/**
 * Notes the page at a path with its title ('Subject: S-001 (identifier) · Casebook'), if it belongs to a study or a
 * subject.
 */
export function noteOpened(pathname: string, title: string, siteid: string | undefined): void {
  const found = /^\/studies\/[^/]+(?:\/subjects\/[^/]+)?/.exec(pathname)
  const name = /^[^:]+: (.+?)(?: \([^()]*\))? · Casebook$/.exec(title)?.[1]
  if (!found || !name || siteid === undefined) return
  const [path] = found
  const page: Opened = { kind: path.includes('/subjects/') ? 'subject' : 'study', path, name, siteid }
  opened = [page, ...opened.filter((other) => other.path !== path)].slice(0, mostKept)
}
