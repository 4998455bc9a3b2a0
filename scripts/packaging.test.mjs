import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.mjs'

const read = (name) => readFileSync(join(root, name), 'utf8')

test('every image is of one fixed version, to the last number', () => {
  const images = [
    ...read('Dockerfile').matchAll(/^FROM (\S+)/gm),
    ...read('compose.yaml').matchAll(/^ +image: (\S+)/gm),
  ].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(6)
  const own = ['casebook', 'tools']
  expect(images.filter((image) => !own.includes(image) && !/:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?$/.test(image))).toEqual([])
})

function hasGit() {
  try {
    return execFileSync('git', ['-C', root, 'ls-files', 'domain'], { encoding: 'utf8' }) !== ''
  } catch {
    return false
  }
}

test.runIf(hasGit())('no file of the tests gets into the image', () => {
  const ignored = read('.dockerignore').split('\n').filter(Boolean)
  const isLeftOut = (path) => ignored.some((each) => matchesGlob(path, each) || matchesGlob(path, `${each}/**`))
  const files = execFileSync('git', ['-C', root, 'ls-files', 'domain', 'server'], { encoding: 'utf8' }).split('\n')
  const ofTests = files.filter((path) => /(^|\/)(tests?|testing|fixtures)\/|\.test\.|vitest/.test(path))
  expect(ofTests.length).toBeGreaterThan(100)
  expect(ofTests.filter((path) => !isLeftOut(path))).toEqual([])
})
