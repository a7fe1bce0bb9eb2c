import { parseArgs } from 'node:util'
import { findProgram } from './test/findProgram.ts'
import { recordRun } from './power/recordRun.ts'
import { replayPowerLosses } from './power/replayPowerLosses.ts'

/*
 * Records a studio's system calls and checks the disk that a power loss at each of them would leave.
 * The last line on stdout is the result; everything else goes to stderr.
 */
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '12' },
    torn: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    control: { type: 'boolean', default: false },
  },
})
if (findProgram('strace') === null) {
  console.error('The power test requires strace (on Debian: apt-get install strace).')
  process.exit(2)
}
const { calls, states, lost, reported, messages } = replayPowerLosses(await recordRun(Number(values.jobs)), {
  torn: Number(values.torn),
  seed: Number(values.seed),
  ...(values.control && { isSyncIgnored: () => true }),
  print: console.error,
})
for (const line of messages.slice(0, values.control ? 3 : 30)) console.error(line)
console.error(
  `reported before the end: ${reported.acknowledged} clicks, ${reported.sent} sent, ${reported.requests} request ids, ${reported.saved} saved`,
)
console.log(
  `calls ${calls} disks ${states} damaged ${lost.damaged} lost-intent ${lost.intent} lost-request ${lost.request} lost-file ${lost.file} sent-again ${lost.sent}`,
)
const all = Object.values(lost).reduce((sum, n) => sum + n, 0)
process.exitCode = values.control
  ? Number(all === 0)
  : Number(all > 0 || reported.saved === 0 || reported.sent === 0)
