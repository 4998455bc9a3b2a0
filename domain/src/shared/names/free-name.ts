import { caseKey } from './names.ts'

/** The name with the first number that makes it differ from those that are taken. */
export function freeName(taken: Iterable<string>, name: string): string {
  const keys = new Set([...taken].map(caseKey))
  const [, stem = name] = /^(.*?)( \d+)?$/.exec(name) ?? []
  let count = 2
  while (keys.has(caseKey(`${stem} ${count}`))) count += 1
  return `${stem} ${count}`
}
