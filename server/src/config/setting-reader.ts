export type Environment = Record<string, string | undefined>

/** Reads settings one by one. A mistake is added to `mistakes`, and the fallback is used. */
export function makeReader(env: Environment, mistakes: string[]) {
  const text = (name: string) => env[name]?.trim() || undefined
  const wrong = (name: string, expected: string) => {
    mistakes.push(`${name} must be ${expected}; it is "${env[name]}".`)
  }
  return {
    text,
    wrong,
    whole(name: string, fallback: number, low: number, high: number): number {
      const given = text(name)
      if (given === undefined) return fallback
      const value = Number(given)
      if (Number.isInteger(value) && value >= low && value <= high) return value
      wrong(name, `a whole number from ${low} to ${high}`)
      return fallback
    },
    /** A URL without its trailing slash. A wrong one is not quoted if it may contain a password. */
    url(name: string, protocols: readonly string[]): string | undefined {
      const given = text(name)
      if (given === undefined) return undefined
      const begins = protocols.some((protocol) => given.startsWith(`${protocol}//`))
      if (begins && isReadable(given)) return given.replace(/\/$/, '')
      const expected = begins
        ? 'an address that can be read: host, port, and what follows them'
        : `an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
      if (!given.includes('@')) wrong(name, expected)
      else
        mistakes.push(
          `${name} must be ${expected}. Characters such as @ / # ? % in a password are written as %40 %2F %23 %3F %25.`,
        )
      return undefined
    },
    yesNo(name: string, fallback: boolean): boolean {
      const given = text(name)
      if (given === undefined) return fallback
      if (['1', 'true', 'yes'].includes(given.toLowerCase())) return true
      if (['0', 'false', 'no'].includes(given.toLowerCase())) return false
      wrong(name, 'true or false')
      return fallback
    },
    /** Requires all of `needed`, or none of `names`. */
    together(what: string, names: readonly string[], needed: readonly string[]): boolean {
      if (!names.some((name) => text(name))) return false
      const missing = needed.filter((name) => !text(name))
      for (const name of missing) mistakes.push(`${name} is missing: ${what} needs ${needed.join(', ')}.`)
      return missing.length === 0
    },
  }
}

/** Whether an address can be parsed, and its user, password and path decoded. */
function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password, pathname, hostname, protocol } = new URL(address)
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return hostname !== '' || protocol.startsWith('postgres')
  } catch {
    return false
  }
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
