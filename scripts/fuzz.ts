import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz/fuzz.ts'

/* Sends the studio hostile responses, calls, requests, media URLs and files; the last line on stdout is the result. */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '20000' }, seed: { type: 'string' } },
})
const [count, seed] = [Number(values.count), Number(values.seed ?? randomInt(2 ** 32))]
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('--count must be an integer of at least 1, --seed an integer.')
  process.exit(2)
}
console.error(`seed ${seed}`)
const startedAt = performance.now()
const { byTarget, violations, slowestMs, heapMiB, succeeded, statuses } = await fuzz({
  count,
  seed,
  print: console.error,
})
for (const violation of violations.slice(0, 50)) console.error(violation)
const seconds = Math.round((performance.now() - startedAt) / 1000)
const neverSucceeded = Object.keys(succeeded).filter((route) => succeeded[route] === 0)
if (neverSucceeded.length > 0) console.error(`never succeeded: ${neverSucceeded.join(', ')}`)
console.error(`statuses ${JSON.stringify(statuses)}`)
const routes = `${Object.keys(succeeded).length - neverSucceeded.length}/${Object.keys(succeeded).length}`
const targets = Object.entries(byTarget).map(([name, inputs]) => `${name} ${inputs}`)
console.log(
  `count ${count} ${targets.join(' ')} routes ${routes} seconds ${seconds} slowest-ms ${slowestMs} heap-mib ${heapMiB} broken ${violations.length}`,
)
process.exit(violations.length > 0 ? 1 : 0)
