/**
 * What is wrong with a data set of Motion-BIDS, as sentences. It checks what the validator of BIDS does not look at: that each
 * motion file has its channels, no heading, and as many columns as there are channels. For tests only.
 */
export function checkMotionBids(files: ReadonlyMap<string, string>, root: string): string[] {
  const wrong: string[] = []
  const linesOf = (path: string) => {
    const content = files.get(path)
    if (content === undefined) wrong.push(`${path} is missing`)
    return (content ?? '')
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'))
  }
  const inside = [...files.keys()].filter((path) => path.startsWith(root))
  for (const needed of ['dataset_description.json', 'README', 'participants.tsv'])
    if (!files.has(root + needed)) wrong.push(`${needed} is missing`)
  const folded = new Set<string>()
  for (const path of inside) {
    if (path.length >= 200) wrong.push(`${path} is too long`)
    if (folded.has(path.toLowerCase())) wrong.push(`${path} differs from another in case only`)
    folded.add(path.toLowerCase())
    if (path.endsWith('.json')) JSON.parse(files.get(path) ?? '')
    if (path.endsWith('.tsv') && !path.endsWith('_motion.tsv')) {
      const [head = [], ...rows] = linesOf(path)
      for (const row of rows) if (row.length !== head.length) wrong.push(`${path} has a row of ${row.length} cells`)
      if ([head, ...rows].flat().includes('')) wrong.push(`${path} has an empty cell`)
      if (path.endsWith('_events.tsv') && (head[0] !== 'onset' || head[1] !== 'duration'))
        wrong.push(`${path} has no onset`)
    }
  }
  const participants = new Set(linesOf(`${root}participants.tsv`).map(([id]) => id))
  for (const path of inside.filter((each) => each.startsWith(`${root}sub-`))) {
    const [subject = '', ...rest] = path.slice(root.length).split('/')
    const session = rest[0]?.startsWith('ses-') ? `_${rest[0]}` : ''
    if (!/^sub-[A-Za-z0-9]+$/.test(subject) || !participants.has(subject)) wrong.push(`${path} is of nobody`)
    const name = path.split('/').at(-1) ?? ''
    const pattern = new RegExp(
      `^${subject}${session}(_task-[A-Za-z0-9]+_tracksys-[A-Za-z0-9]+(_run-[0-9]+)?_(motion|channels)|_task-[A-Za-z0-9]+(_run-[0-9]+)?_events|_scans|_sessions)\\.(tsv|json)$`,
    )
    if (!pattern.test(name)) wrong.push(`${path} has no name of BIDS`)
  }
  for (const path of inside.filter((each) => each.endsWith('_motion.tsv'))) {
    const rows = linesOf(path)
    const [head = [], ...channels] = linesOf(path.replace(/motion\.tsv$/, 'channels.tsv'))
    if (head.slice(0, 5).join() !== 'name,component,type,tracked_point,units')
      wrong.push(`${path}: channels in wrong order`)
    if (new Set(channels.map(([name]) => name)).size !== channels.length) wrong.push(`${path}: channels of one name`)
    for (const [, component = '', type = ''] of channels) {
      if (!/^(x|y|z|quat_[wxyz]|n\/a)$/.test(component)) wrong.push(`${path}: component ${component}`)
      if (!/^(ACCEL|GYRO|MAGN|ORNT|POS|LATENCY|MISC)$/.test(type)) wrong.push(`${path}: type ${type}`)
    }
    const number = /^(n\/a|-?\d+(\.\d+)?(e[-+]\d+)?)$/
    for (const row of rows) {
      if (row.length !== channels.length) wrong.push(`${path} has a row of ${row.length} cells`)
      if (!row.every((cell) => number.test(cell))) wrong.push(`${path} has a cell that is no number`)
    }
    const { TaskName, SamplingFrequency } = JSON.parse(files.get(path.replace(/tsv$/, 'json')) ?? '{}')
    if (typeof TaskName !== 'string' || !(SamplingFrequency > 0)) wrong.push(`${path} is described badly`)
    const place = path.slice(0, path.lastIndexOf('/motion/'))
    const begin = place.slice(root.length).replaceAll('/', '_')
    const scans = linesOf(`${place}/${begin}_scans.tsv`).map(([name]) => name)
    if (!scans.includes(path.slice(place.length + 1))) wrong.push(`${path} is in no list of scans`)
  }
  return wrong
}
