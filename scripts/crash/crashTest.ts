import { join } from 'node:path'
import { startSandbox } from '../../src-main/sandbox/startSandbox.ts'
import { CrashRun, type CrashTrace } from './CrashRun.ts'
import { crashFaults } from './faults.ts'
import { oracle } from './oracle.ts'
import { readLibrary } from './readLibrary.ts'
import { wireBills, type WireBill } from './wireBills.ts'
import { wrongFiles } from './wrongFiles.ts'
import { wrongInputs } from './wrongInputs.ts'

export interface CrashTestOptions {
  cycles: number
  jobsPerCycle: number
  seed: number
  naive?: boolean
  /** A service to use instead of the sandbox. Its ledger is not available. */
  service?: { address: string; key: string }
  print?: (line: string) => void
}

export interface CrashResult {
  cycles: number
  jobs: number
  billedTwice: number
  lost: number
  stuck: number
  wrongFile: number
  uncertain: number
  /** How often the simulated user agreed to pay for a job again. */
  resent: number
  /** If 0, nothing was tested. */
  saved: number
  /** Submits the service received with a file. */
  withFiles: number
  breaches: string[]
  kills: CrashTrace['kills']
}

/** A submit the service accepted. Without a request id when read from the recorded requests. */
type Bill = Omit<WireBill, 'requestId'> & { requestId: string | null }

/** Results arrive at once; the balance never runs out. */
const SANDBOX = { flavour: 'live', speed: 5000, balance: 1e6 } as const
/** Speed of the studio's clock with the sandbox; with other services it runs in real time. */
const SPEED = 20

/** Runs the crash test against the sandbox or another service and evaluates it. The results are deleted afterwards. */
export async function crashTest(options: CrashTestOptions): Promise<CrashResult> {
  const { cycles, jobsPerCycle, seed, naive = false, print = () => {} } = options
  const sandbox = options.service ? null : await startSandbox({ ...SANDBOX, seed })
  const service = options.service ?? { address: sandbox?.address ?? '', key: sandbox?.key ?? '' }
  const bills = () =>
    sandbox?.control.ledger().map(({ requestId, body, uploads }) => ({
      requestId,
      prompt: String(body['prompt']),
      files: Object.values(uploads).flat(),
    }))
  try {
    const run = new CrashRun({
      cycles,
      jobsPerCycle,
      seed,
      naive,
      service,
      setFaults: (on) => sandbox?.control.setFaults(on ? [...crashFaults] : []),
      billed: (prompt) =>
        (bills() ?? []).filter((bill) => bill.prompt === prompt).map(({ requestId }) => requestId),
      counts: sandbox ? () => sandbox.control.counts() : null,
      speed: sandbox ? SPEED : 1,
      wireLog: sandbox === null,
      print,
    })
    const trace = await run.run()
    const result = await judge(trace, bills() ?? wireBills(trace.wireLog ?? ''), service)
    trace.remove()
    return { cycles, ...result, kills: trace.kills }
  } finally {
    await sandbox?.close()
  }
}

async function judge(
  { dataFolder, user, batches, files, reportedIds }: CrashTrace,
  bills: readonly Bill[],
  service: { address: string; key: string },
): Promise<Omit<CrashResult, 'cycles' | 'kills'>> {
  const { verdict: integrity, jobs } = readLibrary(dataFolder)
  if (integrity !== 'ok')
    throw new Error(`The database is damaged: ${integrity} (${join(dataFolder, 'easel.db')})`)
  const acknowledged = new Map(
    user.clicks.flatMap(({ idempotencyKey, job }) => (job === null ? [] : [[idempotencyKey, job] as const])),
  )
  const agreed = (prompt: string): number => user.agreed(prompt)
  const verdict = oracle({ jobs, bills, acknowledged, rows: batches.acknowledged, reportedIds, agreed })
  const wrong = [
    ...(await wrongFiles(dataFolder, jobs, service)),
    ...wrongInputs(bills, (prompt) => files.hashOf(prompt)),
  ]
  return {
    ...verdict,
    jobs: jobs.length,
    resent: user.resent,
    saved: jobs.filter(({ state }) => state === 'saved').length,
    withFiles: bills.filter((bill) => bill.files.length > 0).length,
    wrongFile: wrong.length,
    breaches: [...verdict.breaches, ...wrong],
  }
}
