import { createRandom } from '../../src-main/sandbox/random.ts'
import { findModels, type SeedFile } from './seedFiles.ts'

const TWO_YEARS_MS = 2 * 365 * 86_400_000
/**
 * States per thousand jobs. The open states get at most a tenth of their share, because only the newest tenth of the
 * jobs may be open and `MAX_OPEN` limits their number. The other jobs are saved instead.
 */
const STATES = [
  ['saved', 895],
  ['failed', 40],
  ['cancelled', 15],
  ['rejected', 15],
  ['closed', 5],
  ['queued', 20],
  ['uncertain', 4],
  ['vanished', 3],
  ['unsaved', 3],
] as const
export type SeedState = (typeof STATES)[number][0]
/** Only this share of the jobs, the newest, can be open. */
const OPEN_SHARE = 0.1
/** The maximum number of jobs in each open state. */
const MAX_OPEN = [
  ['queued', 20_000],
  ['uncertain', 50],
  ['vanished', 50],
  ['unsaved', 50],
] as const

/** Tasks per thousand jobs, with their typical price in nano-dollars. */
const TASKS = [
  ['txt2img', 'image', 640, 4_213_000],
  ['img2img', 'image', 100, 5_120_000],
  ['img_upscale', 'image', 40, 1_500_000],
  ['img_rmbg', 'image', 20, 900_000],
  ['txt2video', 'video', 40, 210_000_000],
  ['txt2audio', 'audio', 40, 2_300_000],
  ['txt2music', 'audio', 20, 31_000_000],
  ['audiofile2txt', 'text', 40, 1_700_000],
  ['img2txt', 'text', 30, 800_000],
  ['txt2embedding', 'embedding', 30, 20_000],
] as const
/** Connections with the cumulative share of the jobs up to each. */
const CONNECTIONS = [
  ['sandbox', 'Sandbox', 0.8],
  ['seed-work', 'Work', 0.95],
  ['seed-old', 'Old account', 1],
] as const

export interface SeedJob {
  n: number
  id: string
  idempotencyKey: string
  state: SeedState
  /** When it was created, in ms since the epoch. */
  at: number
  operation: string
  model: { slug: string; name: string }
  connection: { id: string; name: string }
  prompt: string
  /** In nano-dollars. */
  price: number
  tookMs: number
  /** Indexes into the lists of batches and collections; null for none. */
  batch: number | null
  collection: number | null
  file: SeedFile
  input: number | null
  starred: boolean
  /** 0 for none. */
  rating: number
  /** Indexes into the list of tags. */
  tags: number[]
  note: string
  trashed: boolean
  /** Number `n` of the job that this one replaces. */
  replaces: number | null
}

/** The last digit of the ids of each kind, so that equal numbers `n` give different ids. */
const ID_KINDS = {
  job: 1,
  jobKey: 2,
  collection: 3,
  batch: 4,
  batchKey: 5,
  input: 6,
  request: 7,
  requestHash: 8,
  asset: 9,
} as const

/** The id of number `n` of a kind, in the form of a UUID. Keys are idempotency keys. */
export const createId = (kind: keyof typeof ID_KINDS, n: number): string =>
  `${n.toString(16).padStart(8, '0')}-0000-4000-8000-${ID_KINDS[kind].toString(16).padStart(12, '0')}`

/** The size of a seeded library. */
export interface Extent {
  jobs: number
  batches: number
  collections: number
  tags: number
  inputs: number
}
export const planExtent = (jobs: number): Extent => ({
  jobs,
  batches: Math.max(1, Math.floor(jobs / 500)),
  collections: 30,
  tags: 300,
  inputs: 300,
})

function drawState(at: number): SeedState {
  for (const [state, share] of STATES) if ((at -= share) < 0) return state
  return 'saved'
}

function drawTask(at: number): (typeof TASKS)[number] {
  for (const task of TASKS) if ((at -= task[2]) < 0) return task
  return TASKS[0]
}

