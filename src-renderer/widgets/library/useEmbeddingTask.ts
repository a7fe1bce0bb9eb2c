import { useApiQuery } from '../../host/useApiQuery.ts'

/**
 * Id of the task that makes embeddings, if the connection offers a model for it; only then can results be sorted by
 * meaning.
 */
export function useEmbeddingTask(): string | undefined {
  const { data } = useApiQuery('operations.list', undefined)
  return data?.operations.find(({ viewer, models }) => viewer === 'embedding' && models > 0)?.id
}
