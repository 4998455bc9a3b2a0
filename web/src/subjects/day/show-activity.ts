/** Elements of the day link to their row: `isFile` if about a file. */
export type GoTo = (activitytypeid: string, isFile: boolean) => void

/** Scrolls to an activity's row and focuses it. */
export function showActivity(activitytypeid: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`tr[data-activity="${CSS.escape(activitytypeid)}"]`)
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
