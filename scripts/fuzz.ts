import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz/fuzz.ts'

/* Gives the studio hostile answers, calls, addresses and documents; the last line on stdout is the figure. */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '20000' }, seed: { type: 'string' } },
})
const [count, seed] = [Number(values.count), Number(values.seed ?? randomInt(2 ** 32))]
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('--count and --seed are whole numbers.')
  process.exit(2)
}
console.error(`seed ${seed}`)
const startedAt = performance.now()
const { byTarget, breaches, slowestMs, heapMiB, answered, statuses } = await fuzz({
  count,
  seed,
  say: console.error,
})
for (const breach of breaches.slice(0, 50)) console.error(breach)
const seconds = Math.round((performance.now() - startedAt) / 1000)
const never = Object.keys(answered).filter((route) => answered[route] === 0)
if (never.length > 0) console.error(`never answered: ${never.join(', ')}`)
console.error(`statuses ${JSON.stringify(statuses)}`)
const routes = `${Object.keys(answered).length - never.length}/${Object.keys(answered).length}`
const shares = Object.entries(byTarget).map(([name, share]) => `${name} ${share}`)
console.log(
  `count ${count} ${shares.join(' ')} routes ${routes} seconds ${seconds} slowest-ms ${slowestMs} heap-mib ${heapMiB} broken ${breaches.length}`,
)
process.exit(breaches.length > 0 ? 1 : 0)
