import type { Drawing } from './EmptyDrawing.tsx'

/** Above the empty lists of the screens that are loaded later. The one of the studies is in the first load (`studyDrawing`). */
export const drawings = {
  site: ['M1 66h76M11 66V26h32v40M43 66V38h24v28M21 36h12M21 46h12M51 48h8', 'M27 10v12M21 16h12'],
  device: ['M1 14h28v44H1zM7 14V6h16v8M7 58v8h16v-8', 'M7 36h4l4-9 4 16 3-7h3'],
  subject: ['M27 8a12 12 0 1 1 0 24a12 12 0 1 1 0-24M1 66c0-16 10-26 26-26s26 10 26 26z', 'M13 56h6l4-8 6 14 4-6h8'],
  removed: ['M1 18h56M19 18v-8h20v8M7 18l4 48h36l4-48', 'M39 48V36H23l6-6M23 36l6 6'],
  type: ['M1 16h68v14H1zM1 38h68v14H1z', 'M27 62h16M35 54v16'],
} satisfies Record<string, Drawing>
