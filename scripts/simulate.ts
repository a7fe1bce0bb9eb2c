import { parseArgs } from 'node:util'
import { simulate } from '../src-main/studio/jobs/simulation/simulate.ts'

/* Runs one simulation of the job engine per seed; the last line on stdout is the result. */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '500' }, from: { type: 'string', default: '0' } },
})
const [seeds, from] = [Number(values.seeds), Number(values.from)]
if (!Number.isInteger(seeds) || seeds < 1 || !Number.isInteger(from)) {
  console.error('--seeds and --from must be integers.')
  process.exit(2)
}
const all = { sessions: 0, jobs: 0, saved: 0, uncertain: 0, broken: 0 }
for (let seed = from; seed < from + seeds; seed++) {
  try {
    const figures = await simulate(seed)
    all.sessions += figures.sessions
    all.jobs += figures.jobs
    all.saved += figures.saved
    all.uncertain += figures.uncertain
  } catch (error) {
    all.broken++
    console.error(`seed ${seed}: ${String(error)}`)
  }
}
console.log(
  `seeds ${seeds} sessions ${all.sessions} jobs ${all.jobs} saved ${all.saved} uncertain ${all.uncertain} broken ${all.broken}`,
)
process.exitCode = all.broken > 0 ? 1 : 0
