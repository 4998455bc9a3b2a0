/** The name under which the samples of a record are usually stored beside its header. Undefined for other files. */
export function samplesOf(filename: string): string | undefined {
  return /\.hea$/i.test(filename) ? filename.replace(/\.hea$/i, '.dat') : undefined
}

/** The name of the header that belongs with the samples or the annotations of a record. */
export function headerOf(filename: string): string {
  return filename.replace(/\.(dat|atr)$/i, '.hea')
}
