import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { enqueue } from './bench/enqueue.ts'
import { interaction } from './bench/interaction.ts'
import { pace } from './bench/pace.ts'
import { payload } from './bench/payload.ts'
import { pollCost } from './bench/pollCost.ts'
import { polls } from './bench/polls.ts'
import { priceCalls } from './bench/priceCalls.ts'
import { printTable } from './bench/printTable.ts'
import type { Row } from './bench/Row.ts'
import { start } from './bench/start.ts'
import { ensureBuilt } from './ensureBuilt.ts'

const benches: Record<string, () => Promise<Row[]>> = {
  payload,
  start,
  price: priceCalls,
  enqueue,
  pace,
  polls,
  'poll-cost': pollCost,
  interaction,
}

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } })
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
