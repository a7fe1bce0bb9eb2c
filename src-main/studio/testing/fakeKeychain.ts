import type { Keychain } from '../world.ts'

export interface FakeKeychain extends Keychain {
  kept: Map<string, string>
  /** Every call so far, as `get id`. */
  calls: string[]
  /** `fail`: rejects in these words; `hang`: waits until `answer` is called. */
  mood: 'well' | 'hang' | { fail: string }
  /** Lets every hanging call go on. */
  answer: () => void
}

/** A keychain in memory that can be missing, or wait for its person. */
export const fakeKeychain = (): FakeKeychain => {
  let waiting: (() => void)[] = []
  const turn = async (call: string): Promise<void> => {
    keychain.calls.push(call)
    if (keychain.mood === 'hang') await new Promise<void>((resolve) => waiting.push(resolve))
    else if (keychain.mood !== 'well') throw new Error(keychain.mood.fail)
  }
  const keychain: FakeKeychain = {
    kept: new Map(),
    calls: [],
    mood: 'well',
    answer() {
      const all = waiting
      waiting = []
      for (const resolve of all) resolve()
    },
    async get(account) {
      await turn(`get ${account}`)
      return keychain.kept.get(account) ?? null
    },
    async set(account, secret) {
      await turn(`set ${account}`)
      keychain.kept.set(account, secret)
    },
    async delete(account) {
      await turn(`delete ${account}`)
      keychain.kept.delete(account)
    },
  }
  return keychain
}
