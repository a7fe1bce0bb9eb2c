import { beforeEach, describe, expect, it, vi } from 'vitest'
import { StudioError } from '../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { memoryLog } from '../../studio/testing/memoryLog.ts'
import { takeFile } from '../shared/takeFile.ts'
import { FilePieces } from './FilePieces.ts'

const piece = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer
const invalid = { ok: false, error: { code: 'invalid_input', money: 'none' } }

/** So many bytes are taken; the one after that is refused. */
let most = Infinity
const taken = vi.fn<(bytes: string, about: object) => Asset>()
const failed = vi.fn<(error: unknown) => void>()
const inputs: Parameters<typeof takeFile>[0] = {
  take: async (source, about) => {
    let text = ''
    try {
      for await (const part of 'stream' in source ? source.stream : []) {
        text += Buffer.from(part).toString('utf8')
        if (text.length > most) throw new StudioError({ code: 'input_too_large', money: 'none' })
      }
    } catch (error) {
      failed(error)
      throw error
    }
    return taken(text, about)
  },
}
const open = () =>
  new FilePieces((source, name, sourceId) => takeFile(inputs, source, name, sourceId, memoryLog()))

const begin = async (files: FilePieces, name: unknown = 'a.png'): Promise<string> => {
  const begun = await files.begin(name, null)
  return begun.ok ? begun.data : ''
}

describe('a file in pieces', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    most = Infinity
  })

  it('arrives whole and in order, with its name and what it was taken from', async () => {
    const files = open()
    const begun = await files.begin('My cat.png', 'a1')
    const ticket = begun.ok ? begun.data : ''
    for (const text of ['one ', 'two ', 'three']) {
      expect(await files.put(ticket, piece(text))).toEqual({ ok: true, data: true })
    }
    expect(await files.end(ticket, true)).toMatchObject({ ok: true })
    expect(taken).toHaveBeenCalledExactlyOnceWith('one two three', { name: 'My cat.png', sourceId: 'a1' })
  })

  it('refused half-way asks for no more pieces and answers why', async () => {
    most = 3
    const files = open()
    const ticket = await begin(files)
    await files.put(ticket, piece('more than three'))
    expect(await files.put(ticket, piece('and more'))).toEqual({ ok: true, data: false })
    expect(await files.end(ticket, true)).toMatchObject({ ok: false, error: { code: 'input_too_large' } })
  })

  it('that could not be read to its end is not kept', async () => {
    const files = open()
    const ticket = await begin(files)
    await files.put(ticket, piece('half'))
    expect(await files.end(ticket, false)).toMatchObject({ ok: false })
    expect(taken).not.toHaveBeenCalled()
    expect(failed).toHaveBeenCalledOnce()
  })

  it.each([
    '/etc/passwd',
    '\\\\server\\share\\file',
    '\\\\.\\PhysicalDrive0',
    'file:///etc/passwd',
    null,
    7,
    [47],
  ])('takes bytes alone, and never what %j names', async (given) => {
    const files = open()
    const ticket = await begin(files)
    expect(await files.put(ticket, given)).toEqual(invalid)
    expect(await files.put(given, piece('x'))).toEqual(invalid)
    expect(await files.end(given, true)).toEqual(invalid)
    await files.end(ticket, true)
    expect(taken).toHaveBeenCalledExactlyOnceWith('', { name: 'a.png' })
  })

  it('takes no piece larger than the window sends', async () => {
    const files = open()
    expect(await files.put(await begin(files), new ArrayBuffer(8 * 2 ** 20 + 1))).toEqual(invalid)
  })

  it('with a name that is none is refused', async () => {
    const files = open()
    expect(await files.end(await begin(files, { toString: () => 'x' }), true)).toEqual(invalid)
  })

  it('ends once', async () => {
    const files = open()
    const ticket = await begin(files)
    await files.end(ticket, true)
    expect(await files.end(ticket, true)).toEqual(invalid)
    expect(await files.put(ticket, piece('x'))).toEqual(invalid)
  })

  it('of a page that has gone is dropped when many others follow', async () => {
    const files = open()
    const first = await begin(files)
    await files.put(first, piece('left behind'))
    for (let count = 0; count < 8; count++) await begin(files)
    await expect.poll(() => failed.mock.calls.length).toBe(1)
    expect(await files.end(first, true)).toEqual(invalid)
  })
})
