import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MediaAnswer } from '../shared/answerMedia.ts'
import { FileCopies } from './FileCopies.ts'

const there = async (): Promise<MediaAnswer> => ({ status: 200, headers: {}, body: null })
const gone = async (): Promise<MediaAnswer> => ({ status: 404, headers: {}, body: null })

/** Electron's part, as far as a copy needs it: downloads that a test ends as it likes. */
function start(media = there) {
  const asked: string[] = []
  const session = new EventEmitter()
  const downloadURL = (url: string): number => asked.push(url)
  const copies = new FileCopies({ session, downloadURL }, '/home/me/Downloads', media)
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
  return { copies, asked, begin }
}

describe('FileCopies', () => {
  it('proposes the name in the folder for downloads, and answers once the file is written', async () => {
    const { copies, asked, begin } = start()
    const copy = copies.save('asset', 'a1', 'fog.png')
    await expect.poll(() => asked.length).toBe(1)
    const { item, dialog } = begin(asked[0] ?? '')
    expect(dialog).toEqual({ defaultPath: join('/home/me/Downloads', 'fog.png') })
    item.emit('done', {}, 'completed')
    expect(await copy).toEqual({ ok: true, data: 'saved' })
  })

  it('tells two copies of one file apart', async () => {
    const { copies, asked, begin } = start()
    const first = copies.save('asset', 'a1', 'fog.png')
    const second = copies.save('asset', 'a1', 'fog.png')
    await expect.poll(() => asked.length).toBe(2)
    begin(asked[1] ?? '').item.emit('done', {}, 'completed')
    begin(asked[0] ?? '').item.emit('done', {}, 'cancelled')
    expect(await first).toEqual({ ok: true, data: 'cancelled' })
    expect(await second).toEqual({ ok: true, data: 'saved' })
  })

  it.each(['done', 'updated'])('says a copy that breaks off has failed (%s)', async (event) => {
    const { copies, asked, begin } = start()
    const copy = copies.save('export', 'e1', 'spend.csv')
    await expect.poll(() => asked.length).toBe(1)
    begin(asked[0] ?? '').item.emit(event, {}, 'interrupted')
    expect(await copy).toEqual({ ok: false, error: { code: 'copy_failed', money: 'none' } })
  })

  it('says a file that is gone is missing, and begins no download', async () => {
    const { copies, asked } = start(gone)
    expect(await copies.save('asset', 'a1', 'fog.png')).toEqual({
      ok: false,
      error: { code: 'file_missing', money: 'none' },
    })
    expect(asked).toEqual([])
  })

  it.each([
    ['asset', 'a1', '../fog.png'],
    ['asset', 'a1', 'folder\\fog.png'],
    ['asset', 'a1', '.bashrc'],
    ['asset', 'a1', 'fog\u0000.png'],
    ['asset', 'a1', ''],
    ['asset', 'a1', 7],
    ['asset', '../a1', 'fog.png'],
    ['thumb', 'a1', 'fog.png'],
    ['preview', 'a1', 'fog.png'],
  ])('refuses %s %s as %j', async (place, id, name) => {
    const { copies, asked } = start()
    expect(await copies.save(place, id, name)).toEqual({
      ok: false,
      error: { code: 'invalid_input', money: 'none' },
    })
    expect(asked).toEqual([])
  })
})
