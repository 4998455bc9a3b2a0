/**
 * Reads the URL as PostgreSQL's own programs do: `sslmode=require` encrypts without verifying the server, `verify-ca`
 * and `verify-full` verify against `sslrootcert`. The driver would treat all of them as `verify-full`. Without an
 * sslmode, or with `disable`, nothing is encrypted.
 */
export function withLibpqMeaning(url: string): string {
  const parsed = new URL(url)
  const mode = parsed.searchParams.get('sslmode')
  if (!mode || mode === 'no-verify' || parsed.searchParams.has('uselibpqcompat')) return url
  parsed.searchParams.set('uselibpqcompat', 'true')
  return parsed.href
}
