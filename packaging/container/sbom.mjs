// node sbom.mjs FOLDER: prints what the image contains as a CycloneDX document: the npm packages below FOLDER, which npm lists
// where it installed them, and Debian's packages.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))

const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const fromNpm = installed.map(([path, { version, license, integrity }]) => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const hash = /^sha512-(.+)$/.exec(integrity ?? '')?.[1]
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ expression: license }] }),
    ...(hash && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
  }
})

const { VERSION_CODENAME: release = '' } = Object.fromEntries(
  readFileSync('/etc/os-release', 'utf8')
    .split('\n')
    .map((line) => line.split('=')),
)
const format = `${['Package', 'Version', 'Architecture'].map((name) => `\${${name}}`).join(' ')}\\n`
const fromDebian = execFileSync('dpkg-query', ['--show', `--showformat=${format}`], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', version = '', architecture = ''] = line.split(' ')
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=${release}`
    return { type: 'library', name, version, purl }
  })

const unique = new Map([...fromNpm, ...fromDebian].map((component) => [component.purl, component]))
console.log(
  JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', name: 'casebook', version } },
      components: [...unique.values()],
    },
    null,
    1,
  ),
)
