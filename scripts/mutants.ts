import { parseArgs } from 'node:util'
import { mutants } from './mutants/mutants.ts'

/*
 * Mutation testing: makes small changes to a copy of the production code, one at a time, and checks whether a test fails.
 * The last line on stdout is the result. Equal seeds select equal mutants of the same sources; an interrupted run
 * continues.
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
const isCount = (number: number | undefined, min: number): number is number =>
  number !== undefined && Number.isInteger(number) && number >= min
if (!isCount(count, 1) || !isCount(seed, 0) || !isCount(workers, 1) || goal === undefined || !(goal >= 0)) {
  console.error('--count, --seed and --workers must be integers; --goal must be a share, such as 0.85.')
  process.exit(2)
}
const startedAt = performance.now()
const result = await mutants({ count, seed, files: values.files, workers, print: console.error })
for (const survivor of result.survivors) console.log(survivor)
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
const share = result.killed / result.mutants
console.log(
  `mutants ${result.mutants} killed ${result.killed} share ${share.toFixed(3)} seed ${seed} minutes ${minutes}`,
)
process.exit(share >= goal ? 0 : 1)
