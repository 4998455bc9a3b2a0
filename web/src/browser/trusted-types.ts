type Policy = {
  createHTML: (text: string) => string | null
  createScriptURL: (text: string) => string | null
}
type Page = {
  location: { href: string; origin: string }
  /** Chromium and Safari have it; other browsers don't enforce what the page's policy requires. */
  trustedTypes?: { createPolicy: (name: string, policy: Policy) => unknown } | undefined
}

/**
 * What may become markup or a script, where the page's policy requires that something decides it: text without markup,
 * as the component library writes into style elements, and the app's own workers. The browser refuses everything else,
 * and reports it.
 */
export const ownPolicy = ({ location }: Page): Policy => ({
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL(text) {
    const { origin, pathname } = new URL(text, location.href)
    return origin === location.origin && /^\/assets\/[\w-]+\.js$/.test(pathname) ? text : null
  },
})

/** Registers it for the whole page. Called before anything is drawn. */
export function trustOwnScripts(page: Page): void {
  page.trustedTypes?.createPolicy('default', ownPolicy(page))
}
