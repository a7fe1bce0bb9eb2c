import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { RequestCounter } from './http/RequestCounter.ts'
import { SandboxControl } from './SandboxControl.ts'
import { FaultInjector } from './faults/FaultInjector.ts'
import { handleRequest } from './handleRequest.ts'
import { errorReply, type Reply } from './http/Reply.ts'
import { InputStore } from './inputs/InputStore.ts'
import { AccountStore } from './jobs/AccountStore.ts'
import { RateLimiter } from './http/RateLimiter.ts'
import { ModelList } from './models/ModelList.ts'
import { operations } from './operations/operations.ts'
import type { SandboxClock, SandboxOptions, SandboxSettings } from './options.ts'
import type { SandboxContext } from './SandboxContext.ts'
import { createRandom } from './random.ts'
import { LinkSigner } from './results/LinkSigner.ts'
import { ResultGenerator } from './results/ResultGenerator.ts'

/** A running sandbox. */
export interface Sandbox {
  /** Base address, such as `http://127.0.0.1:41234`. */
  address: string
  key: string
  control: SandboxControl
  /** Stops immediately and drops open connections. With a state folder, jobs are already on disk. */
  close: () => Promise<void>
}

const systemClock: SandboxClock = {
  now: () => Date.now(),
  sleep: async (ms) => setTimeout(ms, undefined, { ref: false }),
}

/** Starts the built-in service on 127.0.0.1. Rejects when the port is taken or a fault is unknown. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = withDefaults(options)
  const { clock } = settings
  const random = createRandom(settings.seed)
  const inputs = new InputStore(settings.stateFolder)
  let address = ''
  const context: SandboxContext = {
    settings,
    clock,
    random,
    models: new ModelList(),
    operations,
    accounts: new AccountStore(settings.stateFolder, settings.balance, clock.now()),
    faults: new FaultInjector(random),
    rateLimiter: new RateLimiter(settings.limits),
    linkSigner: new LinkSigner(readLinkSecret(settings.stateFolder), settings.linkLifetimeMs),
    inputs,
    resultGenerator: new ResultGenerator(operations, async (id) => inputs.read(id)),
    requestCounter: new RequestCounter(),
    address: () => address,
  }
  const control = new SandboxControl(context)
  control.setFaults(settings.faults)
  const server = createServer((request, response) => {
    handleRequest(request, context)
      .catch(() => errorReply(500, 'Server Error'))
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

/** Listens on 127.0.0.1 only and resolves to the port. Rejects when it is taken. */
async function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.keepAliveTimeout = 30_000
    server.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    })
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : 0)
    })
  })
}

/** The secret of the links. It is stored with the jobs, so that links from before a restart still work after it. */
function readLinkSecret(stateFolder: string | null): string {
  const fresh = randomBytes(32).toString('base64url')
  if (stateFolder === null) return fresh
  const file = join(stateFolder, 'link-secret')
  try {
    writeFileSync(file, fresh, { flag: 'wx', mode: 0o600 })
    return fresh
  } catch {
    const stored = readFileSync(file, 'utf8')
    return stored.length === fresh.length ? stored : fresh
  }
}

function withDefaults(options: SandboxOptions): SandboxSettings {
  return {
    port: options.port ?? 0,
    stateFolder: options.stateFolder ?? null,
    flavour: options.flavour ?? 'spec',
    speed: options.speed ?? 1,
    detail: options.detail ?? 1,
    faults: options.faults ?? [],
    // Has the form of the live service's keys. It protects the user's prompts, not money.
    key: options.key ?? `1|${randomBytes(24).toString('base64url')}`,
    control: options.control ?? false,
    balance: options.balance ?? 25,
    priceFactors: options.priceFactors ?? {},
    limits: options.limits ?? {},
    linkLifetimeMs: options.linkLifetimeMs ?? 86_400_000,
    clock: options.clock ?? systemClock,
    seed: options.seed ?? randomInt(2 ** 32),
  }
}

/** Sends a reply with its delay and simulated failure. A client that has disconnected is not an error. */
async function writeReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  clock: SandboxClock,
): Promise<void> {
  if (reply.delayMs) await clock.sleep(reply.delayMs)
  if (reply.transferFault === 'reset') {
    request.socket.resetAndDestroy()
    return
  }
  if (reply.transferFault === 'lost') {
    request.socket.destroy()
    return
  }
  const body = replyBytes(reply)
  response.writeHead(reply.status, {
    ...(reply.body === undefined && reply.json !== undefined ? { 'content-type': 'application/json' } : {}),
    'content-length': String(body.length),
    ...reply.headers,
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  if (reply.transferFault === undefined) {
    response.end(body)
    return
  }
  const half = body.subarray(0, Math.floor(body.length / 2))
  response.write(half, () => {
    if (reply.transferFault === 'half') request.socket.destroy()
  })
}

function replyBytes(reply: Reply): Uint8Array {
  if (reply.body !== undefined) return typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body
  return reply.json === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(reply.json))
}
