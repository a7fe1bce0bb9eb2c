import { parseArgs } from 'node:util'
import { drawMixture, simulateMixture } from '../src-main/studio/jobs/simulation/mixture/simulateMixture.ts'
import { simulate } from '../src-main/studio/jobs/simulation/simulate.ts'

/*
 * Runs two simulations of the job engine per seed: one of all its jobs during outages and crashes, and one of healthy jobs beside jobs
 * with faults, which must hardly delay them. The last line on stdout is the result.
 */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '500' }, from: { type: 'string', default: '0' } },
})
const [seeds, from] = [Number(values.seeds), Number(values.from)]
if (!Number.isInteger(seeds) || seeds < 1 || !Number.isInteger(from)) {
  console.error('--seeds and --from must be integers.')
  process.exit(2)
}
const all = { sessions: 0, jobs: 0, saved: 0, uncertain: 0, broken: 0 }
let worstDelayMs = 0
for (let seed = from; seed < from + seeds; seed++) {
  try {
    const figures = await simulate(seed)
    all.sessions += figures.sessions
    all.jobs += figures.jobs
    all.saved += figures.saved
    all.uncertain += figures.uncertain
    const { delays, violations } = await simulateMixture(drawMixture(seed))
    worstDelayMs = Math.max(worstDelayMs, ...delays)
    if (violations.length > 0) throw new Error(violations.join('; '))
  } catch (error) {
    all.broken++
    console.error(`seed ${seed}: ${String(error)}`)
  }
}
console.log(
  `seeds ${seeds} sessions ${all.sessions} jobs ${all.jobs} saved ${all.saved} uncertain ${all.uncertain} worst delay ${worstDelayMs} ms broken ${all.broken}`,
)
process.exitCode = all.broken > 0 ? 1 : 0
