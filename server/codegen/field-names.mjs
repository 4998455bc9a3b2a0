// Generates the field names of every object type in the schema, by which the SQL shapes are checked (server/src/shapes/shape/shape.ts).
import { isObjectType } from 'graphql'

export function plugin(schema) {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  const lines = types.map(
    (type) =>
      `  ${type.name}: ${Object.keys(type.getFields())
        .map((name) => `'${name}'`)
        .join(' | ')}`,
  )
  return `/** The fields of each type of the schema. */\nexport type FieldNames = {\n${lines.join('\n')}\n}\n`
}
