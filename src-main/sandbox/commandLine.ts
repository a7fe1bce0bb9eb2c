import { parseArgs } from 'node:util'
import { faultKinds } from './faults/faultKinds.ts'
import { checkFault } from './faults/parseFault.ts'
import { ENDPOINTS } from './http/Call.ts'
import { parseLimit } from './limits/parseLimit.ts'
import type { SandboxOptions } from './options.ts'

/** Help of `npm run sandbox -- --help`. */
export function helpText(): string {
  const faults = Object.entries(faultKinds).map(([name, kind]) => `  ${name.padEnd(22)}${kind.about}`)
  return `The sandbox: a service like the real one, on this machine, for play money.

  npm run sandbox -- [options]

  --port N           port on 127.0.0.1 (default: a free one)
  --speed X          1 is realistic, 50 is quick
  --flavour spec     as specified (default), or \`live\`: with the quirks of the real service
  --state FOLDER     keep jobs and money there, so that a restart forgets nothing
  --balance DOLLARS  play money at the first start (default 25)
  --link-seconds N   how long a result link lives (default 86400)
  --limit CLASS=N/min[,N/day]   answer 429 beyond; CLASS is one of ${ENDPOINTS.join(', ')}; or \`basic\`
  --fault [ENDPOINT:]NAME[=VALUE][@CHANCE][xCOUNT]   misbehave; may be given several times
  --seed N           repeatable dice

Faults (also at run time: POST /__sandbox/faults {"faults": ["submit:lost-replyx1", …]} with the key):
${faults.join('\n')}

Witness: GET /__sandbox/ledger (every accepted job, with body and price), GET /__sandbox/counts.
`
}

/** Reads the arguments after the program's name; `help` when they ask for it. Throws a sentence for what it can't read. */
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
    throw new Error('--flavour is spec or live.')
  }
  const options: SandboxOptions = {
    faults: (values.fault ?? []).map(checkFault),
    limits: Object.assign({}, ...(values.limit ?? []).map(parseLimit)),
  }
  if (flavour !== undefined) options.flavour = flavour
  if (values.state !== undefined) options.stateFolder = values.state
  if (values.port !== undefined) options.port = readNumber('--port', values.port, 0, 65_535)
  if (values.speed !== undefined) options.speed = readNumber('--speed', values.speed, 0.001, 1e6)
  if (values.balance !== undefined) options.balance = readNumber('--balance', values.balance, 0, 1e6)
  if (values.seed !== undefined) options.seed = readNumber('--seed', values.seed, 0, 2 ** 32 - 1)
  const life = values['link-seconds']
  if (life !== undefined) options.linkLifetimeMs = readNumber('--link-seconds', life, 0, 1e9) * 1000
  return options
}

function readNumber(name: string, text: string, low: number, high: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= low && value <= high)) {
    throw new Error(`${name} is a number from ${String(low)} to ${String(high)}.`)
  }
  return value
}
