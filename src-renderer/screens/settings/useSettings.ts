import { useQueryClient } from '@tanstack/react-query'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'

/** The settings, with optimistic changes; a change that can't be saved is undone. */
export function useSettings(): {
  settings: Settings | undefined
  change: (changes: Partial<Settings>) => void
} {
  const client = useQueryClient()
  const { data } = useApiQuery('settings.get', undefined)
  const key = ['settings.get', undefined]
  const set = useApiMutation('settings.set', { onDone: (settings) => client.setQueryData(key, settings) })
  return {
    settings: data,
    change: (changes) => {
      // A response in flight is older than this change.
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<Settings>(key, (old) => old && { ...old, ...changes })
      set.mutateAsync(changes).catch(() => client.invalidateQueries({ queryKey: key }))
    },
  }
}
