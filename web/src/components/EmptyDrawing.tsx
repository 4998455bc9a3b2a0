import classes from './EmptyState.module.css'

/** A grey outline with one stroke in the accent colour. It begins at the left edge, as the text below it does. */
export type Drawing = readonly [outline: string, accent: string]

export const studyDrawing: Drawing = ['M1 8h40l12 12v46H1zM41 8v12h12M11 30h22M11 40h30', 'M11 54l6 5 14-12']

export function EmptyDrawing({ of: [outline, accent] }: { of: Drawing }) {
  return (
    <svg
      viewBox="0 0 96 72"
      className={classes.drawing}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={outline} />
      <path d={accent} className={classes.accent} stroke="currentColor" />
    </svg>
  )
}
