import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { crashTest } from './crash/crashTest.ts'

/*
 * Kills the studio repeatedly while it works, and compares its rows afterwards with what the service billed.
 * The last line on stdout is the result; everything else goes to stderr.
 */
const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '200' },
    'jobs-per-cycle': { type: 'string', default: '8' },
    seed: { type: 'string' },
    service: { type: 'string' },
    control: { type: 'boolean', default: false },
  },
})
const parseCount = (name: string, text: string, min: number): number => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= min) return number
  console.error(`--${name} must be an integer of at least ${min}.`)
  process.exit(2)
}
const key = process.env['EASEL_API_KEY']
if (values.service !== undefined && !key) {
  console.error('--service requires its key in EASEL_API_KEY.')
  process.exit(2)
}
if (values.service !== undefined)
  console.error(
    'This service has no ledger: "billed-twice" counts submits that were sent and not provably refused.',
  )
const seed = values.seed === undefined ? randomInt(2 ** 32) : parseCount('seed', values.seed, 0)
console.error(`seed ${seed}`)
const result = await crashTest({
  cycles: parseCount('cycles', values.cycles, 1),
  jobsPerCycle: parseCount('jobs-per-cycle', values['jobs-per-cycle'], 1),
  seed,
  resendsInFlight: values.control,
  ...(values.service !== undefined && key ? { service: { address: values.service, key } } : {}),
  print: console.error,
})
// Some of each kind, so that many of one kind don't hide another.
for (const kind of Object.values(
  Object.groupBy(result.violations, (violation) => violation.split(':')[0] ?? ''),
))
  for (const violation of kind?.slice(0, values.control ? 3 : 20) ?? []) console.error(violation)
const { opening, clicking, downloading, other } = result.kills
console.error(`${result.saved} jobs saved, ${result.withFiles} submissions had a file`)
console.error(
  `killed while opening ${opening}, clicking ${clicking}, downloading ${downloading}, otherwise ${other}`,
)
console.log(
  `cycles ${result.cycles} jobs ${result.jobs} billed-twice ${result.billedTwice} lost ${result.lostOrInconsistent} stuck ${result.stuck} wrong-file ${result.wrongFile} uncertain ${result.uncertain} resent ${result.resent}`,
)
const { billedTwice, lostOrInconsistent, stuck, wrongFile, saved } = result
const broken = billedTwice + lostOrInconsistent + stuck + wrongFile + Number(saved === 0)
process.exitCode = values.control ? Number(result.billedTwice === 0) : Number(broken > 0)
