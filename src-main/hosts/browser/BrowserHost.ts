import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Studio } from '../../studio/Studio.ts'
import type { Clock } from '../../studio/world.ts'
import { systemErrorCode } from '../../studio/storage/files/storageError.ts'
import { handleRequest, type HostedStudio } from './handleRequest.ts'
import { checkRequest, readRequestFacts } from './access/checkRequest.ts'
import { AccessControl } from './access/AccessControl.ts'
import { storageErrors } from '../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { addHostHandlers, createUpdatingHandlers } from '../shared/calls/hostHandlers.ts'
import type { LibraryUpdateStatus } from '../shared/openStudio.ts'
import { dispatchCall, wrapInEnvelope } from '../shared/calls/dispatchCall.ts'
import { WindowConnections } from './WindowConnections.ts'

interface HostOptions {
  /** A host name (`<random>.localhost`) that only this data folder has, so that each folder has its own origin. */
  hostName: string
  clock: Clock
  /** Shows a URL with a one-time code where no other user of the computer sees it. */
  showUrl: (url: string) => void
}

/** Serves the studio on the loopback interface to browsers that signed in with a one-time code. */
export class BrowserHost {
  #studio: HostedStudio
  readonly #options: HostOptions
  readonly #servers: readonly [Server, Server]
  readonly #windows = new WindowConnections((route, input) => this.#call(route, input))
  #accessControl: AccessControl | null = null
  /** Whether the URL that was last shown still works. */
  #isShownUrlValid = false

  constructor(studio: HostedStudio, options: HostOptions) {
    this.#studio = studio
    this.#options = options
    this.#servers = [this.#createServer(), this.#createServer()]
    this.#forwardEvents(studio)
  }

  /** Serves another studio, such as the one that was opened after an update. */
  replaceStudio(studio: HostedStudio): void {
    this.#studio = studio
    this.#forwardEvents(studio)
  }

  /** Listens on a port; 0 takes any free one. Returns the access control of that port. */
  async listen(port: number): Promise<AccessControl> {
    const [ipv4, ipv6] = this.#servers
    const boundPort = await listenOnLoopback(ipv4, ipv6, port)
    this.#accessControl = new AccessControl(this.#options.hostName, boundPort, this.#options.clock)
    return this.#accessControl
  }

  async close(): Promise<void> {
    this.#accessControl?.close()
    this.#windows.close()
    await Promise.all(
      this.#servers.map(async (server) => {
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeAllConnections()
        await closed
      }),
    )
  }

  /** Shows a new URL unless the previous one is still valid. */
  showUrl(): void {
    if (this.#isShownUrlValid || !this.#accessControl) return
    this.#isShownUrlValid = true
    this.#options.showUrl(this.#accessControl.issueUrl(() => (this.#isShownUrlValid = false)))
  }

  /** Handles a call and returns its envelope as JSON. */
  async #call(route: unknown, input: unknown): Promise<string> {
    const { handlers, log, redact } = this.#studio
    const json = await wrapInEnvelope('call', log, async () =>
      JSON.stringify(redact(await dispatchCall(handlers, route, input, log))),
    )
    return json.ok ? json.data : JSON.stringify(json)
  }

  #forwardEvents({ onEvent }: HostedStudio): void {
    onEvent((event) => this.#windows.broadcast(event))
  }

  #createServer(): Server {
    const server = createServer((request, response) => this.#handle(request, response))
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    return server
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const accessControl = this.#accessControl
    if (!accessControl) return void response.destroy()
    const onUnauthenticated = (): void => this.showUrl()
    handleRequest(request, response, accessControl, this.#studio, onUnauthenticated).catch(
      (error: unknown) => {
        // The client disconnected before its request was complete, so no response is needed.
        if (!request.complete && systemErrorCode(error) === 'ECONNRESET') return void response.destroy()
        this.#studio.log.error('A request failed unexpectedly', { path: request.url?.split('?')[0], error })
        if (response.headersSent) response.destroy()
        else response.writeHead(500).end()
      },
    )
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const access =
      this.#accessControl && checkRequest(readRequestFacts(request, true), this.#accessControl.policy)
    if (access === 'ok' && request.url === '/bridge') return this.#windows.accept(request, socket, head)
    // Destroyed, because the server waits for upgraded connections when it closes.
    socket.on('error', () => socket.destroy())
    const response = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
    socket.end(response, () => socket.destroy())
  }
}

/** Maximum number of attempts to find a free IPv4 port whose number is also free on IPv6. */
const MAX_ATTEMPTS = 20

/**
 * Listens on the same port of 127.0.0.1 and ::1, and resolves to it. Port 0 takes one that is free on both. A browser may
 * use either address for our host name, so another server on ::1 could receive our cookie.
 * @throws Error `EADDRINUSE` when the port is taken on one of them.
 */
async function listenOnLoopback(ipv4: Server, ipv6: Server, port: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const boundPort = await listen(ipv4, port, '127.0.0.1')
    try {
      await listen(ipv6, boundPort, '::1')
      return boundPort
    } catch (error) {
      const code = systemErrorCode(error)
      // Without IPv6, no other server can listen there.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return boundPort
      await new Promise((resolve) => ipv4.close(resolve))
      if (code !== 'EADDRINUSE' || port !== 0 || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** The part of a hosted studio that differs while the library is being updated. */
type StudioAdapter = Pick<HostedStudio, 'handlers' | 'media' | 'inputs' | 'onEvent'>

/** Adapts an open studio for the browser host. */
export const createHostedStudio = (studio: Studio): StudioAdapter => ({
  handlers: addHostHandlers(studio, {
    name: 'browser',
    capabilities: {
      openFolder: false,
      chooseFolder: false,
      notifications: true,
      tray: false,
      keepAwake: false,
    },
    revealFile: null,
    chooseExportPath: null,
    chooseImportFolder: null,
    chooseBackupFolder: null,
    libraries: null,
  }),
  media: studio.media,
  inputs: studio.inputs,
  onEvent: studio.onEvent,
})

/** Stands in for the studio while the library is being updated: every call fails with `library_updating`. */
export function createUpdatingStudio({ current }: LibraryUpdateStatus): StudioAdapter {
  const rejectCall = (): Promise<never> =>
    Promise.reject(new StudioError({ code: storageErrors.libraryUpdating, money: 'none' }))
  return {
    handlers: createUpdatingHandlers(current),
    media: { find: () => Promise.resolve(null), saveThumb: rejectCall },
    inputs: { store: rejectCall },
    onEvent: () => () => {},
  }
}
