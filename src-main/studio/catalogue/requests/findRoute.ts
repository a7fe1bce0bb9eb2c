import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { isEmptyValue } from '../../../../src-preload/shared/values/isEmptyValue.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import type { FindFile } from '../FindFile.ts'
import type { Operation, OperationRoute } from '../Operation.ts'

type FindOperation = (id: string) => Operation | undefined

/** The operation that the values of a composite task run as. */
export interface FoundRoute {
  operation: Operation
  /** Converts the form's values to the operation's: renames its input and drops the other inputs. */
  toRoute: (values: Values) => Values
  /** The form's name of one of the operation's entries. */
  toForm: (entry: string) => string
}

/** The first route that accepts the input in these values and that the model offers; otherwise the last one. Null without routes. */
export function findRoute(
  { routes = [] }: Operation,
  values: Values,
  { record, findFile, find }: { record: ModelRecord; findFile: FindFile; find: FindOperation },
): FoundRoute | null {
  const fallback = routes.at(-1)
  if (!fallback) return null
  const isOffered = ({ operation }: OperationRoute): boolean =>
    find(operation)?.inferenceTypes.some((type) => record.inferenceTypes.includes(type)) ?? false
  const route =
    routes.slice(0, -1).find((candidate) => accepts(candidate, values, findFile) && isOffered(candidate)) ??
    fallback
  const operation = find(route.operation)
  if (!operation) return null
  if (route === fallback) return { operation, toRoute: (given) => given, toForm: (entry) => entry }
  const inputs = new Set(routes.map(({ input }) => input.field))
  const { field, as } = route.input
  return {
    operation,
    toRoute: (given) => {
      const others = Object.entries(given).filter(([entry]) => !inputs.has(entry))
      const input = given[field]
      return { ...Object.fromEntries(others), ...(input !== undefined && { [as]: input }) }
    },
    toForm: (entry) => (entry === as ? field : entry),
  }
}

/** Whether a route accepts the input in these values. */
function accepts(
  { input, media, hosts, pathPrefix = '/' }: OperationRoute,
  values: Values,
  findFile: FindFile,
): boolean {
  const value = values[input.field]
  if (value === undefined || isEmptyValue(value)) return false
  if (media !== undefined) {
    const ids = Array.isArray(value) ? value : []
    return ids.every((id) => typeof id === 'string' && findFile(id)?.kind === media)
  }
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { hostname, pathname } = new URL(value)
  const isHost = hosts?.some((host) => hostname === host || hostname.endsWith(`.${host}`)) ?? true
  return isHost && pathname.startsWith(pathPrefix)
}
