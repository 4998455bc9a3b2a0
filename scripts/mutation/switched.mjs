/**
 * The source with all of its mutants in it, of which none or one is chosen while it runs: `__mutant(3)` says whether
 * the mutant with the index 3 is.
 * @param {string} source
 * @param {import('./mutants.mjs').Mutant[]} mutants
 */
export function switchedSource(source, mutants) {
  const sites = new Map()
  function changesAt(site) {
    const key = `${site.start} ${site.end} ${site.isStatement}`
    if (!sites.has(key)) sites.set(key, { ...site, changes: [] })
    return sites.get(key).changes
  }
  for (const [index, { start, end, now, site, statement }] of mutants.entries()) {
    changesAt(site).push({ index, changed: source.slice(site.start, start) + now + source.slice(end, site.end) })
    // A parenthesis at the beginning of a line would go on with the line before.
    if (statement) changesAt(statement)
  }
  // Outer ones first; a statement is around the expression that it consists of.
  const waiting = [...sites.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || Number(b.isStatement) - Number(a.isStatement),
  )

  function switched(start, end) {
    let text = ''
    let at = start
    while (waiting.length > 0 && waiting[0].start < end) {
      const site = waiting.shift()
      text += source.slice(at, site.start) + switchOf(site, switched(site.start, site.end))
      at = site.end
    }
    return text + source.slice(at, end)
  }

  return switched(0, source.length)
}

function switchOf({ isStatement, changes }, original) {
  if (!isStatement)
    return `(${changes.map(({ index, changed }) => `__mutant(${index})?(${changed}):`).join('')}(${original}))`
  return `{${changes.map(({ index, changed }) => `if(__mutant(${index})){${changed}}else `).join('')}{${original}}}`
}
