/** The part of autocannon that is used here; it brings no types of its own. */
declare module 'autocannon' {
  namespace autocannon {
    type Outgoing = { method: 'POST'; path: string; headers: Record<string, string>; body: string }
    type Request = Outgoing & { setupRequest?: (known: Outgoing) => Outgoing }
    type Options = {
      url: string
      connections: number
      /** In seconds. */
      duration: number
      timeout?: number
      setupClient: (client: { setRequests(requests: Request[]): void }) => void
    }
    type Histogram = { average: number; p50: number; p99: number; max: number }
    type Result = {
      requests: Histogram & { total: number }
      /** In milliseconds. */
      latency: Histogram
      throughput: Histogram
      /** In seconds. */
      duration: number
      errors: number
      timeouts: number
      non2xx: number
      '2xx': number
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export = autocannon
}
