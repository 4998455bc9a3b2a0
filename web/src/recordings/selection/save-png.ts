import { saveFile } from '../../browser/files.ts'

/** Renders an SVG at twice its size and saves it as PNG. Throws if the browser cannot. */
export async function savePng(svg: string, filename: string): Promise<void> {
  const image = new Image()
  // The content security policy allows data URLs for images.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * 2
  canvas.height = image.naturalHeight * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The canvas gave no picture.')
  saveFile(blob, filename)
}
