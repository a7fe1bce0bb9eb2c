import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'
import { MicrophonePermission } from './MicrophonePermission.ts'

const open = (answer: boolean | Promise<boolean>, file = join(temporaryFolder(), 'permissions.json')) => {
  const ask = vi.fn(async () => answer)
  const onError = vi.fn()
  return { permission: new MicrophonePermission({ file, ask, onError }), ask, onError, file }
}

it.each([true, false])('asks once, and remembers the answer %s for the next start', async (answer) => {
  const { permission, ask, file } = open(answer)
  expect(permission.state).toBe('ask')
  expect(ask).not.toHaveBeenCalled()
  expect(await permission.request()).toBe(answer)
  expect(await permission.request()).toBe(answer)
  expect(ask).toHaveBeenCalledOnce()
  const next = open(!answer, file)
  expect(await next.permission.request()).toBe(answer)
  expect(next.ask).not.toHaveBeenCalled()
})

it('several requests share one question', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { permission, ask } = open(promise)
  const requests = [permission.request(), permission.request()]
  resolve(true)
  expect(await Promise.all(requests)).toEqual([true, true])
  expect(ask).toHaveBeenCalledOnce()
})

it('asks again after the answer was withdrawn, also at the next start', async () => {
  const { permission, ask, file } = open(true)
  await permission.request()
  permission.forget()
  expect(permission.state).toBe('ask')
  expect(open(true, file).permission.state).toBe('ask')
  await permission.request()
  expect(ask).toHaveBeenCalledTimes(2)
})

it.each(['', '[]', 'null', '{"microphone":true}', '{"microphone":"yes"}', '"allowed"'])(
  'a file with %s allows nothing',
  (text) => {
    const file = join(temporaryFolder(), 'permissions.json')
    writeFileSync(file, text)
    expect(open(true, file).permission.state).toBe('ask')
  },
)

it('a question that can’t be shown denies, and an answer that can’t be written holds for this session', async () => {
  const failing = open(Promise.reject(new Error('no window')))
  expect(await failing.permission.request()).toBe(false)
  const { permission, onError, file } = open(true, join(temporaryFolder(), 'missing', 'permissions.json'))
  expect(await permission.request()).toBe(true)
  expect(await permission.request()).toBe(true)
  expect(onError).toHaveBeenCalledOnce()
  expect(() => readFileSync(file)).toThrow('ENOENT')
})
