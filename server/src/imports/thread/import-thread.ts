import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { Problem } from '@casebook/domain/shared/problems.ts'
import type { Asked, Told } from './ask-thread.ts'
import { sentFormFile, sentPlan, sentPreview, sentProblem, sentRedcap } from './messages.ts'
import { formFileOf } from './read-form-file.ts'
import { definitionsOf, hashOf, planOf, redcapOf } from './work.ts'

/** Of 0 (as the server) to 19 (only when nothing else runs). Calls come first. On Linux this concerns this thread alone. */
const niceness = 10
if (process.platform === 'linux') setPriority(niceness)

/** Does one piece of work after another. Ends when the server closes its port. */
parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(told(asked)))

function told(asked: Asked): Told {
  try {
    switch (asked.kind) {
      case 'hash':
        return { kind: 'hash', hash: hashOf(asked.file) }
      case 'plan':
        return { kind: 'plan', plan: sentPlan(planOf(asked)) }
      case 'redcap':
        return { kind: 'redcap', read: sentRedcap(redcapOf(asked)) }
      case 'definitions':
        return { kind: 'definitions', preview: sentPreview(definitionsOf(asked)) }
      case 'form-file':
        return { kind: 'form-file', answer: sentFormFile(formFileOf(asked)) }
    }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'problem', problem: sentProblem(error) }
    return { kind: 'failure', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
