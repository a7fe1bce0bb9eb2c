import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStudioDatabase } from '../../src-main/studio/storage/openStudioDatabase.ts'
import { readLibrary, type FoundJob } from '../crash/readLibrary.ts'
import type { Reported } from './Reported.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const clock = { now: () => Date.now(), after: () => () => {} }

/** Something that a power loss must not cause. */
export interface Loss {
  kind: 'damaged' | 'intent' | 'request' | 'file' | 'sent'
  message: string
}

/**
 * Writes what survived of a disk to `folder`, opens the database as at startup, and compares it with what was
 * reported.
 */
export function checkState(
  survivors: Map<string, Buffer | 'folder'>,
  root: string,
  folder: string,
  reported: Reported,
): Loss[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [path, content] of survivors) {
    const target = join(folder, path.slice(root.length))
    if (content === 'folder') mkdirSync(target, { recursive: true })
    else writeFileSync(target, content)
  }
  try {
    const { database, notices } = openStudioDatabase({ dataFolder: folder, log, clock })
    database.close()
    if (notices.length > 0) return [{ kind: 'damaged', message: notices.map(({ code }) => code).join(', ') }]
    const { integrity, jobs } = readLibrary(folder)
    if (integrity !== 'ok') return [{ kind: 'damaged', message: integrity }]
    return [...findLostState(jobs, reported), ...findTornFiles(jobs, folder)]
  } catch (error) {
    return [{ kind: 'damaged', message: String(error) }]
  }
}

function findLostState(jobs: readonly FoundJob[], reported: Reported): Loss[] {
  const losses: Loss[] = []
  const byId = new Map(jobs.map((job) => [job.id, job]))
  for (const id of reported.acknowledged)
    if (!byId.has(id)) losses.push({ kind: 'intent', message: `job ${id} was acknowledged and is gone` })
  for (const [id, requestId] of reported.requests)
    if (byId.get(id)?.requestId !== requestId)
      losses.push({ kind: 'request', message: `job ${id} has lost its request id` })
  for (const id of reported.saved)
    if (byId.get(id)?.state !== 'saved')
      losses.push({ kind: 'file', message: `job ${id} was saved and is not` })
  for (const prompt of reported.sent) {
    const job = jobs.find((candidate) => candidate.prompt === prompt)
    // A queued job would be sent a second time.
    if (!job || job.state === 'queued')
      losses.push({
        kind: 'sent',
        message: `"${prompt}" was sent, but the state in its row is ${job?.state ?? 'missing'}`,
      })
  }
  return losses
}

function findTornFiles(jobs: readonly FoundJob[], folder: string): Loss[] {
  return jobs.flatMap(({ id, state, file }): Loss[] => {
    if (state !== 'saved') return []
    if (!file) return [{ kind: 'file', message: `job ${id} is saved without a file` }]
    try {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, 'library', file.path)))
        .digest('hex')
      return hash === file.sha256 ? [] : [{ kind: 'file', message: `${file.path} is torn` }]
    } catch {
      return [{ kind: 'file', message: `${file.path} is missing` }]
    }
  })
}
