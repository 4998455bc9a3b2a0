import { readdir, readFile, writeFile } from 'node:fs/promises'

/** Linux counts processor time in hundredths of a second, whatever the kernel's tick. */
const ticksPerSecond = 100

/** The resources used by processes and their descendants so far. Linux only. */
export type Usage = { cpuSeconds: number }

/** Processor time of these processes and all their descendants, including those that ended. */
export async function readUsage(pids: readonly number[]): Promise<Usage | undefined> {
  if (process.platform !== 'linux') return undefined
  const all = await readProcesses()
  const wanted = new Set(pids)
  // A child is always listed, but not always after its parent.
  for (let grew = true; grew; ) {
    grew = false
    for (const { pid, parent } of all) {
      if (wanted.has(parent) && !wanted.has(pid)) {
        wanted.add(pid)
        grew = true
      }
    }
  }
  const ticks = all.reduce((sum, { pid, own, ofEnded }) => sum + (wanted.has(pid) ? own + ofEnded : 0), 0)
  return { cpuSeconds: ticks / ticksPerSecond }
}

type ProcessLine = { pid: number; parent: number; own: number; ofEnded: number }

async function readProcesses(): Promise<ProcessLine[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return lines.filter(Boolean).map((line) => {
    // The name, in parentheses, may contain spaces. It is followed by the state, then the parent.
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (place: number) => fields[place] ?? 0
    return { pid: Number.parseInt(line, 10), parent: at(1), own: at(11) + at(12), ofEnded: at(13) + at(14) }
  })
}

/** The peak memory of a process since `forgetPeak`, in MB. Linux only. */
export async function readPeakMemory(pid: number): Promise<number | undefined> {
  return readMemory(pid, 'VmHWM')
}

/** The present memory of a process, in MB. Linux only. */
export async function readResidentMemory(pid: number): Promise<number | undefined> {
  return readMemory(pid, 'VmRSS')
}

async function readMemory(pid: number, line: string): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined)
}
