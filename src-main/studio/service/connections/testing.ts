import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { Access, Exchange } from '../http/Exchange.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { fakeKeychain } from '../../testing/fakeKeychain.ts'
import { Connections } from './Connections.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

export const KEY = '12|a-secret-long-enough'

/** Connections with a real database and with a fake keychain, sandbox and service. */
export const createConnectionsWorld = () => {
  const database = migratedDatabase()
  const keychain = fakeKeychain()
  const clock = fakeClock()
  const events: string[] = []
  const logged: string[] = []
  const requests: { access: Access; path: string }[] = []
  const accessChanges: string[] = []
  const sandbox = { starts: 0, fails: false }
  const record = (message: string, facts?: object) => void logged.push(message + JSON.stringify(facts ?? {}))
  let ids = 0
  const open = (environment: { address: string; key: string } | null = null) =>
    new Connections({
      database,
      keychain,
      clock,
      environment,
      sandbox: {
        start: async () => {
          sandbox.starts++
          if (sandbox.fails) throw new Error('no free port')
          return { address: 'http://127.0.0.1:4321', key: 'play' }
        },
      },
      client: {
        get: async (access, path): Promise<Exchange> => {
          requests.push({ access, path })
          return { kind: 'response', status: 200, headers: {}, text: '', json: { data: [{ slug: 'a' }] } }
        },
      },
      uuid: () => `id-${++ids}`,
      emit: (event) => events.push(event.type),
      log: { info: record, warn: record, error: record },
      onAccessChanged: (id) => accessChanges.push(id),
    })
  return {
    database,
    keychain,
    clock,
    events,
    logged,
    requests,
    accessChanges,
    sandbox,
    open,
    connections: open(),
  }
}

export const problem = (code: ProblemCode, params?: object) => ({
  problem: { code, ...(params ? { params } : {}) },
})
