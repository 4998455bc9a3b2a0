import { emptyDataDir, startCasebook } from './casebook.ts'

/** One server for the whole run, on an empty data folder with the example data. */
export default async function startForAll() {
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
