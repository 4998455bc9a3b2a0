import classes from './EmptyState.module.css'

export type Drawing = 'site' | 'study' | 'device' | 'type' | 'subject' | 'removed'

/** Each is a grey outline with one stroke in the accent colour. */
const strokes: Record<Drawing, readonly [outline: string, accent: string]> = {
  site: ['M10 66h76M20 66V26h32v40M52 66V38h24v28M30 36h12M30 46h12M60 48h8', 'M36 10v12M30 16h12'],
  study: ['M22 8h40l12 12v46H22zM62 8v12h12M32 30h22M32 40h30', 'M32 54l6 5 14-12'],
  device: ['M34 14h28v44H34zM40 14V6h16v8M40 58v8h16v-8', 'M40 36h4l4-9 4 16 3-7h3'],
  subject: ['M48 8a12 12 0 1 1 0 24a12 12 0 1 1 0-24M22 66c0-16 10-26 26-26s26 10 26 26z', 'M34 56h6l4-8 6 14 4-6h8'],
  removed: ['M20 18h56M38 18v-8h20v8M26 18l4 48h36l4-48', 'M58 48V36H42l6-6M42 36l6 6'],
  type: ['M14 16h68v14H14zM14 38h68v14H14z', 'M40 62h16M48 54v16'],
}

export function EmptyDrawing({ of }: { of: Drawing }) {
  const [outline, accent] = strokes[of]
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
