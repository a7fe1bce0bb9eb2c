import type { Keychain } from '../../../studio/world.ts'

const SERVICE = 'Easel'

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

/** The native module is CommonJS: only its default export is complete, the named exports aren't. */
const loadKeytar = async (): Promise<Keytar> => {
  const module: Keytar & { default?: Keytar } = await import('keytar')
  return module.default ?? module
}

/**
 * The OS keychain through keytar, loaded on first use. Rejects with the system's message if there is none. Calls run one after
 * another, because each one that waits for a prompt blocks a thread that files and DNS need too.
 */
export const keytarKeychain = (load: () => Promise<Keytar> = loadKeytar): Keychain => {
  let last: Promise<unknown> = Promise.resolve()
  let calling = false
  let guarded = false

  const runExclusively = <T>(call: (keytar: Keytar) => Promise<T>): Promise<T> => {
    const run = async () => {
      const keytar = await load()
      if (!guarded) process.on('exit', () => calling && killSelf())
      guarded = true
      calling = true
      try {
        return await call(keytar)
      } finally {
        calling = false
      }
    }
    const result = last.then(run, run)
    last = result
    return result
  }
  return {
    get: (account) => runExclusively((keytar) => keytar.getPassword(SERVICE, account)),
    set: (account, secret) => runExclusively((keytar) => keytar.setPassword(SERVICE, account, secret)),
    delete: async (account) => {
      await runExclusively((keytar) => keytar.deletePassword(SERVICE, account))
    },
  }
}

/** An exiting process waits for its threads, and a thread in an unanswered prompt never ends. */
const killSelf = (): void => void process.kill(process.pid, 'SIGKILL')
