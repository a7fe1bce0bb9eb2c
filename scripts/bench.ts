import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { download } from './bench/download.ts'
import { enqueue } from './bench/enqueue.ts'
import { exporting } from './bench/exporting.ts'
import { find } from './bench/find.ts'
import { gallery } from './bench/gallery/gallery.ts'
import { memory } from './bench/gallery/memory.ts'
import { interaction } from './bench/interaction.ts'
import { lostJobs } from './bench/polls/lostJobs.ts'
import { pace } from './bench/polls/pace.ts'
import { palette } from './bench/palette.ts'
import { payload } from './bench/payload.ts'
import { pollCost } from './bench/polls/pollCost.ts'
import { polls } from './bench/polls/polls.ts'
import { priceCalls } from './bench/routes/priceCalls.ts'
import { printTable, type Row } from './bench/Row.ts'
import { routes } from './bench/routes/routes.ts'
import { start } from './bench/start.ts'
import { thumbnails } from './bench/thumbnails.ts'
import { ensureBuilt } from './ensureBuilt.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    sizes: { type: 'string', default: '' },
    folders: { type: 'string', default: '' },
    routes: { type: 'string', default: '' },
    share: { type: 'string', default: '1' },
  },
})
const folders = values.folders.split(',').filter(Boolean)
const sizes = values.sizes.split(',').filter(Boolean).map(Number)
/** The given libraries, or new ones of these sizes. */
const libraries = (...defaults: number[]) => ({ sizes: sizes.length > 0 ? sizes : defaults, folders })
const benches: Record<string, () => Promise<Row[]>> = {
  payload,
  start: () => start(libraries(100_000)),
  price: priceCalls,
  enqueue,
  pace,
  polls,
  'poll-cost': pollCost,
  'lost-jobs': lostJobs,
  interaction,
  routes: () => routes({ ...libraries(1000, 10_000), only: values.routes.split(',').filter(Boolean) }),
  gallery: () => gallery(libraries(1000, 10_000)),
  memory: () => memory(libraries(10_000), Number(values.share)),
  find: () => find(libraries(1000, 10_000)),
  palette: () => palette(libraries(10_000)),
  thumbnails,
  download,
  export: exporting,
}

const wanted = values.only?.split(',') ?? Object.keys(benches)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`Unknown benches: ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
const chosen = Object.entries(benches).filter(([name]) => wanted.includes(name))

await ensureBuilt(console.error)

const rows: Row[] = []
for (const [, bench] of chosen) rows.push(...(await bench()))
printTable(rows)
if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
process.exitCode = rows.every((row) => row.holds) ? 0 : 1
