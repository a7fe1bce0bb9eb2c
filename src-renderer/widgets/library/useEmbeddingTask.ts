import { useApiQuery } from '../../host/useApiQuery.ts'

/** The task that makes embeddings, if the connection offers a model for it; results can then be sorted by meaning. */
export function useEmbeddingTask(): string | undefined {
  const { data } = useApiQuery('operations.list', undefined)
  return data?.operations.find(({ viewer, models }) => viewer === 'embedding' && models > 0)?.id
}
