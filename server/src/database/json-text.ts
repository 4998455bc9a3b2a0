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
