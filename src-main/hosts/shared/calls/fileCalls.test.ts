import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readMedia, saveThumb } from './fileCalls.ts'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const webp = Uint8Array.from(Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 data'))

describe('readMedia', () => {
  it('returns the bytes of a file', async () => {
    const path = join(temporaryFolder(), 'a.png')
    await writeFile(path, 'image')
    const find = async () => ({ mime: 'image/png', path, bytes: 7 })
    const response = await readMedia({ find }, 'asset', 'a1', log)
    expect(response.ok && Buffer.from(response.data).toString()).toBe('image')
  })

  it('returns file_missing for a missing file and an invalid id', async () => {
    const find = vi.fn(async () => null)
    const missing = { ok: false, error: { code: 'file_missing', money: 'none' } }
    expect(await readMedia({ find }, 'asset', 'a1', log)).toEqual(missing)
    expect(await readMedia({ find }, 'asset', '../../etc/passwd', log)).toEqual(missing)
    expect(find).toHaveBeenCalledExactlyOnceWith('asset', 'a1')
  })
})

describe('saveThumb', () => {
  it.each([
    ['bytes', webp],
    ['a buffer', webp.buffer],
  ])('saves a WebP from %s', async (_how, given) => {
    const save = vi.fn(async () => {})
    expect(await saveThumb({ saveThumb: save }, 'a1', given, log)).toEqual({ ok: true, data: undefined })
    expect(save).toHaveBeenCalledExactlyOnceWith('a1', webp)
  })

  it.each([
    ['a page', 'a1', Buffer.from('<html>RIFF1234WEBP')],
    ['an empty image', 'a1', new Uint8Array()],
    ['another RIFF file', 'a1', Buffer.from('RIFF\x10\x00\x00\x00WAVEfmt data')],
    ['a huge image', 'a1', Buffer.concat([webp, Buffer.alloc(2 * 1024 * 1024)])],
    ['text', 'a1', 'RIFF1234WEBPVP8 '],
    ['nothing', 'a1', undefined],
    ['a path for an id', '../a1', webp],
    ['no id', undefined, webp],
  ])('refuses %s', async (_what, id, given) => {
    const save = vi.fn(async () => {})
    expect(await saveThumb({ saveThumb: save }, id, given, log)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
    expect(save).not.toHaveBeenCalled()
  })
})
