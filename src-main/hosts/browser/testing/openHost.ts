import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { fakeClock, type FakeClock } from '../../../studio/testing/fakeClock.ts'
import { BrowserHost, type HostedStudio } from '../BrowserHost.ts'
import type { Entrance } from '../Entrance.ts'

export const OWN_NAME = `${'0a'.repeat(16)}.localhost`

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface OpenHost {
  host: BrowserHost
  entrance: Entrance
  clock: FakeClock
  port: number
  /** `name:port` of the host's own name, and of 127.0.0.1. */
  own: string
  plain: string
  /** Addresses shown to the user since the start. */
  shown: string[]
  /** Node's own client sends every header as given, those a browser forbids too. */
  send: (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ) => Promise<Answer>
  /** The cookie that an address with a code leads to: at our own name, or by staying at 127.0.0.1. */
  signIn: (at: 'own' | 'plain') => Promise<string>
  /** Headers of a call from the page of a session at our own name. */
  headers: () => Promise<Record<string, string>>
}

/** A browser host on a free port, with a clock of its own. */
export async function openHost(
  given: Omit<HostedStudio, 'redact'> & Partial<Pick<HostedStudio, 'redact'>>,
): Promise<OpenHost> {
  const studio = { redact: <T>(answer: T) => answer, ...given }
  const clock = fakeClock()
  const shown: string[] = []
  const place = { name: OWN_NAME, clock, showAddress: (address: string) => void shown.push(address) }
  const host = new BrowserHost(studio, place)
  const entrance = await host.listen(0)
  const port = Number(new URL(entrance.address).port)
  const own = `${OWN_NAME}:${port}`
  const plain = `127.0.0.1:${port}`
  const send: OpenHost['send'] = (method, path, headers, body) => sendTo(port, method, path, headers, body)
  const signIn = async (at: 'own' | 'plain'): Promise<string> => {
    const lead = await send('GET', pathOf(entrance.issue()), { Host: plain })
    const code = /"code":"([\w-]+)"/.exec(lead.text)?.[1] ?? ''
    const way = at === 'own' ? `/?code=${code}` : `/?stay&code=${code}`
    const entered = await send('GET', way, { Host: at === 'own' ? own : plain })
    return entered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  }
  return {
    host,
    entrance,
    clock,
    port,
    own,
    plain,
    shown,
    send,
    signIn,
    headers: async () => ({ Host: own, Origin: `http://${own}`, Cookie: await signIn('own') }),
  }
}

export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

function sendTo(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
