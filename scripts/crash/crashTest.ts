import { join } from 'node:path'
import { startSandbox } from '../../src-main/sandbox/startSandbox.ts'
import { startForgetfulProxy } from '../../src-main/studio/testing/servers/startForgetfulProxy.ts'
import { CrashRun, type CrashTrace } from './CrashRun.ts'
import { oracle } from './oracle.ts'
import { readLibrary } from './readLibrary.ts'
import { readPossiblyBilledSubmissions, type WireBill } from './wireLog.ts'
import { findWrongFiles, findWrongInputs } from './wrongFiles.ts'

export interface CrashTestOptions {
  cycles: number
  jobsPerCycle: number
  seed: number
  /** The number of jobs that the sandbox accepts and then doesn't know; default: 6. */
  forgottenJobs?: number
  resendsInFlight?: boolean
  /** A service to use instead of the sandbox. Its ledger is not available. */
  service?: { address: string; key: string }
  print?: (line: string) => void
}

export interface CrashResult {
  cycles: number
  jobs: number
  billedTwice: number
  lostOrInconsistent: number
  stuck: number
  wrongFile: number
  uncertain: number
  /** How often the simulated user agreed to pay for a job again. */
  resent: number
  /** If 0, nothing was tested. */
  saved: number
  /** Submits the service received with a file. */
  withFiles: number
  violations: string[]
  kills: CrashTrace['kills']
}

/** A submission the service accepted. Without a request id when read from the log. */
type Bill = Omit<WireBill, 'requestId'> & { requestId: string | null }

/** The last jobs take seconds, in which few polls of other jobs may be sent. */
const MAX_FORGOTTEN_POLLS = 20
/** Results are ready almost immediately; the balance never runs out. */
const SANDBOX_OPTIONS = { flavour: 'live', speed: 5000, detail: 0.1, balance: 1e6 } as const
/** Speed of the studio's clock with the sandbox; with other services it runs in real time. */
const CLOCK_SPEED = 20

/** Runs the crash test against the sandbox or another service, evaluates it, and deletes its data folder. */
export async function crashTest(options: CrashTestOptions): Promise<CrashResult> {
  const { cycles, jobsPerCycle, seed, resendsInFlight = false, print = () => {} } = options
  const sandbox = options.service ? null : await startSandbox({ ...SANDBOX_OPTIONS, seed })
  const forgottenJobs = sandbox ? (options.forgottenJobs ?? 6) : 0
  const proxy = sandbox && forgottenJobs > 0 ? await startForgetfulProxy(sandbox.address) : null
  const service = options.service ?? {
    address: proxy?.address ?? sandbox?.address ?? '',
    key: sandbox?.key ?? '',
  }
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
      forgottenJobs,
      seed,
      resendsInFlight,
      service,
      setFaults: (isOn) => sandbox?.control.setFaults(isOn ? [...crashFaults] : []),
      findBilledIds: (prompt) =>
        (bills() ?? []).filter((bill) => bill.prompt === prompt).map(({ requestId }) => requestId),
      polls: proxy?.polls ?? null,
      counts: sandbox ? () => sandbox.control.counts() : null,
      speed: sandbox ? CLOCK_SPEED : 1,
      wireLog: sandbox === null,
      print,
    })
    const trace = await run.run()
    const result = await evaluate(
      trace,
      bills() ?? readPossiblyBilledSubmissions(trace.wireLog ?? ''),
      service,
    )
    trace.remove()
    return { cycles, ...result, kills: trace.kills }
  } finally {
    await proxy?.[Symbol.asyncDispose]()
    await sandbox?.close()
  }
}

async function evaluate(
  { dataFolder, user, batches, files, reportedIds, forgottenPolls }: CrashTrace,
  bills: readonly Bill[],
  service: { address: string; key: string },
): Promise<Omit<CrashResult, 'cycles' | 'kills'>> {
  const { integrity, jobs } = readLibrary(dataFolder)
  if (integrity !== 'ok')
    throw new Error(`The database is damaged: ${integrity} (${join(dataFolder, 'easel.db')})`)
  const acknowledged = new Map(
    user.clicks.flatMap(({ idempotencyKey, job }) => (job === null ? [] : [[idempotencyKey, job] as const])),
  )
  const agreed = (prompt: string): number => user.countAgreedPayments(prompt)
  const verdict = oracle({ jobs, bills, acknowledged, rows: batches.acknowledged, reportedIds, agreed })
  const wrong = [
    ...(await findWrongFiles(dataFolder, jobs, service)),
    ...findWrongInputs(bills, (prompt) => files.findHash(prompt)),
  ]
  return {
    ...verdict,
    jobs: jobs.length,
    resent: user.repeatAgreements,
    saved: jobs.filter(({ state }) => state === 'saved').length,
    withFiles: bills.filter((bill) => bill.files.length > 0).length,
    wrongFile: wrong.length,
    violations: [
      ...verdict.violations,
      ...wrong,
      ...(forgottenPolls > MAX_FORGOTTEN_POLLS
        ? [`delayed: ${forgottenPolls} polls of jobs that the service doesn't know came before the last jobs`]
        : []),
    ],
  }
}

/** Faults injected during the crash test: all kinds that submissions, polls and downloads can have. */
const crashFaults: readonly string[] = [
  'submit:lost-reply@0.04',
  'submit:reset@0.03',
  'submit:429=0@0.03',
  'submit:429=1@0.02',
  'submit:429=none@0.01',
  'submit:500@0.01',
  'submit:502=billed@0.02',
  'submit:503@0.01',
  'submit:truncated@0.01',
  'submit:no-id@0.01',
  'submit:bad-id@0.005',
  'submit:slow=40@0.2',
  'submit:job-fails@0.02',
  'status:500@0.03',
  'status:429=1@0.02',
  'status:cut-short@0.01',
  'status:slow=30@0.1',
  'result:cut-short@0.05',
  'result:truncated-result@0.03',
  'result:garbage-result@0.01',
  'result:html-result@0.01',
  'result:503@0.02',
  'result:expired-link@0.02',
  'result:slow=40@0.2',
]
