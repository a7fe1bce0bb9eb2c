import type { Keychain } from '../world.ts'

export interface FakeKeychain extends Keychain {
  /** Secrets by account. */
  entries: Map<string, string>
  /** Every call so far, such as `get <account>`. */
  calls: string[]
  /** `fail`: rejects with this message; `hang`: waits until `completeCalls` is called. */
  behavior: 'normal' | 'hang' | { fail: string }
  /** Completes every hanging call. */
  completeCalls: () => void
  /** Rejects every hanging call. */
  failCalls: (message: string) => void
}

/** A keychain in memory that can fail, or wait for the user. */
export const fakeKeychain = (): FakeKeychain => {
  let waiting: PromiseWithResolvers<void>[] = []
  const takeWaiting = () => {
    const pending = waiting
    waiting = []
    return pending
  }
  const recordCall = async (name: string): Promise<void> => {
    keychain.calls.push(name)
    if (keychain.behavior === 'hang') {
      const call = Promise.withResolvers<void>()
      waiting.push(call)
      await call.promise
    } else if (keychain.behavior !== 'normal') throw new Error(keychain.behavior.fail)
  }
  const keychain: FakeKeychain = {
    entries: new Map(),
    calls: [],
    behavior: 'normal',
    completeCalls() {
      for (const { resolve } of takeWaiting()) resolve()
    },
    failCalls(message) {
      for (const { reject } of takeWaiting()) reject(new Error(message))
    },
    async get(account) {
      await recordCall(`get ${account}`)
      return keychain.entries.get(account) ?? null
    },
    async set(account, secret) {
      await recordCall(`set ${account}`)
      keychain.entries.set(account, secret)
    },
    async delete(account) {
      await recordCall(`delete ${account}`)
      keychain.entries.delete(account)
    },
  }
  return keychain
}
