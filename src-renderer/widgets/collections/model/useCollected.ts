import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Collection } from '../../../../src-preload/contract/types/collection.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { LIBRARY } from '../../library/libraryPages.ts'

type Named = Pick<Collection, 'id' | 'name'>

type Route = 'collections.add' | 'collections.remove'

interface Collected {
  add: (to: Named, ids: readonly string[]) => void
  remove: (from: Named, ids: readonly string[]) => void
}

/** Puts results into collections and takes them out, with a way back in the toast. */
export function useCollected(): Collected {
  const client = useQueryClient()
  const run = useCallback(
    (route: Route, to: Named, ids: readonly string[]) =>
      change(route, to, ids).finally(() => {
        void client.invalidateQueries({ queryKey: ['collections.list'] })
        void client.invalidateQueries({ queryKey: ['library.asset'] })
        void client.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] === LIBRARY && queryKey.includes(to.id),
        })
      }),
    [client],
  )
  const add = useCallback(
    async (to: Named, ids: readonly string[]) => {
      const count = await run('collections.add', to, ids)
      if (count === null) return
      const words =
        count === 0 ? t('collections.added_none', to) : t('collections.added', { count, name: to.name })
      toasts.getState().show({ words })
    },
    [run],
  )
  const remove = useCallback(
    async (from: Named, ids: readonly string[]) => {
      const count = await run('collections.remove', from, ids)
      if (count === null) return
      const action = { label: t('common.undo'), run: () => void run('collections.add', from, ids) }
      toasts.getState().show({ words: t('collections.removed', { count, name: from.name }), action })
    },
    [run],
  )
  return { add: (to, ids) => void add(to, ids), remove: (from, ids) => void remove(from, ids) }
}

/** How many went in or out; null where it failed, which is said. */
async function change(route: Route, { id }: Named, ids: readonly string[]): Promise<number | null> {
  try {
    return (await call(route, { id, ids: [...ids] })).changed
  } catch (error) {
    const { what, next } = problemMessage(problemOf(error))
    toasts.getState().show({ tone: 'bad', words: [what, next].filter(Boolean).join(' ') })
    return null
  }
}
