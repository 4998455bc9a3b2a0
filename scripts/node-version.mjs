// Imported first. Its syntax works in old versions of Node.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Casebook needs Node 20 or newer to set itself up, and this is Node ${process.versions.node}. ` +
      'Install a newer one (https://nodejs.org, or your system’s package "nodejs") and try again.',
  )
  process.exit(1)
}
