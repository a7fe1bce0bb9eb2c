import type { Problem } from '../contract/types/problem.ts'

/** When the request that a problem prevented may be repeated (`params.waitsUntil`, ms since the epoch); null if that is unknown. */
export const retryTimeOf = ({ params }: Problem): number | null => {
  const waitsUntil = params?.['waitsUntil']
  return typeof waitsUntil === 'number' ? waitsUntil : null
}
