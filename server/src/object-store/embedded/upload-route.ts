import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { boundaryOf, MultipartReader } from './multipart-reader.ts'
import { type ObjectFolder, taken } from './object-folder.ts'
import { checkForm, type UploadPermit } from './presigned.ts'
import { denied, isFullDisk, malformed, noRoom, StoreRefusal } from './store-refusal.ts'

/** S3's limit for everything before the file. */
const fieldBytes = 20 * 1024
/** How much longer than its file a body may be: fields, boundaries, part headers. */
const wrappingBytes = 2 * fieldBytes
/** A sender that is silent for this long is considered gone. */
const silenceMs = 2 * 60 * 1000
/** Of a refused body, so much is read and discarded: a sender that is about to end then gets the response for certain. */
const drainBytes = 1024 * 1024
/** After that, nothing is read. The sender has so long to read the response. */
const lingerMs = 2_000

/** How often it is told that a file is arriving. */
const tellEveryMs = 10_000

type UploadRules = {
  readonly folder: ObjectFolder
  readonly key: Buffer
  readonly now: () => number
  /** Told while bytes of the object arrive. */
  readonly onArriving: (objectName: string) => void
}

/**
 * S3's presigned POST: the fields, then the part `file`. Responds 200 without a body when every byte is on disk.
 * Otherwise responds with S3's error document, and nothing is stored.
 */
export async function answerUpload(rules: UploadRules, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw } = request
  const source: AsyncIterator<Buffer> = raw[Symbol.asyncIterator]()
  raw.setTimeout(silenceMs, () => raw.destroy())
  try {
    refuseOtherSites(raw)
    await takeFile(rules, raw, source)
    await drain(source, wrappingBytes)
    await reply.code(200).send()
  } catch (error) {
    if (raw.destroyed && !raw.complete) reply.hijack()
    else await refuse(reply, source, asRefusal(error))
  }
}

/** A browser says where a form comes from. The policy alone would allow a page elsewhere to use a leaked form. */
function refuseOtherSites(raw: IncomingMessage): void {
  const site = raw.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw denied('Forms of other sites are not taken.')
}

async function takeFile(
  { folder, key, now, onArriving }: UploadRules,
  raw: IncomingMessage,
  source: AsyncIterator<Buffer>,
): Promise<void> {
  const boundary = boundaryOf(raw.headers['content-type'])
  if (boundary === undefined) {
    throw new StoreRefusal(400, 'RequestIsNotMultiPartContent', 'The body must be multipart/form-data.')
  }
  const reader = new MultipartReader(source, boundary)
  const permit = checkForm(key, await readFields(reader), now())
  const declared = Number(raw.headers['content-length'] ?? permit.most)
  if (declared > permit.most + wrappingBytes) throw tooLarge(permit, declared)
  if (await folder.find(permit.objectName)) throw taken()
  const file = await folder.receive(declared)
  try {
    const hash = permit.sha256 === undefined ? undefined : createHash('sha256')
    let toldAt = now()
    for await (const bytes of reader.content()) {
      if (now() - toldAt >= tellEveryMs) {
        toldAt = now()
        onArriving(permit.objectName)
      }
      if (file.size + bytes.length > permit.most) throw tooLarge(permit, declared)
      hash?.update(bytes)
      await file.write(bytes)
    }
    if (file.size < permit.least) {
      throw new StoreRefusal(400, 'EntityTooSmall', 'The file is smaller than the policy allows.', {
        MinSizeAllowed: permit.least,
      })
    }
    if (await reader.nextPart(fieldBytes)) throw notOneFile()
    if (hash && hash.digest('hex') !== permit.sha256) {
      throw new StoreRefusal(400, 'BadDigest', 'The file is not the one whose SHA-256 was given.')
    }
    await folder.keep(file, permit.objectName)
  } catch (error) {
    await file.discard()
    throw error
  }
}

/** All fields before the file, with names in lowercase, because S3 ignores their case. */
async function readFields(reader: MultipartReader): Promise<Map<string, string>> {
  const fields = new Map<string, string>()
  let budget = fieldBytes
  for (let part = await reader.nextPart(budget); part; part = await reader.nextPart(budget)) {
    const name = part.name?.toLowerCase()
    if (name === 'file') return fields
    if (name === undefined) throw malformed('A part is no form field.')
    if (fields.has(name)) throw malformed(`The field ${name} comes twice.`)
    const value: Buffer[] = []
    for await (const bytes of reader.content()) {
      budget -= bytes.length
      if (budget < 0)
        throw new StoreRefusal(400, 'MaxPostPreDataLengthExceeded', 'The fields before the file are too long.')
      value.push(Buffer.from(bytes))
    }
    budget -= name.length
    fields.set(name, Buffer.concat(value).toString('utf8'))
  }
  throw notOneFile()
}

function notOneFile(): StoreRefusal {
  return new StoreRefusal(400, 'InvalidArgument', 'The form needs exactly one part named file, after all fields.')
}

function tooLarge(permit: UploadPermit, declared: number): StoreRefusal {
  return new StoreRefusal(400, 'EntityTooLarge', 'The file is larger than the policy allows.', {
    ProposedSize: declared,
    MaxSizeAllowed: permit.most,
  })
}

function asRefusal(error: unknown): StoreRefusal {
  if (error instanceof StoreRefusal) return error
  if (isFullDisk(error)) return noRoom()
  throw error
}

/**
 * Responds at once, reads a little more, and then no longer: what is still sent stays with the sender until the connection
 * is closed. Closing it at once would lose the response.
 */
async function refuse(reply: FastifyReply, source: AsyncIterator<Buffer>, refusal: StoreRefusal): Promise<void> {
  const body = refusal.toXml()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  reply.raw.writeHead(refusal.status, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  })
  reply.raw.write(body)
  const isOver = await drain(source, drainBytes).catch(() => true)
  reply.raw.end()
  if (!isOver) setTimeout(() => reply.raw.destroy(), lingerMs).unref()
}

/** Reads at most so much. Returns whether the source ended. */
async function drain(source: AsyncIterator<Buffer>, mostBytes: number): Promise<boolean> {
  for (let left = mostBytes; left > 0; ) {
    const next = await source.next()
    if (next.done) return true
    left -= next.value.length
  }
  return false
}
