// Reads a subject again and again, with pauses like a person at a screen, in a thread of its own: what the benchmark does
// besides must not delay the reads that it measures.
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { origin, token }: { origin: string; token: string } = workerData
const query = `query ($subjectid: ID!) { getSubject(studyid: "bench", subjectid: $subjectid) {
  identifier status forms { fields { key value } } activities { startTime } } }`
const headers = { 'content-type': 'application/json', origin, cookie: `casebook_session=${token}` }

for (let subject = 0; ; subject = (subject + 1) % 100) {
  const began = performance.now()
  const body = JSON.stringify({ query, variables: { subjectid: `subject${subject + 1}` } })
  // A kept connection that the server closes at that moment is opened again.
  const send = () => fetch(`${origin}/graphql`, { method: 'POST', headers, body })
  const answer = await send().catch(send)
  const { errors } = await answer.json()
  if (errors) throw new Error(JSON.stringify(errors))
  parentPort?.postMessage(performance.now() - began)
  await wait(20)
}
