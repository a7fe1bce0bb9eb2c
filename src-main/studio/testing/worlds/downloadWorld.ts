import { readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { Downloads, type DownloadRequest } from '../../library/downloads/Downloads.ts'
import { fakeClock } from '../fakeClock.ts'
import { memoryLog } from '../memoryLog.ts'
import { pngOf } from '../media/images.ts'
import { startHttp, type Received } from '../servers/startHttp.ts'
import { startTcp } from '../servers/startTcp.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** An image of 64 × 48 pixels. */
export const png = pngOf(64, 48)

/** Downloads into a real folder, with a fake clock. */
export function downloadWorld(libraryFolder = temporaryFolder()) {
  const clock = fakeClock()
  const log = memoryLog()
  let count = 0
  const downloads = new Downloads({ libraryFolder, clock, log, uuid: () => `uuid-${++count}` })
  onTestFinished(() => downloads.close())
  const get = (url: string, request: Partial<DownloadRequest> = {}) =>
    downloads.download({ url, responseUrl: 'http://127.0.0.1:9/status', expect: 'image', ...request })
  const files = () =>
    readdirSync(libraryFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  return { libraryFolder, clock, log, downloads, get, files }
}

/** Starts a server whose responses the test writes. */
export async function serve(respond: (response: ServerResponse, request: Received) => void) {
  const server = await startHttp((request, response) => respond(response, request))
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

/** Sends `reply` unchanged, then closes the connection. */
export async function serveRaw(reply: Buffer | string) {
  const server = await startTcp((socket, soFar) => {
    if (soFar.endsWith('\r\n\r\n')) socket.end(reply)
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return `${server.address}/a.png`
}
