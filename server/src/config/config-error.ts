/** Thrown by `readConfig`, with one line per mistake. `isOfFiles`: the only mistakes are files that can't be read. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[]
  readonly isOfFiles: boolean
  constructor(mistakes: readonly string[], { isOfFiles = false } = {}) {
    super(mistakes.join('\n'))
    this.name = 'ConfigError'
    this.mistakes = mistakes
    this.isOfFiles = isOfFiles
  }
}
