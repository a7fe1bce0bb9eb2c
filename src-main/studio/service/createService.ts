import type { Emit } from '../events.ts'
import { ConnectionHealth } from './connections/ConnectionHealth.ts'
import type { Access } from './client/Exchange.ts'
import { ServiceClient } from './client/ServiceClient.ts'
import type { World } from '../world.ts'

interface Parts {
  world: World
  emit: Emit
  access: (connectionId: string) => Promise<Access>
}

/** The lightest request that shows whether the service answers: one model of the list (service.md §Listing models). */
const PROBE = 'models?per_page=1&limit=1&page=1'

/** The client of the remote service, and what its exchanges say about each connection; a part of `createStudio`. */
export function assembleService({ world, emit, access }: Parts) {
  const { clock, log, dispatcher, version } = world
  const client = new ServiceClient({
    dispatcher,
    userAgent: `Easel/${version}`,
    onExchange: (id, exchange) => health.note(id, exchange),
  })
  const health = new ConnectionHealth({
    clock,
    emit,
    log,
    probe: async (id, signal) => client.get(await access(id), PROBE, { signal }),
  })
  return { client, health }
}
