import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { SETTINGS_KEY } from '../../host/queryClient.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'

/** The settings, with optimistic changes; a change that can't be saved is undone. */
export function useSettings(): {
  settings: Settings | undefined
  change: (changes: Partial<Settings>) => void
} {
  const client = useQueryClient()
  const { data } = useApiQuery('settings.get', undefined)
  // Its response may lack a later change. The settings are loaded again when the studio reports that they changed.
  const { mutateAsync } = useApiMutation('settings.set')
  const change = useCallback(
    (changes: Partial<Settings>) => {
      // A response in flight is older than this change.
      void client.cancelQueries({ queryKey: SETTINGS_KEY })
      client.setQueryData<Settings>(SETTINGS_KEY, (old) => old && { ...old, ...changes })
      mutateAsync(changes).catch(() => client.invalidateQueries({ queryKey: SETTINGS_KEY }))
    },
    [client, mutateAsync],
  )
  return { settings: data, change }
}
