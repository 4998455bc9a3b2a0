import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'

/** What DuckDB reads in a Parquet file: the names and types of its columns, and its rows. */
export async function readParquet(path: string): Promise<{ names: string[]; types: string[]; rows: DuckDBValue[][] }> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const reader = await connection.runAndReadAll(`select * from read_parquet('${path.replaceAll("'", "''")}')`)
    return { names: reader.columnNames(), types: reader.columnTypes().map(String), rows: reader.getRows() }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
