import { describe, expect, it, vi } from 'vitest'
import { completeHandlers } from './completeHandlers.ts'

const capabilities = { openFolder: true, notifications: false, tray: false, keepAwake: false }
const studio = {
  handlers: {
    'studio.info': async () => ({ version: '1.2.3', dataFolder: '/d', notices: [] }),
  },
  pathOfAsset: (id: string) => (id === 'a1' ? '/d/library/a1.png' : null),
}

describe('completeHandlers', () => {
  it('adds the host to the info about the studio', async () => {
    const handlers = completeHandlers(studio, { name: 'browser', capabilities, reveal: null })
    expect(await handlers['studio.info']()).toEqual({
      version: '1.2.3',
      dataFolder: '/d',
      notices: [],
      host: 'browser',
      capabilities,
    })
  })

  it('shows the file of an existing asset only', async () => {
    const reveal = vi.fn()
    const handlers = completeHandlers(studio, { name: 'electron', capabilities, reveal })
    await handlers['library.reveal']({ id: 'a1' })
    expect(reveal).toHaveBeenCalledExactlyOnceWith('/d/library/a1.png')
    await expect(handlers['library.reveal']({ id: '/etc/passwd' })).rejects.toMatchObject({
      problem: { code: 'asset_not_found' },
    })
    expect(reveal).toHaveBeenCalledOnce()
  })

  it('throws for a host without a file manager', async () => {
    const handlers = completeHandlers(studio, { name: 'browser', capabilities, reveal: null })
    await expect(handlers['library.reveal']({ id: 'a1' })).rejects.toMatchObject({
      problem: { code: 'not_supported' },
    })
  })
})
