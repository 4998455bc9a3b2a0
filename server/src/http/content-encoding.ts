import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'

/** The best encoding that we support and the Accept-Encoding header accepts (RFC 9110, 12.5.3), or undefined. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map((part): [string, number] => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
        return [name, Number(weight)]
      }),
  )
  const takes = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : undefined
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/**
 * Compresses an answer at the lowest level: 100 kB shrink to a sixth in a fraction of a millisecond. Higher levels cost
 * several times as much for little gain (docs/decisions/0022).
 */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? asBrotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      })
    : asGzip(body, { level: 1 })
}

/** The same for an answer that comes in pieces. */
export function compressStream(source: Readable, encoding: Encoding): Readable {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
      : createGzip({ level: 1 })
  // Ends the source, too, if the caller goes away.
  return pipeline(source, compressor, () => undefined)
}
