import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { randomBytes, randomInt } from 'node:crypto'
import { systemClock } from './clock.ts'
import { SandboxControl } from './control/SandboxControl.ts'
import { FaultBoard } from './faults/FaultBoard.ts'
import { answerCall } from './http/answerCall.ts'
import { listen } from './http/listen.ts'
import { refusal } from './http/Reply.ts'
import { writeReply } from './http/writeReply.ts'
import { InputStore } from './inputs/InputStore.ts'
import { Books } from './jobs/Books.ts'
import { RateLimiter } from './limits/RateLimiter.ts'
import { Catalogue } from './models/Catalogue.ts'
import { operations } from './operations/operations.ts'
import type { SandboxOptions, Settings } from './options.ts'
import type { Parts } from './Parts.ts'
import { createDice } from './random.ts'
import { LinkSigner } from './results/LinkSigner.ts'
import { Workshop } from './results/Workshop.ts'
import { Witness } from './Witness.ts'

export interface Sandbox {
  /** Base address, such as `http://127.0.0.1:41234`. */
  address: string
  key: string
  control: SandboxControl
  /** Stops at once; open connections are dropped, records are on disk already. */
  close: () => Promise<void>
}

/** Starts the built-in service on 127.0.0.1. Rejects when the port is taken or a fault is no fault. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settle(options)
  const { clock } = settings
  const dice = createDice(settings.seed)
  const inputs = new InputStore(settings.stateFolder)
  let address = ''
  const parts: Parts = {
    settings,
    clock,
    dice,
    catalogue: new Catalogue(),
    operations,
    books: new Books(settings.stateFolder, settings.balance, clock.now()),
    faults: new FaultBoard(dice),
    limiter: new RateLimiter(settings.limits),
    links: new LinkSigner(linkSecret(settings.stateFolder), settings.linkLifetimeMs),
    inputs,
    workshop: new Workshop(operations, async (id) => inputs.get(id)),
    witness: new Witness(),
    address: () => address,
  }
  const control = new SandboxControl(parts)
  control.setFaults(settings.faults)
  const server = createServer((request, response) => {
    answerCall(request, parts)
      .catch(() => refusal(500, 'Server Error'))
      .then(async (reply) => writeReply(request, response, reply, clock))
      .catch(() => response.destroy())
  })
  const port = await listen(server, settings.port)
  address = `http://127.0.0.1:${String(port)}`
  return {
    address,
    key: settings.key,
    control,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}

/** Kept with the state, so that links made before a restart still work after it. */
function linkSecret(stateFolder: string | null): string {
  const fresh = randomBytes(32).toString('base64url')
  if (stateFolder === null) return fresh
  const file = join(stateFolder, 'link-secret')
  try {
    writeFileSync(file, fresh, { flag: 'wx', mode: 0o600 })
    return fresh
  } catch {
    const kept = readFileSync(file, 'utf8')
    return kept.length === fresh.length ? kept : fresh
  }
}

function settle(options: SandboxOptions): Settings {
  return {
    port: options.port ?? 0,
    stateFolder: options.stateFolder ?? null,
    flavour: options.flavour ?? 'spec',
    speed: options.speed ?? 1,
    faults: options.faults ?? [],
    // Shaped like the live service's keys. Play money only, but the prompts of its jobs are the user's.
    key: options.key ?? `1|${randomBytes(24).toString('base64url')}`,
    control: options.control ?? false,
    balance: options.balance ?? 25,
    prices: options.prices ?? {},
    limits: options.limits ?? {},
    linkLifetimeMs: options.linkLifetimeMs ?? 86_400_000,
    clock: options.clock ?? systemClock,
    seed: options.seed ?? randomInt(2 ** 32),
  }
}
