/** The time zone in which activity times are typed and shown; the server writes it into the page. */
export function studyZone(): string {
  const configured = document.querySelector('meta[name="study-timezone"]')?.getAttribute('content') ?? ''
  return /^[A-Za-z]/.test(configured) ? configured : 'Europe/Oslo'
}
