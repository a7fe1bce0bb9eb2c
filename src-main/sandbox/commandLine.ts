import { parseArgs } from 'node:util'
import { faultKinds, checkFault } from './faults/FaultInjector.ts'
import { ENDPOINTS } from './http/ParsedRequest.ts'
import { parseLimit } from './http/RateLimiter.ts'
import type { SandboxOptions } from './options.ts'

/** The output of `npm run sandbox -- --help`. */
export function helpText(): string {
  const faults = Object.entries(faultKinds).map(([name, kind]) => `  ${name.padEnd(22)}${kind.description}`)
  return `The sandbox: a local service like the real one, with play money.

  npm run sandbox -- [options]

  --port N           port on 127.0.0.1 (default: a free one)
  --speed X          speed of jobs: 1 is realistic, 50 makes tests quick
  --flavour NAME     \`spec\`: as specified (default); \`live\`: with the quirks of the real service
  --state FOLDER     store jobs and credit there, so that they survive a restart
  --balance DOLLARS  play money at the first start (default 25)
  --link-seconds N   lifetime of a result link (default 86400)
  --limit ENDPOINT=PART[,PART]   respond with 429 above this; PART is N/min, N/day or retry-after=none|date|seconds;
                     or \`basic\`: the limits of the smallest plan
  --fault [ENDPOINT:]NAME[=VALUE][@CHANCE][xCOUNT]   inject a fault; may be given several times.
                     A value that ends like a chance or a count needs double quotes: 'bad-link="https://example.com/512x512"'
  --seed N           seed of the random numbers, for repeatable runs

ENDPOINT is one of ${ENDPOINTS.join(', ')}.

Faults (also at run time: POST /__sandbox/faults {"faults": ["submit:lost-replyx1", …]} with the header Authorization: Bearer KEY; the key is printed at the start):
${faults.join('\n')}

Records: GET /__sandbox/ledger (every accepted job with its body and price), GET /__sandbox/counts (requests per endpoint).
`
}

/** Parses the arguments after the program's name; returns `help` if `--help` is among them. Throws with a readable message if one is invalid. */
export function readCommandLine(args: string[]): SandboxOptions | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      speed: { type: 'string' },
      flavour: { type: 'string' },
      state: { type: 'string' },
      balance: { type: 'string' },
      'link-seconds': { type: 'string' },
      limit: { type: 'string', multiple: true },
      fault: { type: 'string', multiple: true },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return 'help'
  const { flavour } = values
  if (flavour !== undefined && flavour !== 'spec' && flavour !== 'live') {
    throw new Error('--flavour must be "spec" or "live".')
  }
  const options: SandboxOptions = {
    faults: (values.fault ?? []).map(checkFault),
    limits: Object.assign({}, ...(values.limit ?? []).map(parseLimit)),
  }
  if (flavour !== undefined) options.flavour = flavour
  if (values.state !== undefined) options.stateFolder = values.state
  if (values.port !== undefined) options.port = readInteger('--port', values.port, 65_535)
  if (values.speed !== undefined) options.speed = readNumber('--speed', values.speed, 0.001, 1e6)
  if (values.balance !== undefined) options.balance = readNumber('--balance', values.balance, 0, 1e6)
  if (values.seed !== undefined) options.seed = readInteger('--seed', values.seed, 2 ** 32 - 1)
  const linkSeconds = values['link-seconds']
  if (linkSeconds !== undefined)
    options.linkLifetimeMs = readNumber('--link-seconds', linkSeconds, 0, 1e9) * 1000
  return options
}

function readInteger(name: string, text: string, max: number): number {
  const value = readNumber(name, text, 0, max)
  if (!Number.isInteger(value)) throw new Error(`${name} must be a whole number.`)
  return value
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= min && value <= max)) {
    throw new Error(`${name} must be a number from ${String(min)} to ${String(max)}.`)
  }
  return value
}
