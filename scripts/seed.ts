import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seed } from './seed/seed.ts'

const { values } = parseArgs({ options: { jobs: { type: 'string' }, data: { type: 'string' } } })
const jobs = Number(values.jobs)
if (!Number.isSafeInteger(jobs) || jobs < 1 || values.data === undefined) {
  console.error('npm run seed -- --jobs N --data FOLDER')
  process.exit(2)
}
const startedAt = performance.now()
let reported = 0
await seed({
  jobs,
  folder: resolve(values.data),
  onProgress: (done) => {
    if (done < reported + 100_000 && done < jobs) return
    reported = done
    console.log(`${done} of ${jobs} jobs`)
  },
})
console.log(`Filled ${values.data} in ${Math.round((performance.now() - startedAt) / 1000)} s`)
