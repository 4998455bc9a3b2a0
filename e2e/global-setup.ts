import { emptyDataDir, startCasebook } from './casebook.ts'

/** One server for the whole run, on an empty data folder with the example data, or the one at CASEBOOK_ADDRESS. */
export default async function startForAll() {
  if (process.env.CASEBOOK_ADDRESS) return undefined
  const { dataDir, remove } = await emptyDataDir()
  const casebook = await startCasebook({ dataDir }).catch(async (error) => {
    await remove()
    throw error
  })
  process.env.CASEBOOK_ADDRESS = casebook.address
  return async () => {
    await casebook.stop()
    await remove()
  }
}
