import { spawn } from 'node:child_process'
import { CONNECTION_FROM_STDIN } from '../../src-main/hosts/shared/readConnection.ts'
import type { EnvironmentConnection } from '../../src-main/hosts/shared/readConnection.ts'

export interface HostEnd {
  /** What `npm start` ends with. */
  code: number
  /** The program died by itself before the studio began its work: not for a reason of the studio's. */
  crashed: string | null
}

/** A program that lacks a library of the system ends with this. */
const CANNOT_RUN = 127

/**
 * Runs a host to its end: passes its words on and signals down. The connection goes over standard input: what is in the
 * environment of a program is also in that of everything it starts. On Windows Electron has no standard input.
 */
export function runHost(
  program: string,
  args: string[],
  connection: EnvironmentConnection | null,
): Promise<HostEnd> {
  return new Promise((resolve) => {
    const env = { ...process.env }
    // Left over from another tool it would make Electron a plain Node.
    delete env['ELECTRON_RUN_AS_NODE']
    const overStdin = connection !== null && process.platform !== 'win32'
    const flags = overStdin ? [CONNECTION_FROM_STDIN] : []
    if (connection && !overStdin)
      Object.assign(env, { EASEL_SERVICE_URL: connection.address, EASEL_API_KEY: connection.key })
    const child = spawn(program, [...args, ...flags], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.on('error', () => {})
    child.stdin.end(overStdin ? JSON.stringify(connection) : '')
    let ready = false
    let told = false
    child.stdout.on('data', (part: Buffer) => {
      ready ||= /Easel is (ready|updating)/.test(part.toString('utf8'))
      process.stdout.write(part)
    })
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    const pass = (signal: NodeJS.Signals): void => {
      told = true
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, pass)
    const finish = (code: number, why: string | null): void => {
      for (const signal of signals) process.off(signal, pass)
      resolve({ code, crashed: ready || told ? null : why })
    }
    child.on('error', (error) => finish(1, error.message))
    child.on('exit', (code, signal) => {
      // During an update of the library a host ends by the signal itself.
      if (signal) finish(told ? 0 : 1, `it ended with ${signal}`)
      else finish(code ?? 1, code === CANNOT_RUN ? 'a library of the system is missing' : null)
    })
  })
}
