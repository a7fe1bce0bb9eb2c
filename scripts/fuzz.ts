import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz/fuzz.ts'

/* Sends hostile responses, calls, addresses and documents to the studio; the last line on stdout is the result. */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '20000' }, seed: { type: 'string' } },
})
const [count, seed] = [Number(values.count), Number(values.seed ?? randomInt(2 ** 32))]
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('--count and --seed must be integers.')
  process.exit(2)
}
console.error(`seed ${seed}`)
const startedAt = performance.now()
const { byTarget, breaches, slowestMs, heapMiB, succeeded, statuses } = await fuzz({
  count,
  seed,
  print: console.error,
})
for (const breach of breaches.slice(0, 50)) console.error(breach)
const seconds = Math.round((performance.now() - startedAt) / 1000)
const never = Object.keys(succeeded).filter((route) => succeeded[route] === 0)
if (never.length > 0) console.error(`never succeeded: ${never.join(', ')}`)
console.error(`statuses ${JSON.stringify(statuses)}`)
const routes = `${Object.keys(succeeded).length - never.length}/${Object.keys(succeeded).length}`
const shares = Object.entries(byTarget).map(([name, share]) => `${name} ${share}`)
console.log(
  `count ${count} ${shares.join(' ')} routes ${routes} seconds ${seconds} slowest-ms ${slowestMs} heap-mib ${heapMiB} broken ${breaches.length}`,
)
process.exit(breaches.length > 0 ? 1 : 0)