/** Generates the jobs, oldest first, more of them recent than old, and the same ones for the same extent. */
export function* planJobs(
  { jobs, batches, collections, tags, inputs }: Extent,
  files: SeedFile[],
  now: number,
): Generator<SeedJob> {
  const random = createRandom(jobs)
  const nextPrompt = createPrompts(7)
  const nextCollection = zipf(collections, random)
  const nextTag = zipf(tags, random)
  const byKind = Map.groupBy(files, ({ kind }) => kind)
  const models = new Map(TASKS.map(([type]) => [type, findModels(type)]))
  const remaining = new Map<SeedState, number>(MAX_OPEN)
  let wasUnsuccessful = false
  for (let n = 0; n < jobs; n++) {
    let state = drawState(random() * 1000)
    const room = remaining.get(state)
    if (room !== undefined && (n < jobs * (1 - OPEN_SHARE) || room === 0)) state = 'saved'
    else if (room !== undefined) remaining.set(state, room - 1)
    const [operation, kind, , typicalPrice] = drawTask(random() * 1000)
    const candidates = byKind.get(kind) ?? []
    const file = candidates[Math.floor(random() * candidates.length)]
    if (!file) throw new Error(`There is no file of kind ${kind}`)
    const own = models.get(operation) ?? []
    const model = own[zipf(own.length, random)()]
    const at = Math.floor(now - TWO_YEARS_MS * (1 - Math.sqrt((n + 1) / jobs)))
    const share = random()
    const [id, name] = CONNECTIONS.find(([, , upTo]) => share < upTo) ?? CONNECTIONS[0]
    const inBatch = random() < 0.4
    yield {
      n,
      id: createId('job', n),
      idempotencyKey: createId('jobKey', n),
      state,
      at,
      operation,
      model: { slug: model?.slug ?? 'gone', name: model?.name ?? 'Gone' },
      // A queued job needs a connection that exists, unlike `seed-old`.
      connection: state === 'queued' ? { id: 'sandbox', name: 'Sandbox' } : { id, name },
      prompt: nextPrompt(),
      price: Math.round(typicalPrice * (1 + Math.floor(random() * 4) / 4)),
      tookMs: Math.round(2000 + random() ** 2 * 60_000),
      batch: inBatch ? Math.min(batches - 1, Math.floor((n / jobs) * batches)) : null,
      collection: random() < 0.25 ? nextCollection() : null,
      file,
      input: operation.startsWith('txt') ? null : Math.floor(random() * inputs),
      starred: random() < 0.04,
      // Most rated results have a high rating.
      rating: random() < 0.12 ? 5 - zipf(5, random)() : 0,
      tags: random() < 0.15 ? distinct(1 + Math.floor(random() * 3), nextTag) : [],
      note: random() < 0.02 ? `Note ${Math.floor(random() * 1000)}: for ${nextPrompt().slice(0, 60)}` : '',
      trashed: random() < 0.03,
      replaces: wasUnsuccessful && random() < 0.3 ? n - 1 : null,
    }
    wasUnsuccessful = state === 'failed' || state === 'rejected' || state === 'cancelled'
  }
}

const SYLLABLES =
  'ba be ca co da de el fa fi ga go ha il ka la le li lo ma me mi na no or pa ra re ri ro sa se si ta te ti to ul va ve za'
const WORDS = 4000
const PROMPTS = 40_000

/** Draws random ranks from 0 by Zipf's law: the nth is 1/n as frequent as the first. */
function zipf(ranks: number, random: () => number): () => number {
  // The inverse of the harmonic numbers, approximated by a logarithm.
  return () => Math.min(ranks - 1, Math.floor((ranks + 1) ** random()) - 1)
}

const distinct = (count: number, next: () => number): number[] => [
  ...new Set(Array.from({ length: count }, next)),
]

/** Prompts with a realistic distribution: a few words and prompts are very frequent, most are rare. */
function createPrompts(seed: number): () => string {
  const random = createRandom(seed)
  const syllables = SYLLABLES.split(' ')
  const words = Array.from({ length: WORDS }, (_, rank) => {
    const count = 1 + Math.min(3, Math.floor(Math.log10(rank + 1) + random()))
    return Array.from({ length: count }, () => syllables[Math.floor(random() * syllables.length)]).join('')
  })
  const nextWord = zipf(WORDS, random)
  const prompts = Array.from({ length: PROMPTS }, () => {
    const length = 3 + Math.floor(random() ** 3 * 60)
    return Array.from({ length }, () => words[nextWord()]).join(' ')
  })
  const next = zipf(PROMPTS, random)
  return () => prompts[next()] ?? ''
}
