// For .ci/run: the programs with which npm test checks exports, clients, the readers of recordings and printing.
// Installs missing ones if it may, and says which tests are skipped otherwise.
import { spawnSync } from 'node:child_process'
import { installDebian, whyNoPackages } from './packages.mjs'

const inR = (name) => ['Rscript', '-e', `library(${name})`]
const inPython = (name) => ['/usr/bin/python3', '-c', `import ${name}`]

/** Packages, each with a command that succeeds if it is installed. */
const programs = [
  { name: 'r-base-core', command: ['Rscript', '--version'], of: 'load.R' },
  { name: 'r-cran-curl', command: inR('curl'), of: 'the R client' },
  { name: 'r-cran-jsonlite', command: inR('jsonlite'), of: 'the R client' },
  { name: 'r-cran-openssl', command: inR('openssl'), of: 'the R client' },
  { name: 'python3-pandas', command: inPython('pandas'), of: 'load.py and the Python client' },
  { name: 'mypy', command: ['mypy', '--version'], of: 'the type hints of the Python client' },
  { name: 'pspp', command: ['pspp', '--version'], of: 'the syntax for SPSS' },
  { name: 'python3-xmlschema', command: inPython('xmlschema'), of: 'odm.xml' },
  { name: 'python3-scipy', command: inPython('scipy.io'), of: 'the reader of MATLAB files' },
  { name: 'python3-h5py', command: inPython('h5py'), of: 'the reader of HDF5 files' },
  { name: 'unzip', command: ['unzip', '-v'], of: 'the ZIP' },
  { name: 'libarchive-tools', command: ['bsdtar', '--version'], of: 'the ZIP' },
  { name: '7zip', command: ['7zz', 'i'], of: 'the ZIP' },
  // The Chromium from npm has no windows, and so prints nothing.
  { name: 'chromium', command: ['chromium', '--version'], of: 'printing' },
  { name: 'xvfb', command: ['which', 'Xvfb'], of: 'printing' },
  { name: 'poppler-utils', command: ['pdftotext', '-v'], of: 'printing' },
  { name: 'libxml2-utils', command: ['xmllint', '--version'], of: 'odm.xml' },
]

const listMissing = () =>
  programs.filter(({ command: [program, ...args] }) => spawnSync(program, args, { stdio: 'ignore' }).status !== 0)

let missing = listMissing()
const why = missing.length > 0 ? whyNoPackages() : undefined
if (missing.length > 0 && !why) {
  installDebian(missing.map(({ name }) => name))
  missing = listMissing()
}
for (const { name, of } of missing)
  console.log(`skipped: tests of ${of}, which need ${name}: ${why ?? 'it cannot be installed here'}`)
if (missing.length === 0)
  console.log(
    'R, pandas, mypy, PSPP, scipy, h5py, the validators of odm.xml, the readers of ZIP files and Chromium are installed: their tests run.',
  )
