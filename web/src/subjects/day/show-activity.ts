/** Elements of the day link to their row, by its key (keyOfOccurrence): `isFile` if about a file. */
export type GoTo = (key: string, isFile: boolean) => void

/** Scrolls to an activity's row and focuses it. */
export function showActivity(key: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`tr[data-activity="${CSS.escape(key)}"]`)
    if (!row) return
    row.scrollIntoView({ block: 'center' })
    const control = row.querySelector<HTMLElement>('button:enabled')
    if (control) control.focus({ preventScroll: true })
    else {
      row.tabIndex = -1
      row.focus({ preventScroll: true })
    }
  })
}
