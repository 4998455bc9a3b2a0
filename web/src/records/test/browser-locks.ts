/** The locks of a browser, each of which its page holds until it is gone. */
export class BrowserLocks {
  private readonly names = new Set<string>()

  async request(name: string, _: LockOptions, work: (lock: { name: string } | null) => unknown): Promise<unknown> {
    await Promise.resolve()
    if (this.names.has(name)) return work(null)
    this.names.add(name)
    return work({ name })
  }

  async query(): Promise<{ held: { name: string }[] }> {
    return { held: [...this.names].map((name) => ({ name })) }
  }

  /** All pages are closed. */
  release(): void {
    this.names.clear()
  }
}
