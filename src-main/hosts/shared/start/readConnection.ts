import { readFileSync } from 'node:fs'

/** With this flag, a host reads `{ address, key }` as JSON from standard input, because other processes can't read that. */
export const CONNECTION_FROM_STDIN = '--connection-from-stdin'

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

/** Reads the connection of this session from standard input with the flag, otherwise from the environment, and removes it there. */
export function readConnection(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): EnvironmentConnection | null {
  const fromEnvironment = readEnvironment(env)
  if (!argv.includes(CONNECTION_FROM_STDIN)) return fromEnvironment
  const input: unknown = JSON.parse(readFileSync(0, 'utf8'))
  return isConnection(input) ? trimConnection(input) : null
}

/** Checked by hand, because a schema library would delay the window. */
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
