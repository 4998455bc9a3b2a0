import { isDeepStrictEqual } from 'node:util'

/**
 * Whether the settings by which a file is read were set by somebody else since the caller read them: `previous` is what
 * they read, as JSON, null if there were none. Whoever sets what is set already undoes nothing. Descriptions are JSON.
 */
export function isStaleLayout(stored: string | null, given: string, previous: string | null): boolean {
  const before = layoutIn(stored)
  return !isDeepStrictEqual(before, parsed(previous)) && !isDeepStrictEqual(before, layoutIn(given))
}

function layoutIn(description: string | null): unknown {
  const read = parsed(description)
  return typeof read === 'object' && read !== null && 'layout' in read ? read.layout : null
}

/** Undefined, which nothing stored equals, for what is no JSON. */
function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
