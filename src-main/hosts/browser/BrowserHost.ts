import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Handlers } from '../../../src-preload/contract/routes.ts'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'
import type { RendererFile } from '../shared/rendererFiles.ts'
import { answerRequest } from './answerRequest.ts'
import { checkRequest } from './checkRequest.ts'
import { EventSocket } from './EventSocket.ts'
import { requestFacts } from './requestFacts.ts'

export interface HostedStudio {
  handlers: Partial<Handlers>
  media: Studio['media']
  inputs: Studio['inputs']
  onEvent: (listener: (event: StudioEvent) => void) => () => void
  files: ReadonlyMap<string, RendererFile>
  log: Log
}

/** The studio on 127.0.0.1, for the browser that was given this start's token. */
export class BrowserHost {
  readonly #studio: HostedStudio
  readonly #token: string
  readonly #server: Server
  readonly #events = new EventSocket()
  #port = 0

  constructor(studio: HostedStudio, token: string) {
    this.#studio = studio
    this.#token = token
    this.#server = createServer((request, response) => this.#answer(request, response))
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    studio.onEvent((event) => this.#events.tell(event))
  }

  /** Listens on loopback only; port 0 takes any free one. Answers the address to open. */
  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', resolve)
    })
    const address = this.#server.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
    return `http://127.0.0.1:${this.#port}/?token=${this.#token}`
  }

  async close(): Promise<void> {
    this.#events.close()
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const gate = { port: this.#port, token: this.#token }
    answerRequest(request, response, gate, this.#studio).catch((error: unknown) => {
      this.#studio.log.error('A request failed unexpectedly', { path: request.url?.split('?')[0], error })
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const verdict = checkRequest(requestFacts(request, true), { port: this.#port, token: this.#token })
    if (verdict === 'ok' && request.url === '/events') this.#events.accept(request, socket, head)
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }
}
