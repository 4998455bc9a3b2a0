/** A long text, as the pieces that it consists of, so that nobody has to put it together. */
export class TextPieces {
  readonly pieces: readonly string[]

  constructor(pieces: readonly string[]) {
    this.pieces = pieces
  }

  join(): string {
    return this.pieces.join('')
  }
}

/** JSON text from PostgreSQL that has not been parsed. Most answers are sent as they are. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  parse(): unknown {
    return JSON.parse(this.text)
  }
}
