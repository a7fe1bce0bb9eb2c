import { parseArgs } from 'node:util'
import { onPath } from './test/onPath.ts'
import { powerTest } from './power/powerTest.ts'

/*
 * Records a studio's work call by call and opens what a loss of power at each of them would leave of its disk.
 * The last line on stdout is the figure; words about it go to stderr.
 */
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '12' },
    torn: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    control: { type: 'boolean', default: false },
  },
})
if (onPath('strace') === null) {
  console.error('The power test wants strace (on Debian: apt-get install strace).')
  process.exit(2)
}
const { calls, states, lost, told, messages } = await powerTest({
  jobs: Number(values.jobs),
  torn: Number(values.torn),
  seed: Number(values.seed),
  isDeafTo: () => values.control,
  print: console.error,
})
for (const line of messages.slice(0, values.control ? 3 : 30)) console.error(line)
console.error(
  `told before the end: ${told.acknowledged} clicks, ${told.sent} sent, ${told.requests} request ids, ${told.saved} saved`,
)
console.log(
  `calls ${calls} disks ${states} damaged ${lost.damaged} lost-intent ${lost.intent} lost-request ${lost.request} lost-file ${lost.file} sent-again ${lost.sent}`,
)
const all = Object.values(lost).reduce((sum, n) => sum + n, 0)
process.exitCode = values.control ? Number(all === 0) : Number(all > 0 || told.saved === 0 || told.sent === 0)
