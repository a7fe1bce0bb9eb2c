import { expect, it } from 'vitest'
import { routes } from '../../../src-preload/contract/routes.ts'
import type { LibraryUpdate } from '../../../src-preload/contract/types/libraryUpdate.ts'
import { memoryLog } from '../../studio/testing/memoryLog.ts'
import { dispatchCall } from './dispatchCall.ts'
import { updatingHandlers } from './updatingHandlers.ts'

it('rejects every route with the progress of the update', async () => {
  let update: LibraryUpdate = { stage: 'backup', step: 0, steps: 2, percent: 40 }
  const handlers = updatingHandlers(() => update)
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(routes).sort())
  const log = memoryLog()
  const ask = async () => {
    const answer = await dispatchCall(handlers, 'studio.info', undefined, log)
    return answer.ok ? null : answer.error
  }
  const told = () => ({ code: 'library_updating', money: 'none', params: update })
  expect(await ask()).toEqual(told())
  update = { stage: 'step', step: 1, steps: 2, percent: 100 }
  expect(await ask()).toEqual(told())
  expect(log.lines).toEqual([])
})
