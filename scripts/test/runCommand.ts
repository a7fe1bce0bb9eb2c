import { spawn } from 'node:child_process'

export interface CommandResult {
  code: number
  output: string
  seconds: number
}

interface CommandOptions {
  env?: NodeJS.ProcessEnv
  /** Print the output as it arrives. */
  live?: boolean
}

/** Runs a command without a terminal. Never rejects: a command that can't be started has exit code 127. */
export const runCommand = (command: string, args: string[], options: CommandOptions = {}) =>
  new Promise<CommandResult>((resolve) => {
    const startedAt = performance.now()
    const parts: Buffer[] = []
    const finish = (code: number, message = '') =>
      resolve({
        code,
        output: Buffer.concat(parts).toString('utf8') + message,
        seconds: (performance.now() - startedAt) / 1000,
      })
    const child = spawn(command, args, {
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const onData = (part: Buffer) => {
      parts.push(part)
      if (options.live) process.stdout.write(part)
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    child.on('error', (error) => finish(127, error.message))
    child.on('close', (code) => finish(code ?? 1))
  })
