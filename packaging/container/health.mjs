// Docker's health check: asks the server at the address that it listens at.
const { HOST = '127.0.0.1', PORT = '4000' } = process.env
const all = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
const host = all[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
const answer = await fetch(`http://${host}:${PORT}/health`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
