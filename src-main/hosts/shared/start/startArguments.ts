import { resolve } from 'node:path'
import { readFileSync } from 'node:fs'

/** The values of Easel's own flags. */
export interface Arguments {
  /** Null if not given. */
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
 * Parses Easel's own flags, as `--flag value` or `--flag=value`. With `shouldIgnoreUnknown`, unknown flags are ignored, because
 * Electron's command line includes Chromium's flags.
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
  throw new Error(`--host must be "electron" or "browser", not "${value}".`)
}

function readPort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new Error(`--port must be a number from 0 to 65535, not "${value}".`)
}

/** With this flag, a host reads `{ address, key }` as JSON from standard input, because other processes can't read that. */
export const CONNECTION_FROM_STDIN = '--connection-from-stdin'

/** A connection that is passed to Easel when it starts, and not saved. */
export interface EnvironmentConnection {
  address: string
  key: string
}

/**
 * Reads the connection from `EASEL_SERVICE_URL` and `EASEL_API_KEY` and removes both, so that no child process inherits
 * the key. Call it before starting any process. Null unless both are set.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): EnvironmentConnection | null {
  const input = { address: env['EASEL_SERVICE_URL'] ?? '', key: env['EASEL_API_KEY'] ?? '' }
  delete env['EASEL_SERVICE_URL']
  delete env['EASEL_API_KEY']
  return trimConnection(input)
}

/**
 * Reads the connection of this session: from standard input if the flag is set, otherwise from the environment. Null if none is given.
 *
 * @throws Error with a message for the user if standard input is not a connection.
 */
export function readConnection(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): EnvironmentConnection | null {
  const fromEnvironment = readEnvironment(env)
  if (!argv.includes(CONNECTION_FROM_STDIN)) return fromEnvironment
  const input = parseJson(readFileSync(0, 'utf8'))
  // The message doesn't quote the input, because it may contain the key.
  if (!isConnection(input))
    throw new Error(`With ${CONNECTION_FROM_STDIN}, standard input must be JSON with an address and a key.`)
  return trimConnection(input)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether the input has an address and a key. Checked by hand, because a schema library would delay the window. */
const isConnection = (input: unknown): input is EnvironmentConnection =>
  typeof input === 'object' &&
  input !== null &&
  'address' in input &&
  'key' in input &&
  typeof input.address === 'string' &&
  typeof input.key === 'string'

function trimConnection(input: EnvironmentConnection): EnvironmentConnection | null {
  const [address, key] = [input.address.trim(), input.key.trim()]
  return address && key ? { address, key } : null
}
