import { resolve } from 'node:path'
import { CONNECTION_FROM_STDIN } from './readConnection.ts'

export interface Arguments {
  host: 'electron' | 'browser' | null
  /** Port of the browser host; 0 for any free one. */
  port: number
  /** Absolute path of the data folder; null for the default one. */
  data: string | null
  /** Whether the browser host opens the system browser. */
  shouldOpenBrowser: boolean
}

const FLAGS_WITH_VALUE = new Set(['--host', '--port', '--data'])

/**
 * Parses Easel's own flags, as `--flag value` or `--flag=value`. Unknown flags are ignored if
 * `ignoresUnknown`, because Electron's command line includes Chromium's flags.
 *
 * @throws Error with a message for the user if a flag is unknown or its value is invalid.
 */
export function parseArguments(argv: readonly string[], cwd: string, shouldIgnoreUnknown = false): Arguments {
  const parsed: Arguments = { host: null, port: 0, data: null, shouldOpenBrowser: true }
  for (let index = 0; index < argv.length; index += 1) {
    const [flag = '', ...rest] = (argv[index] ?? '').split('=')
    if (flag === '--no-open') {
      parsed.shouldOpenBrowser = false
      continue
    }
    if (!FLAGS_WITH_VALUE.has(flag)) {
      if (shouldIgnoreUnknown || flag === CONNECTION_FROM_STDIN) continue
      throw new Error(
        `Easel does not know "${argv[index]}". It takes --host electron|browser, --port N, --data FOLDER, --no-open.`,
      )
    }
    const value = rest.length > 0 ? rest.join('=') : argv[(index += 1)]
    if (!value || (rest.length === 0 && value.startsWith('--'))) throw new Error(`${flag} needs a value.`)
    if (flag === '--host') parsed.host = readHost(value)
    else if (flag === '--port') parsed.port = readPort(value)
    else parsed.data = resolve(cwd, value)
  }
  return parsed
}

function readHost(value: string): 'electron' | 'browser' {
  if (value === 'electron' || value === 'browser') return value
  throw new Error(`--host is "electron" or "browser", not "${value}".`)
}

function readPort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new Error(`--port is a number from 0 to 65535, not "${value}".`)
}
