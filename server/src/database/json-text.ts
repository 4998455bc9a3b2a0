/** JSON as PostgreSQL wrote it, not yet read: most answers go out as they are. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  parse(): unknown {
    return JSON.parse(this.text)
  }
}
