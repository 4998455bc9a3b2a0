import { saveFile } from '../../browser/save-file.ts'

/** Renders an SVG at twice its size and saves it as PNG. */
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
  if (blob) saveFile(blob, filename)
}
