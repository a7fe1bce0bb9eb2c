import { spawn } from 'node:child_process'
import {
  CONNECTION_FROM_STDIN,
  type EnvironmentConnection,
} from '../../src-main/hosts/shared/start/startArguments.ts'

export interface HostExit {
  /** Exit code of `npm start`. */
  code: number
  /** Why the program exited before the studio started, if the reason lies outside the studio; otherwise null. */
  crashed: string | null
}

/** Exit code of a program that lacks a system library. */
const CANNOT_RUN = 127

/**
 * Runs a host until it exits; forwards its output and passes signals to it. The connection is sent over standard input,
 * because child processes of the host inherit its environment. On Windows, Electron has no standard input.
 */
export function runHost(
  program: string,
  args: string[],
  connection: EnvironmentConnection | null,
): Promise<HostExit> {
  return new Promise((resolve) => {
    const env = { ...process.env }
    // If set by another tool, it would make Electron run as plain Node.
    delete env['ELECTRON_RUN_AS_NODE']
    const usesStdin = connection !== null && process.platform !== 'win32'
    const flags = usesStdin ? [CONNECTION_FROM_STDIN] : []
    if (connection && !usesStdin)
      Object.assign(env, { EASEL_SERVICE_URL: connection.address, EASEL_API_KEY: connection.key })
    const child = spawn(program, [...args, ...flags], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.on('error', () => {})
    child.stdin.end(usesStdin ? JSON.stringify(connection) : '')
    let isReady = false
    let isSignalled = false
    child.stdout.on('data', (part: Buffer) => {
      isReady ||= /Easel is (ready|updating)/.test(part.toString('utf8'))
      process.stdout.write(part)
    })
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    const forward = (signal: NodeJS.Signals): void => {
      isSignalled = true
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, forward)
    const finish = (code: number, reason: string | null): void => {
      for (const signal of signals) process.off(signal, forward)
      resolve({ code, crashed: isReady || isSignalled ? null : reason })
    }
    child.on('error', (error) => finish(1, error.message))
    child.on('exit', (code, signal) => {
      // During an update of the library, a host doesn't handle the signal, so the signal ends it.
      if (signal) finish(isSignalled ? 0 : 1, `it was ended by ${signal}`)
      else finish(code ?? 1, code === CANNOT_RUN ? 'a system library is missing' : null)
    })
  })
}
