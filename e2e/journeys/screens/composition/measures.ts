import type { Page } from '@playwright/test'

/**
 * What is wrong with the layout of the page and stays so. For a moment after the window got another size, the browser
 * lays a page of the new width out by the rules of the old one.
 */
export async function lastingFaults(page: Page): Promise<string[]> {
  const found = await page.evaluate(faults)
  if (found.length === 0) return found
  await page.waitForTimeout(1_000)
  return page.evaluate(faults)
}

/** Run in the page: what is wrong with its layout, a sentence for each text or part. */
async function faults(): Promise<string[]> {
  // What is scrolled past lies under what waits above the window.
  scrollTo(0, 0)
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const found = new Set<string>()
  const excess = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (excess > 0) found.add(`the page is ${excess} px wider than the window`)

  if (document.querySelector('input:is([type="date"], [type="time"], [type="datetime-local"])'))
    found.add('a day or time is asked for in the order of the browser, not in the product’s')

  const ancestors = (part: Element) => {
    const all: Element[] = []
    for (let each: Element | null = part; each; each = each.parentElement) all.push(each)
    return all
  }
  const known = new Map<Element, { isSticky: boolean; isClipping: boolean; box: DOMRect }>()
  const about = (each: Element) => {
    const found = known.get(each)
    if (found) return found
    const { position, overflowX, overflowY } = getComputedStyle(each)
    const isClipping = overflowX !== 'visible' || overflowY !== 'visible'
    const all = { isSticky: position === 'sticky', isClipping, box: each.getBoundingClientRect() }
    known.set(each, all)
    return all
  }
  /** What stays in view while the page scrolls past it. */
  const bar = (part: Element) => ancestors(part).find((each) => about(each).isSticky)
  const short = (text: string) => `"${text.slice(0, 40)}"`

  const boxes: { text: string; around: Element; left: number; top: number; right: number; bottom: number }[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const around = texts.currentNode.parentElement
    const text = texts.currentNode.textContent?.trim()
    // Only read aloud, or drawn by the browser.
    if (!around || !text || around.closest('option, legend, dialog, noscript, svg, style, script')) continue
    if (!around.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }))
      continue
    const holders = ancestors(around).map((each) => ({ each, ...about(each) }))
    if (holders.some(({ box }) => box.width <= 1)) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const clips = holders.filter(({ isClipping }) => isClipping).map(({ box }) => box)
    for (const box of range.getClientRects()) {
      const left = Math.max(box.left, ...clips.map((clip) => clip.left))
      const top = Math.max(box.top, ...clips.map((clip) => clip.top))
      const right = Math.min(box.right, ...clips.map((clip) => clip.right))
      const bottom = Math.min(box.bottom, ...clips.map((clip) => clip.bottom))
      if (right - left < 4 || bottom - top < 4) continue
      boxes.push({ text, around, left, top, right, bottom })
      for (const x of [left + 2, right - 2]) {
        const seen = document.elementFromPoint(x, (top + bottom) / 2)
        if (!seen || seen.contains(around) || around.contains(seen)) continue
        // The buttons of a long form stay in view, over what is scrolled past them.
        if (bar(seen) === bar(around)) found.add(`${short(text)} lies under ${seen.tagName} ${seen.className}`)
      }
    }
    const { left: from, right: to } = range.getBoundingClientRect()
    const cut = holders.find(
      ({ each, isClipping, box }) =>
        isClipping &&
        each.scrollWidth > each.clientWidth + 1 &&
        each.clientWidth > 0 &&
        (from < box.left - 1 || to > box.right + 1),
    )?.each
    if (!cut || !(cut instanceof HTMLElement)) continue
    const { textOverflow, overflowX } = getComputedStyle(cut)
    if (overflowX === 'auto' || overflowX === 'scroll') continue
    const isTold = ancestors(around).some((each) => each.hasAttribute('title') || each.hasAttribute('aria-label'))
    if (textOverflow !== 'ellipsis') found.add(`${short(text)} is cut off`)
    else if (!isTold) found.add(`${short(text)} is shortened, and nothing tells the whole`)
  }

  const ordered = boxes.toSorted((one, other) => one.top - other.top)
  for (const [place, one] of ordered.entries()) {
    for (const other of ordered.slice(place + 1)) {
      if (other.top > one.bottom - 3) break
      if (other.around === one.around || bar(other.around) !== bar(one.around)) continue
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (across > 3 && down > 3) found.add(`${short(one.text)} overprints ${short(other.text)}`)
    }
  }
  return [...found]
}
