import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import { setBridge } from './bridge.ts'
import { subscribeToStudio } from './events.ts'

test('an event that overtakes the first answer is not lost: the question is put again', async () => {
  let tell: (event: StudioEvent) => void = () => {}
  const nothing = () => Promise.reject(new Error('not asked'))
  const bridge: Bridge = {
    call: nothing,
    saveFile: async () => ({ ok: true, data: 'handed_over' }),
    takeFile: nothing,
    media: { url: () => '', read: nothing, saveThumb: nothing },
    onEvent: (listener) => {
      tell = listener
      return () => {}
    },
  }
  setBridge(bridge)
  const client = new QueryClient()
  const end = subscribeToStudio(client)
  const answers = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
  let asked = 0
  const key = ['models.list', { operation: 'o' }]
  const observer = client.getQueryCache().build(client, { queryKey: key })
  void client.fetchQuery({ queryKey: key, queryFn: () => answers[asked++]?.promise ?? [] })

  tell({ type: 'models.changed' })
  answers[0]?.resolve([])
  await expect.poll(() => client.getQueryState(key)?.isInvalidated).toBe(true)
  expect(observer.state.data).toEqual([])
  end()
})
