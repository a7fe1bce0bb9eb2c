import { parseArgs } from 'node:util'
import { mutants } from './mutants/mutants.ts'

/*
 * Changes the production code in small ways, one at a time in a copy, and looks whether the tests notice. The last line
 * on stdout is the figure; the same seed draws the same mutants of the same sources, and a run that was interrupted goes on
 * where it was.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: 'src-main/studio/{jobs,money,service}/**/*.ts' },
    workers: { type: 'string', default: '2' },
    goal: { type: 'string', default: '0.85' },
  },
})
const [count, seed, workers, goal] = [values.count, values.seed, values.workers, values.goal].map(Number)
const isWhole = (number: number | undefined, least: number): number is number =>
  number !== undefined && Number.isInteger(number) && number >= least
if (!isWhole(count, 1) || !isWhole(seed, 0) || !isWhole(workers, 1) || goal === undefined || !(goal >= 0)) {
  console.error('--count, --seed and --workers are whole numbers; --goal is a share, as 0.85.')
  process.exit(2)
}
const startedAt = performance.now()
const result = await mutants({ count, seed, files: values.files, workers, say: console.error })
for (const survivor of result.survivors) console.log(survivor)
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
const share = result.killed / result.mutants
console.log(
  `mutants ${result.mutants} killed ${result.killed} share ${share.toFixed(3)} seed ${seed} minutes ${minutes}`,
)
process.exit(share >= goal ? 0 : 1)
