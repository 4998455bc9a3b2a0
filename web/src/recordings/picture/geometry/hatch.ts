/** A pattern of slanted lines that marks time without recording. */
export function hatchPattern(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  const size = 8
  const tile = document.createElement('canvas')
  tile.width = size
  tile.height = size
  const pen = tile.getContext('2d')
  if (!pen) return colour
  pen.strokeStyle = colour
  pen.lineWidth = 1.5
  pen.beginPath()
  for (const offset of [-size, 0, size]) {
    pen.moveTo(offset - 1, size + 1)
    pen.lineTo(offset + size + 1, -1)
  }
  pen.stroke()
  return context.createPattern(tile, 'repeat') ?? colour
}
