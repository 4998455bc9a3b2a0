import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  subscribe,
} from 'graphql'
import { type Selection, selectionOf } from '../shapes/shape/selection.ts'

type Results = AsyncGenerator<ExecutionResult, void, void>

/**
 * Like GraphQL's own `subscribe`, for fields that return a Change. The requested fields are picked from the change,
 * without running the executor for each of a thousand subscribers.
 */
export async function subscribeToChanges(args: ExecutionArgs): Promise<Results | ExecutionResult> {
  const field = rootFieldOf(args)
  if (!field) return subscribe(args)
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return source
  const { variableValues } = args
  const asked = selectionOf({
    fieldNodes: [field],
    fragments: fragmentsOf(args.document),
    variableValues: { ...variableValues },
  })
  return shaped(source, field.alias?.value ?? field.name.value, asked)
}

/** The one subscribed field, if the operation contains it directly. */
function rootFieldOf({ document, operationName }: ExecutionArgs): FieldNode | undefined {
  const [node] = getOperationAST(document, operationName)?.selectionSet.selections ?? []
  return node?.kind === 'Field' ? node : undefined
}

function fragmentsOf(document: DocumentNode) {
  const fragments: Record<string, FragmentDefinitionNode> = {}
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments[definition.name.value] = definition
  }
  return fragments
}

/** A complete generator: graphql-ws requires `return` to end it when its socket closes. */
function shaped(source: AsyncIterable<unknown>, key: string, asked: Selection): Results {
  const changes = source[Symbol.asyncIterator]()
  const end = async (): Promise<IteratorResult<ExecutionResult, void>> => {
    await changes.return?.()
    return { done: true, value: undefined }
  }
  return {
    async next() {
      const { done, value } = await changes.next()
      return done ? { done, value: undefined } : { done: false, value: { data: { [key]: pick(value, asked) } } }
    },
    return: end,
    async throw(error) {
      await end()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
    [Symbol.asyncDispose]: async () => {
      await end()
    },
  }
}

function pick(change: unknown, asked: Selection) {
  if (typeof change !== 'object' || change === null) return null
  return Object.fromEntries(
    [...asked].map(([key, { field }]) => [
      key,
      field === '__typename' ? 'Change' : (Reflect.get(change, field) ?? null),
    ]),
  )
}
