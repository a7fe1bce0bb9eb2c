import type { Keychain } from '../../../studio/world.ts'

/** The service name of Easel's entries in the keychain. */
const SERVICE = 'Easel'

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

/** The native module is CommonJS: only its default export is complete, the named exports aren't. */
const loadKeytar = async (): Promise<Keytar> => {
  const module: Keytar & { default?: Keytar } = await import('keytar')
  return module.default ?? module
}

/**
 * The OS keychain through keytar, loaded on first use. Rejects with the system's message if there is none. Calls run one at a
 * time, because each one that waits for a prompt blocks a thread of the pool that files and DNS need too.
 */
export const createKeytarKeychain = (load: () => Promise<Keytar> = loadKeytar): Keychain => {
  let lastCall: Promise<unknown> = Promise.resolve()
  let isCalling = false
  let hasExitHandler = false

  const runExclusively = <T>(call: (keytar: Keytar) => Promise<T>): Promise<T> => {
    const run = async () => {
      const keytar = await load()
      if (!hasExitHandler) process.on('exit', () => isCalling && killProcess())
      hasExitHandler = true
      isCalling = true
      try {
        return await call(keytar)
      } finally {
        isCalling = false
      }
    }
    const result = lastCall.then(run, run)
    lastCall = result
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

/** Ends the process without waiting for a running keychain call, whose thread may wait for a prompt forever. */
const killProcess = (): void => void process.kill(process.pid, 'SIGKILL')
