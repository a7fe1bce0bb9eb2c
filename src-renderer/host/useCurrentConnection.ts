import type { Connection } from '../../src-preload/contract/types/connection.ts'
import { useApiQuery } from './useApiQuery.ts'

/** The connection in use; undefined if there is none, or while loading. */
export const useCurrentConnection = (): Connection | undefined =>
  useApiQuery('connections.list', undefined).data?.connections.find(({ current }) => current)
