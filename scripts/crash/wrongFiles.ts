import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { FoundJob } from './readLibrary.ts'

const statusSchema = z.object({ data: z.object({ result_url: z.string() }) })
const AT_ONCE = 8
const ATTEMPTS = 6

interface Service {
  address: string
  key: string
}

/** Downloads every saved result again and compares: one line per file that differs from the served one. */
export async function wrongFiles(
  dataFolder: string,
  jobs: readonly FoundJob[],
  service: Service,
): Promise<string[]> {
  const wrong: string[] = []
  const waiting = jobs.filter(({ state }) => state === 'saved')
  const work = async (): Promise<void> => {
    for (let job = waiting.pop(); job; job = waiting.pop()) {
      const trouble = await compare(dataFolder, job, service)
      if (trouble !== null) wrong.push(`wrong file: job ${job.id} ${trouble}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return wrong
}

async function compare(dataFolder: string, job: FoundJob, service: Service): Promise<string | null> {
  if (job.file === null) return 'is saved without a file'
  const kept = await readFile(join(dataFolder, 'library', job.file.path)).catch(() => null)
  if (kept === null) return `is saved as ${job.file.path}, which is not there`
  if (sha256(kept) !== job.file.sha256) return `has a file that is not what its row says`
  const served = await serve(job.requestId ?? '', service)
  if (typeof served === 'string') return served
  return sha256(served) === job.file.sha256 ? null : 'has a file that differs from the served one'
}

/** Downloads the result of a request; a message if that fails. */
async function serve(requestId: string, { address, key }: Service): Promise<Uint8Array | string> {
  let why = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(500 * 2 ** attempt)
    const headers = {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      'user-agent': 'Easel/crash-test',
    }
    const status = await fetch(`${address}/api/v1/client/request-status/${requestId}`, { headers }).catch(
      String,
    )
    if (typeof status === 'string' || !status.ok) {
      why = `status request failed: ${typeof status === 'string' ? status : status.status}`
      continue
    }
    const { data } = statusSchema.parse(await status.json())
    const result = await fetch(data.result_url).catch(String)
    if (typeof result !== 'string' && result.ok) return new Uint8Array(await result.arrayBuffer())
    why = `download failed: ${typeof result === 'string' ? result : result.status}`
  }
  return why
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
