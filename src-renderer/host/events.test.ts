import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import { setBridge } from './bridge.ts'
import { subscribeToStudio } from './events.ts'

test('an event during the first request causes a refetch', async () => {
  let emit: (event: StudioEvent) => void = () => {}
  const unexpectedCall = () => Promise.reject(new Error('unexpected call'))
  const bridge: Bridge = {
    call: unexpectedCall,
    saveFile: async () => ({ ok: true, data: 'handed_over' }),
    addInputFile: unexpectedCall,
    media: { url: () => '', read: unexpectedCall, saveThumb: unexpectedCall },
    onEvent: (listener) => {
      emit = listener
      return () => {}
    },
  }
  setBridge(bridge)
  const client = new QueryClient()
  const unsubscribe = subscribeToStudio(client)
  const responses = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
  let requestCount = 0
  const key = ['models.list', { operation: 'o' }]
  const observer = client.getQueryCache().build(client, { queryKey: key })
  void client.fetchQuery({ queryKey: key, queryFn: () => responses[requestCount++]?.promise ?? [] })

  emit({ type: 'models.changed' })
  responses[0]?.resolve([])
  await expect.poll(() => client.getQueryState(key)?.isInvalidated).toBe(true)
  expect(observer.state.data).toEqual([])
  unsubscribe()
})
