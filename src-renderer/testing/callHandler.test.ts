import { expect, test, vi } from 'vitest'
import type { Handlers } from '../../src-preload/contract/routes.ts'
import { MAX_NOTE_LENGTH } from '../../src-preload/constraints/limits.ts'
import { callHandler } from './callHandler.ts'

test('input that a route doesn’t allow is rejected without calling its handler', async () => {
  const save = vi.fn<Handlers['library.note']>(async () => {})
  const write = (length: number) =>
    callHandler({ 'library.note': save }, 'library.note', { id: 'a', note: 'x'.repeat(length) })
  expect(await write(MAX_NOTE_LENGTH + 1)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(save).not.toHaveBeenCalled()
  expect(await write(MAX_NOTE_LENGTH)).toMatchObject({ ok: true })
})
