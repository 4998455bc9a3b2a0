import encodeQR from 'qr'

/** Blank modules around a code, without which readers do not find it. */
export const quietModules = 4

/** A QR code as an SVG path: the dark modules, one unit each, in a square of `size` units. */
export function qrPath(text: string): { size: number; path: string } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietModules })
  const parts: string[] = []
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x] || row[x - 1]) continue
      let end = x
      while (row[end]) end++
      parts.push(`M${x} ${y}h${end - x}v1h${x - end}z`)
    }
  }
  return { size: modules.length, path: parts.join('') }
}
