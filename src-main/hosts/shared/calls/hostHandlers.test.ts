import { describe, expect, it, vi } from 'vitest'
import { addHostHandlers, createUpdatingHandlers } from './hostHandlers.ts'
import { routes } from '../../../../src-preload/contract/routes.ts'
import type { LibraryUpdate } from '../../../../src-preload/contract/types/studio.ts'
import { memoryLog } from '../../../studio/testing/memoryLog.ts'
import { dispatchCall } from './dispatchCall.ts'

const capabilities = { openFolder: true, notifications: false, tray: false, keepAwake: false }
const studio = {
  handlers: {
    'studio.info': async () => ({ version: '1.2.3', dataFolder: '/d', notices: [] }),
  },
  getAssetPath: (id: string) => (id === 'a1' ? '/d/library/a1.png' : null),
}

describe('addHostHandlers', () => {
  it('adds the host to the info about the studio', async () => {
    const handlers = addHostHandlers(studio, { name: 'browser', capabilities, revealFile: null })
    expect(await handlers['studio.info']()).toEqual({
      version: '1.2.3',
      dataFolder: '/d',
      notices: [],
      host: 'browser',
      capabilities,
    })
  })

  it('shows the file of an existing asset only', async () => {
    const revealFile = vi.fn()
    const handlers = addHostHandlers(studio, { name: 'electron', capabilities, revealFile })
    await handlers['library.reveal']({ id: 'a1' })
    expect(revealFile).toHaveBeenCalledExactlyOnceWith('/d/library/a1.png')
    await expect(handlers['library.reveal']({ id: '/etc/passwd' })).rejects.toMatchObject({
      problem: { code: 'asset_not_found' },
    })
    expect(revealFile).toHaveBeenCalledOnce()
  })

  it('throws for a host without a file manager', async () => {
    const handlers = addHostHandlers(studio, { name: 'browser', capabilities, revealFile: null })
    await expect(handlers['library.reveal']({ id: 'a1' })).rejects.toMatchObject({
      problem: { code: 'not_supported' },
    })
  })
})

it('rejects every route with the progress of the update', async () => {
  let update: LibraryUpdate = { stage: 'backup', step: 0, steps: 2, percent: 40 }
  const handlers = createUpdatingHandlers(() => update)
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(routes).sort())
  const log = memoryLog()
  const ask = async () => {
    const response = await dispatchCall(handlers, 'studio.info', undefined, log)
    return response.ok ? null : response.error
  }
  const told = () => ({ code: 'library_updating', money: 'none', params: update })
  expect(await ask()).toEqual(told())
  update = { stage: 'step', step: 1, steps: 2, percent: 100 }
  expect(await ask()).toEqual(told())
  expect(log.lines).toEqual([])
})
