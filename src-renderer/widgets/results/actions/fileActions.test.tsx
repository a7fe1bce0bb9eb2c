import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Bridge, SaveOutcome } from '../../../../src-preload/contract/bridge.ts'
import type { Envelope } from '../../../../src-preload/contract/errors.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { setBridge } from '../../../host/bridge.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { toasts } from '../../../lib/toasts.ts'
import { ExportMenu, useFileActions } from './fileActions.tsx'

function SaveButton() {
  const { save } = useFileActions()
  return (
    <button type="button" onClick={() => save('a1')}>
      Save
    </button>
  )
}

/** Clicks the button; `copy` is null for a missing file. */
async function save(
  copy: RouteOutput<'exports.copy'> | null,
  outcome: 'saved' | 'cancelled' | 'handed_over',
) {
  const saveFile = vi.fn<Bridge['saveFile']>(async () => ({ ok: true, data: outcome }))
  setBridge({
    call: async (route) => {
      const data: unknown = route === 'exports.copy' ? copy : null
      if (data === null) return { ok: false, error: { code: 'file_missing', money: 'none' } }
      return JSON.parse(JSON.stringify({ ok: true, data }))
    },
    onEvent: () => () => {},
    media: { url: () => '', read: async () => new Blob(), saveThumb: async () => {} },
    saveFile,
    addInputFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
  })
  show(<SaveButton />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  return { saveFile, texts: () => toasts.getState().list.map(({ text }) => text) }
}

test('a copy is saved under the name that the studio proposes', async () => {
  const { saveFile, texts } = await save({ name: 'fog 42.png', withoutParameters: false }, 'saved')
  await expect.poll(texts).toEqual(['Copy saved'])
  expect(saveFile).toHaveBeenCalledExactlyOnceWith('copy', 'a1', 'fog 42.png')
})

test('a copy without the wanted parameters is announced, even in a browser', async () => {
  const { texts } = await save({ name: 'fog.png', withoutParameters: true }, 'handed_over')
  await expect.poll(texts).toEqual([expect.stringMatching(/^Saved without parameters/)])
})

test('a missing file is reported and not saved', async () => {
  const { saveFile, texts } = await save(null, 'saved')
  await expect.poll(texts).toEqual([expect.stringMatching(/no longer where Easel saved it/)])
  expect(saveFile).not.toHaveBeenCalled()
})

/** Exports a text as subtitles; `followDownload` is absent in a browser. */
async function exportText(followDownload?: Bridge['followDownload']) {
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:text'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const exported: RouteOutput<'library.export'> = {
    fileName: 'talk.srt',
    mime: 'application/x-subrip',
    base64: btoa('1'),
  }
  setBridge({
    call: async (route) =>
      JSON.parse(JSON.stringify({ ok: true, data: route === 'library.export' ? exported : null })),
    onEvent: () => () => {},
    media: { url: () => '', read: async () => new Blob(), saveThumb: async () => {} },
    saveFile: async () => ({ ok: true, data: 'saved' }),
    addInputFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
    ...(followDownload && { followDownload }),
  })
  show(<ExportMenu id="a1" formats={[{ format: 'srt' }]} />)
  await userEvent.click(screen.getByRole('button', { name: /^Export/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /srt/i, hidden: true }))
  return { blobs, texts: () => toasts.getState().list.map(({ text }) => text) }
}

test('a text that a browser downloads is announced with its file name', async () => {
  const { blobs, texts } = await exportText()
  await expect.poll(texts).toEqual(['Exported talk.srt'])
  expect(await blobs[0]?.text()).toBe('1')
})

test('an exported text is announced only once the desktop app has saved it', async () => {
  const { promise, resolve } = Promise.withResolvers<Envelope<SaveOutcome>>()
  const followDownload = vi.fn(() => promise)
  const { texts } = await exportText(followDownload)
  await expect.poll(() => followDownload.mock.calls).toEqual([['blob:text']])
  expect(texts()).toEqual([])
  resolve({ ok: true, data: 'saved' })
  await expect.poll(texts).toEqual(['Exported talk.srt'])
})

test('an exported text that can’t be saved is reported', async () => {
  const { texts } = await exportText(async () => ({
    ok: false,
    error: { code: 'copy_failed', money: 'none' },
  }))
  await expect
    .poll(texts)
    .toEqual(['Easel couldn’t write the file. Check that the folder exists and has space, then try again.'])
})

test('an exported text is not announced if the user closes the dialog of the system', async () => {
  const outcome = Promise.resolve({ ok: true, data: 'cancelled' } as const)
  const followDownload = vi.fn(() => outcome)
  const { texts } = await exportText(followDownload)
  await expect.poll(() => followDownload.mock.calls).toHaveLength(1)
  await outcome
  await new Promise((resolve) => setTimeout(resolve))
  expect(texts()).toEqual([])
})
