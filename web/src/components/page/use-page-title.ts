import { useEffect } from 'react'

const parts: [string | undefined, string | undefined] = [undefined, undefined]

function updateTitle() {
  const named = [parts[1], parts[0]].filter(Boolean)
  if (named.length > 0) document.title = [...named, 'Casebook'].join(' · ')
}

/** Sets the window title from the page and its open part (level 2): 'Form types · Study: Pilot · Casebook'. */
export function usePageTitle(title: string, level: 1 | 2): void {
  useEffect(() => {
    parts[level - 1] = title
    updateTitle()
    return () => {
      parts[level - 1] = undefined
      if (level === 2) updateTitle()
    }
  }, [title, level])
}
