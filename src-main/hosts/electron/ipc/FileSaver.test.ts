import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MediaResponse } from '../../shared/http/createMediaResponse.ts'
import { FileSaver } from './FileSaver.ts'

const found = async (): Promise<MediaResponse> => ({ status: 200, headers: {}, body: null })
const missing = async (): Promise<MediaResponse> => ({ status: 404, headers: {}, body: null })

/** A mock of Electron's downloads, which the test completes. */
function start(media = found) {
  const downloads: string[] = []
  const session = new EventEmitter()
  const downloadURL = (url: string): number => downloads.push(url)
  const saver = new FileSaver({ session, downloadURL }, '/home/me/Downloads', media)
  const begin = (url: string) => {
    const dialog: { defaultPath?: string } = {}
    const item = Object.assign(new EventEmitter(), {
      getURL: () => url,
      setSaveDialogOptions: (options: object) => Object.assign(dialog, options),
      cancel: () => item.emit('done', {}, 'cancelled'),
    })
    session.emit('will-download', {}, item)
    return { item, dialog }
  }
  return { saver, downloads, begin }
}

describe('FileSaver', () => {
  it('proposes the name in the downloads folder, and resolves when the file is written', async () => {
    const { saver, downloads, begin } = start()
    const copy = saver.save('copy', 'a1', 'fog.png')
    await expect.poll(() => downloads.length).toBe(1)
    const { item, dialog } = begin(downloads[0] ?? '')
    expect(dialog).toEqual({ defaultPath: join('/home/me/Downloads', 'fog.png') })
    item.emit('done', {}, 'completed')
    expect(await copy).toEqual({ ok: true, data: 'saved' })
  })

  it('distinguishes two copies of one file', async () => {
    const { saver, downloads, begin } = start()
    const first = saver.save('copy', 'a1', 'fog.png')
    const second = saver.save('copy', 'a1', 'fog.png')
    await expect.poll(() => downloads.length).toBe(2)
    begin(downloads[1] ?? '').item.emit('done', {}, 'completed')
    begin(downloads[0] ?? '').item.emit('done', {}, 'cancelled')
    expect(await first).toEqual({ ok: true, data: 'cancelled' })
    expect(await second).toEqual({ ok: true, data: 'saved' })
  })

  it.each(['done', 'updated'])('reports an interrupted copy as failed (%s)', async (event) => {
    const { saver, downloads, begin } = start()
    const copy = saver.save('export', 'e1', 'spend.csv')
    await expect.poll(() => downloads.length).toBe(1)
    begin(downloads[0] ?? '').item.emit(event, {}, 'interrupted')
    expect(await copy).toEqual({ ok: false, error: { code: 'copy_failed', money: 'none' } })
  })

  it.each([
    ['completed', { ok: true, data: 'saved' }],
    ['cancelled', { ok: true, data: 'cancelled' }],
    ['interrupted', { ok: false, error: { code: 'copy_failed', money: 'none' } }],
  ])('reports that the download of a file of the window ends as %s', async (state, outcome) => {
    const { saver, downloads, begin } = start()
    const url = 'blob:app://studio/0195c1de'
    const saved = saver.follow(url)
    const { item, dialog } = begin(url)
    item.emit('done', {}, state)
    expect(await saved).toEqual(outcome)
    // The page has started the download under the name that it proposes.
    expect([downloads, dialog]).toEqual([[], {}])
  })

  it.each(['media://copy/a1?copy=1', 'blob:https://example.com/0195c1de', 'blob:app://studio.evil/1', '', 7])(
    'follows no download of %j',
    async (url) => {
      expect(await start().saver.follow(url)).toEqual({
        ok: false,
        error: { code: 'invalid_input', money: 'none' },
      })
    },
  )

  it('reports a download that does not start within 30 seconds as failed', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const saved = start().saver.follow('blob:app://studio/0195c1de')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await saved).toMatchObject({ ok: false, error: { code: 'copy_failed' } })
  })

  it('reports a missing file and starts no download', async () => {
    const { saver, downloads } = start(missing)
    expect(await saver.save('copy', 'a1', 'fog.png')).toEqual({
      ok: false,
      error: { code: 'file_missing', money: 'none' },
    })
    expect(downloads).toEqual([])
  })

  it.each([
    ['copy', 'a1', '../fog.png'],
    ['copy', 'a1', 'folder\\fog.png'],
    ['copy', 'a1', '.bashrc'],
    ['copy', 'a1', 'fog\u0000.png'],
    ['copy', 'a1', ''],
    ['copy', 'a1', 7],
    ['copy', '../a1', 'fog.png'],
    ['asset', 'a1', 'fog.png'],
    ['thumb', 'a1', 'fog.png'],
    ['preview', 'a1', 'fog.png'],
  ])('refuses %s %s as %j', async (kind, id, name) => {
    const { saver, downloads } = start()
    expect(await saver.save(kind, id, name)).toEqual({
      ok: false,
      error: { code: 'invalid_input', money: 'none' },
    })
    expect(downloads).toEqual([])
  })
})
