import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { FoundJob } from './readLibrary.ts'

const statusSchema = z.object({ data: z.object({ result_url: z.string() }) })
const CONCURRENCY = 8
const ATTEMPTS = 6

interface Service {
  address: string
  key: string
}

/** Downloads every saved result again and compares it with its file. Returns one line per file that differs. */
export async function findWrongFiles(
  dataFolder: string,
  jobs: readonly FoundJob[],
  service: Service,
): Promise<string[]> {
  const wrong: string[] = []
  const waiting = jobs.filter(({ state }) => state === 'saved')
  const work = async (): Promise<void> => {
    for (let job = waiting.pop(); job; job = waiting.pop()) {
      const difference = await compare(dataFolder, job, service)
      if (difference !== null) wrong.push(`wrong file: job ${job.id} ${difference}`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return wrong
}

async function compare(dataFolder: string, job: FoundJob, service: Service): Promise<string | null> {
  if (job.file === null) return 'is saved without a file'
  const saved = await readFile(join(dataFolder, 'library', job.file.path)).catch(() => null)
  if (saved === null) return `is saved as ${job.file.path}, which is not there`
  if (sha256(saved) !== job.file.sha256) return `has a file whose hash differs from the one in its row`
  const served = await downloadResult(job.requestId ?? '', service)
  if (typeof served === 'string') return served
  return sha256(served) === job.file.sha256 ? null : 'has a file that differs from the served one'
}

/** Downloads the result of a request; a message if that fails. */
async function downloadResult(requestId: string, { address, key }: Service): Promise<Uint8Array | string> {
  let failure = ''
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
      failure = `status request failed: ${typeof status === 'string' ? status : status.status}`
      continue
    }
    const { data } = statusSchema.parse(await status.json())
    const result = await fetch(data.result_url).catch(String)
    if (typeof result !== 'string' && result.ok) return new Uint8Array(await result.arrayBuffer())
    failure = `download failed: ${typeof result === 'string' ? result : result.status}`
  }
  return failure
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Compares the files that a service received (SHA-256 of each) with those of the clicks. Returns one line per bill
 * that differs.
 */
export function findWrongInputs(
  bills: readonly { prompt: string; files: readonly string[] }[],
  clicked: (prompt: string) => string | null,
): string[] {
  return bills.flatMap(({ prompt, files }) => {
    const wanted = clicked(prompt)
    if (wanted === null)
      return files.length === 0 ? [] : [`wrong file: "${prompt}" was sent with a file and clicked without`]
    if (files.length !== 1)
      return [`wrong file: "${prompt}" was sent with ${files.length} files instead of 1`]
    return files[0] === wanted ? [] : [`wrong file: "${prompt}" was sent with another file than clicked`]
  })
}
