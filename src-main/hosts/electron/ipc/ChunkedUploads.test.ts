import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { memoryLog } from '../../../studio/testing/memoryLog.ts'
import { addInput } from '../../shared/calls/fileCalls.ts'
import { ChunkedUploads } from './ChunkedUploads.ts'

const piece = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer
const invalid = { ok: false, error: { code: 'invalid_input', money: 'none' } }

/** Longer texts are rejected. */
let maxLength = Infinity
const addAsset = vi.fn<(bytes: string, about: object) => Asset>()
const failed = vi.fn<(error: unknown) => void>()
const inputs: Parameters<typeof addInput>[0] = {
  store: async (source, about) => {
    let text = ''
    try {
      for await (const part of 'stream' in source ? source.stream : []) {
        text += Buffer.from(part).toString('utf8')
        if (text.length > maxLength) throw new StudioError(makeProblem('input_too_large'))
      }
    } catch (error) {
      failed(error)
      throw error
    }
    return addAsset(text, about)
  },
}
const open = () =>
  new ChunkedUploads((source, name, sourceId) => addInput(inputs, source, name, sourceId, memoryLog()))

const begin = async (files: ChunkedUploads, name: unknown = 'a.png'): Promise<string> => {
  const begun = await files.begin(name, null)
  return begun.ok ? begun.data : ''
}

describe('a chunked upload', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    maxLength = Infinity
  })

  it('arrives complete and in order, with its name and its source', async () => {
    const files = open()
    const begun = await files.begin('My cat.png', 'a1')
    const uploadId = begun.ok ? begun.data : ''
    for (const text of ['one ', 'two ', 'three']) {
      expect(await files.write(uploadId, piece(text))).toEqual({ ok: true, data: true })
    }
    expect(await files.end(uploadId, true)).toMatchObject({ ok: true })
    expect(addAsset).toHaveBeenCalledExactlyOnceWith('one two three', { name: 'My cat.png', sourceId: 'a1' })
  })

  it('that is rejected halfway accepts no more chunks and returns the reason', async () => {
    maxLength = 3
    const files = open()
    const uploadId = await begin(files)
    await files.write(uploadId, piece('more than three'))
    expect(await files.write(uploadId, piece('and more'))).toEqual({ ok: true, data: false })
    expect(await files.end(uploadId, true)).toMatchObject({ ok: false, error: { code: 'input_too_large' } })
  })

  it('that could not be read completely is not stored', async () => {
    const files = open()
    const uploadId = await begin(files)
    await files.write(uploadId, piece('half'))
    expect(await files.end(uploadId, false)).toMatchObject({ ok: false })
    expect(addAsset).not.toHaveBeenCalled()
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
  ])('accepts only bytes, and never the path %j', async (invalidId) => {
    const files = open()
    const uploadId = await begin(files)
    expect(await files.write(uploadId, invalidId)).toEqual(invalid)
    expect(await files.write(invalidId, piece('x'))).toEqual(invalid)
    expect(await files.end(invalidId, true)).toEqual(invalid)
    await files.end(uploadId, true)
    expect(addAsset).toHaveBeenCalledExactlyOnceWith('', { name: 'a.png' })
  })

  it('rejects a chunk that is larger than the window sends', async () => {
    const files = open()
    expect(await files.write(await begin(files), new ArrayBuffer(8 * 2 ** 20 + 1))).toEqual(invalid)
  })

  it('with an invalid name accepts no chunks and is rejected', async () => {
    const files = open()
    const uploadId = await begin(files, { toString: () => 'x' })
    expect(await files.write(uploadId, piece('x'))).toEqual({ ok: true, data: false })
    expect(await files.end(uploadId, true)).toEqual(invalid)
  })

  it('that can’t be stored accepts no chunks and returns the reason', async () => {
    const stored = Promise.withResolvers<Asset>()
    const files = new ChunkedUploads((_source, name, sourceId) =>
      addInput({ store: () => stored.promise }, { path: '' }, name, sourceId, memoryLog()),
    )
    const uploadId = await begin(files)
    const written = files.write(uploadId, piece('x'))
    stored.reject(new StudioError({ code: 'disk_full', money: 'none' }))
    expect(await written).toEqual({ ok: true, data: false })
    expect(await files.end(uploadId, true)).toMatchObject({ ok: false, error: { code: 'disk_full' } })
  })

  it('can be ended only once', async () => {
    const files = open()
    const uploadId = await begin(files)
    await files.end(uploadId, true)
    expect(await files.end(uploadId, true)).toEqual(invalid)
    expect(await files.write(uploadId, piece('x'))).toEqual(invalid)
  })

  it('is dropped when too many newer ones begin', async () => {
    const files = open()
    const first = await begin(files)
    await files.write(first, piece('left behind'))
    for (let count = 0; count < 8; count++) await begin(files)
    await expect.poll(() => failed.mock.calls.length).toBe(1)
    expect(await files.end(first, true)).toEqual(invalid)
  })
})
