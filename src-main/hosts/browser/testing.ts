import { request, type IncomingHttpHeaders } from 'node:http'
import { WebSocket } from 'ws'
import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { HostMessage } from '../../../src-preload/SocketMessage.ts'
import { fakeClock, type FakeClock } from '../../studio/testing/fakeClock.ts'
import { BrowserHost } from './BrowserHost.ts'
import type { HostedStudio } from './handleRequest.ts'
import type { AccessControl } from './access/AccessControl.ts'

export const HOST_NAME = `${'0a'.repeat(16)}.localhost`

export interface ReceivedResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A window's WebSocket to the host. */
export interface ConnectedWindow {
  socket: WebSocket
  /** Everything received, as text. */
  messages: string[]
  /** Makes a call and waits for its response. */
  call: (route: unknown, input?: unknown) => Promise<Envelope<unknown>>
}

export interface OpenHost {
  host: BrowserHost
  accessControl: AccessControl
  clock: FakeClock
  port: number
  /** `host:port` with Easel's own host name, and with 127.0.0.1. */
  ownHost: string
  loopbackHost: string
  /** URLs shown to the user since the start. */
  shownUrls: string[]
  /** Sends all headers unchanged, including those that a browser forbids. */
  send: (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ) => Promise<ReceivedResponse>
  /** Signs in with a new code at our own host name or at 127.0.0.1, and returns the cookie. */
  signIn: (at: 'own' | 'loopback') => Promise<string>
  /** Headers of a request from our page with a session at our own host name. */
  headers: () => Promise<Record<string, string>>
  /** Opens the window's WebSocket with these headers. Rejects if the host refuses. */
  connect: (headers: Record<string, string>, path?: string) => Promise<ConnectedWindow>
}

/** Starts a browser host on a free port with a fake clock. */
export async function openHost(
  options: Omit<HostedStudio, 'redact'> & Partial<Pick<HostedStudio, 'redact'>>,
): Promise<OpenHost> {
  const studio = { redact: <T>(response: T) => response, ...options }
  const clock = fakeClock()
  const shownUrls: string[] = []
  const hostOptions = {
    hostName: HOST_NAME,
    clock,
    showUrl: (url: string) => void shownUrls.push(url),
  }
  const host = new BrowserHost(studio, hostOptions)
  const accessControl = await host.listen(0)
  const port = Number(new URL(accessControl.url).port)
  const ownHost = `${HOST_NAME}:${port}`
  const loopbackHost = `127.0.0.1:${port}`
  const send: OpenHost['send'] = (method, path, headers, body) => sendTo(port, method, path, headers, body)
  const signIn = async (at: 'own' | 'loopback'): Promise<string> => {
    const redirectPage = await send('GET', getPath(accessControl.issueUrl()), { Host: loopbackHost })
    const code = /"code":"([\w-]+)"/.exec(redirectPage.text)?.[1] ?? ''
    const path = at === 'own' ? `/?code=${code}` : `/?stay&code=${code}`
    const signInResponse = await send('GET', path, { Host: at === 'own' ? ownHost : loopbackHost })
    return signInResponse.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  }
  return {
    host,
    accessControl,
    clock,
    port,
    ownHost,
    loopbackHost,
    shownUrls,
    send,
    signIn,
    connect: (headers, path = '/bridge') => connectTo(port, headers, path),
    headers: async () => ({ Host: ownHost, Origin: `http://${ownHost}`, Cookie: await signIn('own') }),
  }
}

export const getPath = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

function sendTo(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function connectTo(
  port: number,
  { Origin: origin, ...headers }: Record<string, string>,
  path: string,
): Promise<ConnectedWindow> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { ...(origin && { origin }), headers })
  const messages: string[] = []
  const pending = new Map<number, PromiseWithResolvers<Envelope<unknown>>>()
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8')
    messages.push(text)
    const message: HostMessage = JSON.parse(text)
    if ('envelope' in message) pending.get(message.id)?.resolve(message.envelope)
  })
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The connection was closed'))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let lastId = 0
  const call: ConnectedWindow['call'] = (route, input) => {
    const id = ++lastId
    const response = Promise.withResolvers<Envelope<unknown>>()
    pending.set(id, response)
    socket.send(JSON.stringify({ id, route, input }))
    return response.promise
  }
  return { socket, messages, call }
}
