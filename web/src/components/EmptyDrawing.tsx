import classes from './EmptyState.module.css'

/** A grey outline with one stroke in the accent colour. */
export type Drawing = readonly [outline: string, accent: string]

export const studyDrawing: Drawing = ['M22 8h40l12 12v46H22zM62 8v12h12M32 30h22M32 40h30', 'M32 54l6 5 14-12']

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
