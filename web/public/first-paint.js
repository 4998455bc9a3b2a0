// Runs before the first paint, so that a dark screen does not flash white. Keys as in src/app/preferences.ts.
;(() => {
  const root = document.documentElement
  let scheme = null
  let locale = null
  try {
    scheme = localStorage.getItem('casebook.scheme')
    locale = localStorage.getItem('casebook.locale')
  } catch {
    // Storage may be forbidden; the system's own choice then stands.
  }
  const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  if (locale) root.lang = locale
})()
