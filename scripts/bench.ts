import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { enqueue } from './bench/enqueue.ts'
import { interaction } from './bench/interaction.ts'
import { pace } from './bench/pace.ts'
import { payload } from './bench/payload.ts'
import { pollCost } from './bench/pollCost.ts'
import { polls } from './bench/polls.ts'
import { priceCalls } from './bench/priceCalls.ts'
import { printTable, type Row } from './bench/Row.ts'
import { routes } from './bench/routes.ts'
import { start } from './bench/start.ts'
import { ensureBuilt } from './ensureBuilt.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    sizes: { type: 'string', default: '1000,10000' },
    folders: { type: 'string', default: '' },
    routes: { type: 'string', default: '' },
  },
})
const benches: Record<string, () => Promise<Row[]>> = {
  payload,
  start,
  price: priceCalls,
  enqueue,
  pace,
  polls,
  'poll-cost': pollCost,
  interaction,
  routes: () =>
    routes({
      sizes: values.sizes.split(',').map(Number),
      folders: values.folders.split(',').filter(Boolean),
      only: values.routes,
    }),
}

const wanted = values.only?.split(',') ?? Object.keys(benches)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
const chosen = Object.entries(benches).filter(([name]) => wanted.includes(name))

await ensureBuilt(console.error)

const rows: Row[] = []
for (const [, bench] of chosen) rows.push(...(await bench()))
printTable(rows)
if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
process.exitCode = rows.every((row) => row.holds) ? 0 : 1
