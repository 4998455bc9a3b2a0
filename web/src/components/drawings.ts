import type { Drawing } from './EmptyDrawing.tsx'

/** Above the empty lists of the screens that are loaded later. The one of the studies is in the first load (`studyDrawing`). */
export const drawings = {
  site: ['M10 66h76M20 66V26h32v40M52 66V38h24v28M30 36h12M30 46h12M60 48h8', 'M36 10v12M30 16h12'],
  device: ['M34 14h28v44H34zM40 14V6h16v8M40 58v8h16v-8', 'M40 36h4l4-9 4 16 3-7h3'],
  subject: ['M48 8a12 12 0 1 1 0 24a12 12 0 1 1 0-24M22 66c0-16 10-26 26-26s26 10 26 26z', 'M34 56h6l4-8 6 14 4-6h8'],
  removed: ['M20 18h56M38 18v-8h20v8M26 18l4 48h36l4-48', 'M58 48V36H42l6-6M42 36l6 6'],
  type: ['M14 16h68v14H14zM14 38h68v14H14z', 'M40 62h16M48 54v16'],
} satisfies Record<string, Drawing>
