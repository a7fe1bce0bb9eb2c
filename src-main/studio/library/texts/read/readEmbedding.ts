import { unwrapJson } from './unwrapJson.ts'

const VECTOR_KEYS = [
  'embeddings',
  'embedding',
  'data',
  'vectors',
  'vector',
  'dense_vecs',
  'dense',
  'values',
  'result',
  'results',
  'output',
]
const MAX_DEPTH = 8

/**
 * Reads the vectors of an embedding result: a list, nested lists, `{embeddings}` (service.md §Embeddings), `{data: [{embedding}]}`, also as a
 * JSON string. Null if there are none, if one of several is missing, or if their dimensions differ. Never throws.
 */
export function readEmbedding(content: string): number[][] | null {
  const vectors = findVectors(unwrapJson(content), 0)
  const dimension = vectors[0]?.length ?? 0
  return dimension > 0 && vectors.every(({ length }) => length === dimension) ? vectors : null
}

const isNumberList = (list: unknown[]): list is number[] =>
  list.every((item) => typeof item === 'number' && Number.isFinite(item))

function findVectors(value: unknown, depth: number): number[][] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  if (Array.isArray(value)) {
    if (value.length > 0 && isNumberList(value)) return [value]
    const found = sortByIndex(value).map((item) => findVectors(item, depth + 1))
    // A vector that is left out would give those after it to other inputs.
    return found.every((vectors) => vectors.length > 0) ? found.flat() : []
  }
  const fields: Record<string, unknown> = { ...value }
  for (const name of VECTOR_KEYS) {
    const found = findVectors(fields[name], depth + 1)
    if (found.length > 0) return found
  }
  return []
}

/** Sorts a list by `index` if every item has one. */
function sortByIndex(list: unknown[]): unknown[] {
  const indexedItems = list.map((item) => {
    const index: unknown = typeof item === 'object' && item !== null && 'index' in item ? item.index : null
    return { item, index }
  })
  if (!indexedItems.every(({ index }) => typeof index === 'number')) return list
  return indexedItems.sort((a, b) => Number(a.index) - Number(b.index)).map(({ item }) => item)
}
