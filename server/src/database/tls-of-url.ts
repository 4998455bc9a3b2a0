/**
 * The URL as PostgreSQL's own programs read it: `sslmode=require` encrypts without asking who answers, `verify-ca` and
 * `verify-full` check against `sslrootcert`. The driver would take all of them for `verify-full`. Without an sslmode, or
 * with `disable`, nothing is encrypted.
 */
export function withLibpqMeaning(url: string): string {
  const parsed = new URL(url)
  const mode = parsed.searchParams.get('sslmode')
  if (!mode || mode === 'no-verify' || parsed.searchParams.has('uselibpqcompat')) return url
  parsed.searchParams.set('uselibpqcompat', 'true')
  return parsed.href
}
