import { connect } from 'node:net'
import type { HostedStudio } from '../../src-main/hosts/browser/handleRequest.ts'
import { type ConnectedWindow, openHost } from '../../src-main/hosts/browser/testing.ts'
import type { HostMessage } from '../../src-preload/SocketMessage.ts'
import { Secrets } from '../../src-main/hosts/shared/log/FileLog.ts'
import { redactKeyInJson } from '../../src-main/studio/service/http/redactKey.ts'
import { createHostileValue, KEY, mutateText, repeatPiece, toJson } from './hostile.ts'
import type { Random } from './Random.ts'

interface HttpDependencies {
  studio: Omit<HostedStudio, 'redact'>
  random: Random
  /** A route and an input, valid or not. */
  call: () => { route: string; input: unknown }
  /** `kind/id` of a media file, existing or not. */
  mediaPath: () => string
}

export interface HttpTarget {
  /** Sends one call or one request, valid or broken, and returns the complete response. */
  request: () => Promise<unknown>
  /** Number of responses by HTTP status, or by what happened to a message over the WebSocket. */
  statuses: Map<string, number>
  close: () => Promise<void>
}

/** When a request takes longer than this, the host counts as hanging. */
const MAX_MS = 30_000

interface RequestParts {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** Opens the browser host's real server. Requests are sent over a plain socket, so that no client corrects them. */
export async function openHttpTarget({
  studio,
  random,
  call,
  mediaPath,
}: HttpDependencies): Promise<HttpTarget> {
  const secrets = new Secrets()
  secrets.add(KEY)
  const host = await openHost({ ...studio, redact: (response) => secrets.redactProblems(response) })
  const session = await host.headers()
  const statuses = new Map<string, number>()
  const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

  const kinds = [
    (): RequestParts => ({
      method: random.pick(['GET', 'HEAD']),
      path: `/media/${mediaPath()}`,
      headers: random.chance(0.4) ? { Range: `bytes=${random.below(9)}-${random.below(9)}` } : {},
      body: '',
    }),
    (): RequestParts => ({
      method: 'POST',
      path: `/media/input?name=${encodeURIComponent(random.pick(['a.png', '../../b', '', 'c\\d']))}`,
      headers: { 'Content-Type': 'application/octet-stream' },
      body: random.chance(0.5)
        ? repeatPiece(random)
        : toJson(redactKeyInJson(createHostileValue(random), KEY), random),
    }),
    (): RequestParts => ({
      method: 'PUT',
      path: `/media/thumb/${mediaPath().split('/')[1] ?? ''}`,
      headers: {},
      body: repeatPiece(random),
    }),
    (): RequestParts => ({
      method: random.pick(['GET', 'POST', 'DELETE', 'OPTIONS']),
      path: random.pick(['/', '/?code=x', '/reach', '/bridge', '/index.html', '//x', '/%', '/bridge/..']),
      headers: random.chance(0.3) ? { Upgrade: 'websocket', Connection: 'Upgrade' } : {},
      body: '',
    }),
  ] as const

  let window: ConnectedWindow | undefined
  let lastId = 0
  const sendMessage = async (): Promise<unknown> => {
    if (window?.socket.readyState !== window?.socket.OPEN) window = undefined
    window ??= await host.connect(session)
    const text = toJson({ id: ++lastId, ...call() }, random)
    const { status, response } = await exchangeMessage(
      window,
      random.chance(0.2) ? mutateText(text, random) : text,
    )
    count(`WebSocket ${status}`)
    window.messages.length = 0
    return response
  }
  const sendRequest = async (): Promise<unknown> => {
    const { method, path, headers, body } = random.pick(kinds)()
    const length = random.chance(0.02) ? random.below(1e9) : Buffer.byteLength(body)
    const allHeaders = { ...session, ...headers, 'Content-Length': String(length) }
    const isOwn = random.chance(0.8)
    const lines = Object.entries(allHeaders).map(
      ([name, value]) => `${name}: ${isOwn || random.chance(0.6) ? value : mutateText(value, random)}`,
    )
    const text = `${method} ${path} HTTP/1.1\r\n${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`
    const response = await exchange(host.port, random.chance(0.2) ? mutateText(text, random) : text)
    count(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 'no response')
    return response
  }
  const request = () => (random.chance(0.5) ? sendMessage() : sendRequest())
  return { request, statuses, close: () => host.host.close() }
}

/** Sends a message and waits for a response to a call, or for the end of the connection. */
function exchangeMessage(
  { socket }: ConnectedWindow,
  text: string,
): Promise<{ status: string; response: string }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new Error(`No response within ${MAX_MS} ms to the message ${JSON.stringify(text.slice(0, 500))}`),
      )
    }, MAX_MS)
    const finish = (status: string, response: string): void => {
      clearTimeout(timer)
      socket.off('message', onMessage)
      socket.off('close', onClose)
      resolve({ status, response })
    }
    const onMessage = (data: Buffer): void => {
      const response = data.toString('utf8')
      const message: HostMessage = JSON.parse(response)
      if ('envelope' in message) finish('response', response)
    }
    const onClose = (code: number): void => finish(`closed ${code}`, '')
    socket.on('message', onMessage)
    socket.on('close', onClose)
    socket.send(text)
  })
}

/** Sends a text, ends the connection, and returns everything received until the other side ends it too. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`No response within ${MAX_MS} ms to ${JSON.stringify(text.slice(0, 500))}`))
    }, MAX_MS)
    const finish = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(Buffer.concat(chunks).toString('latin1'))
    }
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', finish)
    // The host closes a connection with invalid HTTP while more data is still arriving.
    socket.on('error', finish)
    socket.on('close', finish)
    socket.end(text)
  })
}
