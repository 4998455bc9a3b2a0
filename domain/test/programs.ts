import { spawnSync } from 'node:child_process'

/** Whether a program is on this machine; tests that need it are skipped elsewhere and say so. */
export function hasProgram(program: string, args: readonly string[] = ['--version']): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/** What a program printed. Throws with its complaint where it failed. */
export function outputOf(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    ...options,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}${stdout}`)
  return stdout
}
