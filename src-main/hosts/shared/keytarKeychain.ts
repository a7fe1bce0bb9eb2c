import type { Keychain } from '../../studio/world.ts'

const SERVICE = 'Easel'

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

/** The native part comes as CommonJS: whole as the default export, only partly under its names. */
const loadKeytar = async (): Promise<Keytar> => {
  const module: Keytar & { default?: Keytar } = await import('keytar')
  return module.default ?? module
}

/**
 * The OS keychain by keytar, loaded when it is first used. Rejects in the system's words when there is none. Calls go one
 * after another: each that waits for a prompt holds a thread that files and DNS need too.
 */
export const keytarKeychain = (load: () => Promise<Keytar> = loadKeytar): Keychain => {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(call: (keytar: Keytar) => Promise<T>): Promise<T> => {
    const run = async () => call(await load())
    const result = last.then(run, run)
    last = result
    return result
  }
  return {
    get: (account) => inTurn((keytar) => keytar.getPassword(SERVICE, account)),
    set: (account, secret) => inTurn((keytar) => keytar.setPassword(SERVICE, account, secret)),
    delete: async (account) => {
      await inTurn((keytar) => keytar.deletePassword(SERVICE, account))
    },
  }
}
