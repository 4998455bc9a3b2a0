/** A property, or the components inside of one, as RFC 5545 has them. */
type Property = { name: string; parameters: ReadonlyMap<string, string>; value: string }
type Component = { name: string; properties: Property[]; components: Component[] }

/**
 * Reads a calendar as strictly as RFC 5545 writes it, and throws at whatever it does not allow: what most calendar programs
 * overlook, one of them does not.
 */
export function readStrictly(text: string): Component {
  const lines = unfold(text).map(propertyOf)
  const root: Component = { name: '', properties: [], components: [] }
  const open = [root]
  for (const line of lines) {
    const inside = open.at(-1) ?? root
    if (line.name === 'BEGIN') {
      const component = { name: line.value, properties: [], components: [] }
      inside.components.push(component)
      open.push(component)
    } else if (line.name === 'END') {
      must(open.length > 1 && inside.name === line.value, `END:${line.value} ends nothing`)
      open.pop()
    } else inside.properties.push(line)
  }
  const [calendar] = root.components
  must(open.length === 1 && root.properties.length === 0 && root.components.length === 1, 'it is one object')
  if (calendar?.name !== 'VCALENDAR') throw new Error('It is no calendar.')
  checkCalendar(calendar)
  return calendar
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`RFC 5545: ${what}.`)
}

/** 3.1: lines end with CRLF, have at most 75 octets, and go on after one blank. */
function unfold(text: string): string[] {
  must(text.endsWith('\r\n'), 'the last line ends, too')
  const physical = text.slice(0, -2).split('\r\n')
  const lines: string[] = []
  for (const line of physical) {
    must(new TextEncoder().encode(line).length <= 75, 'a line has at most 75 octets')
    must(line.isWellFormed() && !/(?!\t)\p{Cc}/u.test(line), 'a line has no control characters')
    must(line !== '', 'no line is empty')
    if (line.startsWith(' ')) {
      must(lines.length > 0, 'the first line goes on with nothing')
      lines[lines.length - 1] += line.slice(1)
    } else lines.push(line)
  }
  return lines
}

function propertyOf(line: string): Property {
  const [, name, parameters = '', value] =
    /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/su.exec(line) ?? []
  must(name !== undefined && value !== undefined, `"${line}" is a property`)
  const all = [...parameters.matchAll(/;([^=]+)=("[^"]*"|[^;]*)/g)].map(([, key = '', of = '']) => [key, of] as const)
  must(new Set(all.map(([key]) => key)).size === all.length, 'a parameter stands once')
  return { name, parameters: new Map(all), value }
}

const once = (component: Component, name: string) => {
  const found = component.properties.filter((property) => property.name === name)
  must(found.length === 1, `${component.name} has ${name} once`)
  return found[0] as Property
}
const atMostOnce = (component: Component, name: string) => {
  const found = component.properties.filter((property) => property.name === name)
  must(found.length <= 1, `${component.name} has ${name} at most once`)
  return found[0]
}

function checkCalendar(calendar: Component): void {
  must(once(calendar, 'VERSION').value === '2.0', 'the version is 2.0')
  checkText(once(calendar, 'PRODID'))
  const scale = atMostOnce(calendar, 'CALSCALE')
  must(scale === undefined || scale.value === 'GREGORIAN', 'the scale is Gregorian')
  atMostOnce(calendar, 'METHOD')
  for (const name of ['NAME', 'X-WR-CALNAME']) {
    const property = atMostOnce(calendar, name)
    if (property) checkText(property)
  }
  const refresh = atMostOnce(calendar, 'REFRESH-INTERVAL')
  if (refresh) {
    must(refresh.parameters.get('VALUE') === 'DURATION', 'RFC 7986: the interval says that it is a duration')
    must(/^P(?:\d+W|\d+D|(?:\d+D)?T(?:\d+H)?(?:\d+M)?(?:\d+S)?)$/.test(refresh.value), 'the interval is a duration')
  }
  const known = new Set(['VERSION', 'PRODID', 'CALSCALE', 'METHOD', 'NAME', 'REFRESH-INTERVAL'])
  checkNames(calendar, known)
  must(calendar.components.length > 0, 'a calendar has a component')
  for (const component of calendar.components) {
    must(component.name === 'VEVENT' || component.name === 'VTIMEZONE', `${component.name} belongs into it`)
    if (component.name === 'VEVENT') checkEvent(component)
    else checkZone(component)
  }
  const uids = calendar.components.filter(({ name }) => name === 'VEVENT').map((event) => once(event, 'UID').value)
  must(new Set(uids).size === uids.length, 'no two events have one UID')
}

function checkNames({ name, properties }: Component, known: ReadonlySet<string>): void {
  for (const property of properties)
    must(known.has(property.name) || property.name.startsWith('X-'), `${property.name} belongs into ${name}`)
}

/** 3.6.1 */
function checkEvent(event: Component): void {
  checkText(once(event, 'UID'))
  must(/^\d{8}T\d{6}Z$/.test(once(event, 'DTSTAMP').value), 'DTSTAMP is in UTC')
  momentOf(once(event, 'DTSTAMP').value)
  const start = dayOf(once(event, 'DTSTART'))
  const end = atMostOnce(event, 'DTEND')
  must(end === undefined || dayOf(end) > start, 'DTEND is later than DTSTART')
  for (const name of ['SUMMARY', 'DESCRIPTION']) {
    const property = atMostOnce(event, name)
    if (property) checkText(property)
  }
  const word = (name: string, words: readonly string[]) => {
    const property = atMostOnce(event, name)
    must(property === undefined || words.includes(property.value), `${name} is one of ${words.join(', ')}`)
  }
  word('STATUS', ['TENTATIVE', 'CONFIRMED', 'CANCELLED'])
  word('TRANSP', ['OPAQUE', 'TRANSPARENT'])
  word('CLASS', ['PUBLIC', 'PRIVATE', 'CONFIDENTIAL'])
  checkNames(
    event,
    new Set(['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'DESCRIPTION', 'STATUS', 'TRANSP', 'CLASS']),
  )
  must(event.components.length === 0, 'nothing is inside of an event')
}

/** 3.6.5 */
function checkZone(zone: Component): void {
  must(once(zone, 'TZID').value !== '', 'a zone has a name')
  must(zone.components.length > 0, 'a zone has a standard or a daylight time')
  for (const time of zone.components) {
    must(time.name === 'STANDARD' || time.name === 'DAYLIGHT', 'a zone consists of times')
    must(/^\d{8}T\d{6}$/.test(once(time, 'DTSTART').value), 'a time of a zone begins by its own clock')
    for (const name of ['TZOFFSETFROM', 'TZOFFSETTO'])
      must(/^[+-](?:0\d|1\d|2[0-3])[0-5]\d$/.test(once(time, name).value), `${name} is an offset`)
  }
}

/** 3.3.11: what separates is escaped, and nothing else. */
function checkText({ name, parameters, value }: Property): void {
  must(parameters.size === 0, `${name} says nothing of its value`)
  must(/^(?:[^\\;,]|\\[\\;,nN])*$/su.test(value), `${name} is a text`)
}

/** 3.3.4, said with VALUE=DATE. */
function dayOf({ name, parameters, value }: Property): number {
  must(parameters.get('VALUE') === 'DATE' && parameters.size === 1 && /^\d{8}$/.test(value), `${name} is a day`)
  return momentOf(`${value}T000000Z`)
}

function momentOf(value: string): number {
  const iso = value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z')
  const moment = Date.parse(iso)
  must(!Number.isNaN(moment) && new Date(moment).toISOString() === iso, `${value} is in the calendar`)
  return moment
}
