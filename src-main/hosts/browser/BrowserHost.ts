import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Handlers } from '../../../src-preload/contract/routes.ts'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Clock, Log } from '../../studio/world.ts'
import type { RendererFile } from '../shared/rendererFiles.ts'
import { answerRequest } from './answerRequest.ts'
import { checkRequest } from './checkRequest.ts'
import { Entrance } from './Entrance.ts'
import { EventSocket } from './EventSocket.ts'
import { listenOnLoopback } from './listenOnLoopback.ts'
import { requestFacts } from './requestFacts.ts'

export interface HostedStudio {
  handlers: Partial<Handlers>
  media: Studio['media']
  inputs: Studio['inputs']
  onEvent: (listener: (event: StudioEvent) => void) => () => void
  files: ReadonlyMap<string, RendererFile>
  log: Log
  /** An answer without the secrets that its problems may repeat. */
  redact: <T>(answer: T) => T
}

export interface HostPlace {
  /** The host name of the data folder. */
  name: string
  clock: Clock
  /** Shows an address with a one-time code to the user of this machine alone. */
  showAddress: (address: string) => void
}

/** The studio on loopback, for browsers that came in by a one-time code. */
export class BrowserHost {
  readonly #studio: HostedStudio
  readonly #place: HostPlace
  readonly #servers: readonly [Server, Server]
  readonly #events = new EventSocket()
  #entrance: Entrance | null = null
  #addressShown = false

  constructor(studio: HostedStudio, place: HostPlace) {
    this.#studio = studio
    this.#place = place
    this.#servers = [this.#server(), this.#server()]
    studio.onEvent((event) => this.#events.tell(event))
  }

  /** Port 0 takes any free one. */
  async listen(port: number): Promise<Entrance> {
    const [v4, v6] = this.#servers
    const taken = await listenOnLoopback(v4, v6, port)
    this.#entrance = new Entrance(this.#place.name, taken, this.#place.clock)
    return this.#entrance
  }

  async close(): Promise<void> {
    this.#entrance?.close()
    this.#events.close()
    await Promise.all(
      this.#servers.map(async (server) => {
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeAllConnections()
        await closed
      }),
    )
  }

  /** Shows a new address, unless one that was shown before still works. */
  showAddress(): void {
    if (this.#addressShown || !this.#entrance) return
    this.#addressShown = true
    this.#place.showAddress(this.#entrance.issue(() => (this.#addressShown = false)))
  }

  #server(): Server {
    const server = createServer((request, response) => this.#answer(request, response))
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    return server
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#entrance) return void response.destroy()
    const locked = (): void => this.showAddress()
    answerRequest(request, response, this.#entrance, this.#studio, locked).catch((error: unknown) => {
      this.#studio.log.error('A request failed unexpectedly', { path: request.url?.split('?')[0], error })
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const verdict = this.#entrance && checkRequest(requestFacts(request, true), this.#entrance.gate)
    if (verdict === 'ok' && request.url === '/events') this.#events.accept(request, socket, head)
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }
}
