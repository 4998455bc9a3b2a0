/**
 * How a command is called in this installation, such as `npm run casebook -- migrate`: the image and systemd's units name
 * their own program in CASEBOOK_COMMAND.
 */
export function commandLine(rest: string): string {
  return `${process.env.CASEBOOK_COMMAND || 'npm run casebook --'} ${rest}`
}
