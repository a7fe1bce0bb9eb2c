import { expect, it } from 'vitest'
import { createKeytarKeychain } from './createKeytarKeychain.ts'

it('loads the native module only when a key is needed', async () => {
  let loads = 0
  const keychain = createKeytarKeychain(async () => {
    loads++
    throw new Error('no native part')
  })
  expect(loads).toBe(0)

  await expect(keychain.get('a')).rejects.toThrow('no native part')
  expect(loads).toBe(1)
})

it('makes one native call at a time, so that a prompt blocks only one thread', async () => {
  const calls: string[] = []
  const responses: ((secret: string | null) => void)[] = []
  const keychain = createKeytarKeychain(async () => ({
    getPassword: (_, account) => {
      calls.push(account)
      return new Promise((resolve) => responses.push(resolve))
    },
    setPassword: async () => {},
    deletePassword: async () => true,
  }))

  const first = keychain.get('a')
  const second = keychain.get('b')
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toEqual(['a'])

  responses[0]?.('secret of a')
  expect(await first).toBe('secret of a')
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toEqual(['a', 'b'])
  responses[1]?.(null)
  expect(await second).toBeNull()
})

it('continues after a failed call', async () => {
  let broken = true
  const keychain = createKeytarKeychain(async () => ({
    getPassword: async () => {
      if (broken) throw new Error('locked')
      return 'secret'
    },
    setPassword: async () => {},
    deletePassword: async () => true,
  }))

  await expect(keychain.get('a')).rejects.toThrow('locked')
  broken = false
  expect(await keychain.get('a')).toBe('secret')
})
