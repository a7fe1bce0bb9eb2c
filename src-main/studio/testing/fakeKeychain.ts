import type { Keychain } from '../world.ts'

export interface FakeKeychain extends Keychain {
  kept: Map<string, string>
  /** Every call so far, as `get id`. */
  calls: string[]
  /** `fail`: rejects with this message; `hang`: waits until `answer` is called. */
  behavior: 'well' | 'hang' | { fail: string }
  /** Completes every hanging call. */
  answer: () => void
}

/** A keychain in memory that can fail, or wait for the user. */
export const fakeKeychain = (): FakeKeychain => {
  let waiting: (() => void)[] = []
  const recordCall = async (call: string): Promise<void> => {
    keychain.calls.push(call)
    if (keychain.behavior === 'hang') await new Promise<void>((resolve) => waiting.push(resolve))
    else if (keychain.behavior !== 'well') throw new Error(keychain.behavior.fail)
  }
  const keychain: FakeKeychain = {
    kept: new Map(),
    calls: [],
    behavior: 'well',
    answer() {
      const pending = waiting
      waiting = []
      for (const resolve of pending) resolve()
    },
    async get(account) {
      await recordCall(`get ${account}`)
      return keychain.kept.get(account) ?? null
    },
    async set(account, secret) {
      await recordCall(`set ${account}`)
      keychain.kept.set(account, secret)
    },
    async delete(account) {
      await recordCall(`delete ${account}`)
      keychain.kept.delete(account)
    },
  }
  return keychain
}
