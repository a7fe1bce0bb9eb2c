import { spawn } from 'node:child_process'

export interface CommandResult {
  code: number
  output: string
  seconds: number
}

interface CommandOptions {
  env?: NodeJS.ProcessEnv
  /** Show the output while it comes. */
  live?: boolean
}

/** Runs a command to its end without a terminal; never rejects: what can't be started ends with code 127. */
export const runCommand = (command: string, args: string[], options: CommandOptions = {}) =>
  new Promise<CommandResult>((resolve) => {
    const startedAt = performance.now()
    const parts: Buffer[] = []
    const finish = (code: number, words = '') =>
      resolve({
        code,
        output: Buffer.concat(parts).toString('utf8') + words,
        seconds: (performance.now() - startedAt) / 1000,
      })
    const child = spawn(command, args, {
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const take = (part: Buffer) => {
      parts.push(part)
      if (options.live) process.stdout.write(part)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', (error) => finish(127, error.message))
    child.on('close', (code) => finish(code ?? 1))
  })
