/** A refusal of the embedded store in S3's terms: HTTP status, S3's error code, a sentence. */
export class StoreRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, string | number>>

  constructor(status: number, code: string, message: string, details: Readonly<Record<string, string | number>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }

  /** S3's error document. */
  toXml(): string {
    const rows = Object.entries({ Code: this.code, Message: this.message, ...this.details })
    const elements = rows.map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements.join('')}</Error>`
  }
}

export function denied(message: string): StoreRefusal {
  return new StoreRefusal(403, 'AccessDenied', message)
}

export function malformed(message: string): StoreRefusal {
  return new StoreRefusal(400, 'MalformedPOSTRequest', message)
}

export function noRoom(): StoreRefusal {
  return new StoreRefusal(507, 'InsufficientStorage', 'The store has no room for this file. Nothing was stored.')
}

/** Whether a file operation failed because the disk is full. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code))
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
