import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Fonts and images are compressed in themselves, and the server writes a nonce into each page that it sends. */
const compressible = /\.(js|css|svg|json|webmanifest|txt)$/

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/**
 * Adds a Brotli and a gzip version of every file of the build, at the highest compression. The server sends what a browser
 * accepts. The build for development is sent over no network.
 */
export function compressAssets(): Plugin {
  let outDir: string | undefined
  return {
    name: 'casebook:compress-assets',
    apply: 'build',
    configResolved(config) {
      if (config.isProduction) outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      // Called after a failed build, too, whose own error must not be hidden.
      if (!outDir || !existsSync(outDir)) return
      const folder = outDir
      const files = await readdir(folder, { recursive: true })
      await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compressFile(join(folder, file))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  const [brotli, gzipped] = await Promise.all([
    asBrotli(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        // How distances are coded. It makes the scripts of the first load a thousandth smaller.
        [constants.BROTLI_PARAM_NPOSTFIX]: 1,
      },
    }),
    // More memory makes longer blocks, which fit scripts worse: by 50 to 90 bytes of each large one.
    asGzip(content, { level: constants.Z_BEST_COMPRESSION, memLevel: 7 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
