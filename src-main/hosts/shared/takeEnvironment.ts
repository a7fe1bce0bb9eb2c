import { readFileSync } from 'node:fs'

/** The flag of a host that reads `{ address, key }` as JSON from its standard input, which no other process can read. */
export const CONNECTION_FROM_STDIN = '--connection-from-stdin'

export interface GivenConnection {
  address: string
  key: string
}

/**
 * Reads the connection given by `EASEL_SERVICE_URL` and `EASEL_API_KEY` and removes both, so that no child process inherits
 * the key: to be called before anything is started. Null unless both are given.
 */
export function takeEnvironment(env: NodeJS.ProcessEnv): GivenConnection | null {
  const given = { address: env['EASEL_SERVICE_URL'] ?? '', key: env['EASEL_API_KEY'] ?? '' }
  delete env['EASEL_SERVICE_URL']
  delete env['EASEL_API_KEY']
  return complete(given)
}

/** The connection of this run: from standard input where the arguments say so, else from the environment, which loses it either way. */
export function takeConnection(argv: readonly string[], env: NodeJS.ProcessEnv): GivenConnection | null {
  const fromEnvironment = takeEnvironment(env)
  if (!argv.includes(CONNECTION_FROM_STDIN)) return fromEnvironment
  const given: unknown = JSON.parse(readFileSync(0, 'utf8'))
  return isConnection(given) ? complete(given) : null
}

/** Checked by hand, because a schema library would delay the window. */
const isConnection = (given: unknown): given is GivenConnection =>
  typeof given === 'object' &&
  given !== null &&
  'address' in given &&
  'key' in given &&
  typeof given.address === 'string' &&
  typeof given.key === 'string'

function complete(given: GivenConnection): GivenConnection | null {
  const [address, key] = [given.address.trim(), given.key.trim()]
  return address && key ? { address, key } : null
}
