import { beforeEach, expect, test, vi } from 'vitest'
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import { toasts } from '../lib/toasts.ts'
import { setBridge } from './bridge.ts'
import { call, saveFile, studioLink } from './call.ts'
import { saveBlob } from './saveBlob.ts'

const lost = () => Promise.reject(new Error('no response'))

/** Installs a bridge whose members without a fake get no response. */
const installBridge = (fakes: Partial<Bridge>) =>
  setBridge({
    call: lost,
    saveFile: lost,
    addInputFile: lost,
    media: { url: () => '', read: lost, saveThumb: lost },
    onEvent: () => () => {},
    ...fakes,
  })
const toastTexts = () => toasts.getState().list.map(({ text }) => text)

beforeEach(() => {
  studioLink.getState().setLost(false)
})

test('the studio counts as lost from a call without a response until a file is saved', async () => {
  installBridge({ saveFile: async () => ({ ok: true, data: 'saved' }) })
  await expect(call('studio.info', undefined)).rejects.toMatchObject({ problem: { code: 'studio_lost' } })
  expect(studioLink.getState().isLost).toBe(true)
  expect(await saveFile('copy', 'a', 'a.png')).toBe('saved')
  expect(studioLink.getState().isLost).toBe(false)
})

test('the studio counts as lost when the download of a file made in the window gets no response', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('#')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  installBridge({ followDownload: lost })
  expect(await saveBlob(new Blob(), 'a.png')).toBeNull()
  expect(studioLink.getState().isLost).toBe(true)
})

test('a bridge that throws at once counts as a lost studio when a file is saved', async () => {
  installBridge({
    saveFile: () => {
      throw new Error('no response')
    },
  })
  expect(await saveFile('copy', 'a', 'a.png')).toBeNull()
  expect(studioLink.getState().isLost).toBe(true)
  expect(toastTexts()).toEqual([expect.stringContaining('Easel isn’t responding.')])
})
