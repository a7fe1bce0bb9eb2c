import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { z } from 'zod'
import { parseMediaUrl } from '../../src-main/hosts/electron/parseMediaUrl.ts'
import { answerMedia } from '../../src-main/hosts/shared/answerMedia.ts'
import { dispatchCall } from '../../src-main/hosts/shared/dispatchCall.ts'
import { systemClock } from '../../src-main/hosts/shared/systemClock.ts'
import { createStudio } from '../../src-main/studio/createStudio.ts'
import { completeHandlers } from '../../src-main/hosts/shared/completeHandlers.ts'
import { hideKeyIn } from '../../src-main/studio/service/hideKey.ts'
import { isRecord } from '../../src-main/studio/service/isRecord.ts'
import { routes } from '../../src-preload/contract/routes.ts'
import { hostileValue, KEY, mutated, mutatedText } from './hostile.ts'
import { fromSchema } from './fromSchema.ts'
import { fuzzedDispatcher } from './serviceAnswers.ts'
import { Random } from './Random.ts'

/** What lies beside the data folder and must never be answered. */
export const SECRET = 'a file outside the library'

export interface FuzzedStudio {
  /** Holds the data folder and, beside it, what no call may touch. */
  root: string
  call: () => Promise<unknown>
  media: () => Promise<unknown>
  /** What was logged as an error: a bug, not a refusal. */
  errors: string[]
  /** Calls that a handler answered, by route. */
  answered: Map<string, number>
  close: () => Promise<void>
}

/** A whole studio whose service answers anything, to be called as a window does: by routes and by media addresses. */
export async function fuzzedStudio(random: Random, seed: number): Promise<FuzzedStudio> {
  // Of its own, since the studio also works between calls: the calls stay the same for a seed.
  const inside = new Random(seed + 1)
  const root = mkdtempSync(join(tmpdir(), 'easel-fuzz-'))
  mkdirSync(join(root, 'outside'))
  writeFileSync(join(root, 'outside', 'secret.txt'), SECRET)
  const errors: string[] = []
  const entries = new Map<string, string>()
  const log = {
    info: () => {},
    warn: () => {},
    error: (message: string, facts?: Record<string, unknown>) =>
      void errors.push(`${message} ${inspect(facts)}`),
  }
  const studio = await createStudio({
    version: '0',
    dataFolder: join(root, 'data'),
    clock: systemClock,
    random: () => inside.next(),
    uuid: () =>
      `${hex(inside, 8)}-${hex(inside, 4)}-4${hex(inside, 3)}-8${hex(inside, 3)}-${hex(inside, 12)}`,
    dispatcher: fuzzedDispatcher(inside),
    keychain: {
      get: async (account) => entries.get(account) ?? null,
      set: async (account, secret) => void entries.set(account, secret),
      delete: async (account) => void entries.delete(account),
    },
    sandbox: { start: () => Promise.reject(new Error('no sandbox here')) },
    environment: { address: 'https://fuzz.example', key: KEY },
    log,
  })
  const handlers = completeHandlers(studio, {
    name: 'browser',
    capabilities: { openFolder: false, notifications: false, tray: false, keepAwake: false },
    reveal: null,
  })
  const names = Object.keys(routes)
  const schemas = new Map(Object.entries(routes).map(([name, { input }]) => [name, jsonSchema(input)]))
  /** Ids that the studio has given out, so that calls also reach what is there. */
  const seen: string[] = []
  const answered = new Map<string, number>()
  const call = async (): Promise<unknown> => {
    const route = names[random.below(names.length)] ?? ''
    const valid = fromSchema(schemas.get(route), random, seen)
    const given = random.chance(0.1)
      ? hostileValue(random)
      : random.chance(0.5)
        ? mutated(valid, random)
        : valid
    // What a window sends may be shown again; here the key comes from the service alone.
    const hidden = hideKeyIn(given, KEY)
    // Every connection has this key: another's would rightly be no secret in its answers.
    const input = isRecord(hidden) && 'key' in hidden ? { ...hidden, key: KEY } : hidden
    const answer = await dispatchCall(handlers, random.chance(0.01) ? input : route, input, log)
    remember(seen, answer)
    if (answer.ok) answered.set(route, (answered.get(route) ?? 0) + 1)
    return answer
  }
  const media = async (): Promise<unknown> => {
    const place = random.chance(0.8) ? ['asset', 'thumb', 'preview', 'export'][random.below(4)] : '..'
    const id = random.chance(0.5) ? seen[random.below(seen.length)] : '../outside/secret.txt'
    const address = `media://${place}/${id ?? 'x'}?v=1`
    const given = random.chance(0.7) ? mutatedText(address, random) : address
    const { body, ...head } = await answerMedia(
      studio.media.find,
      parseMediaUrl(given),
      random.chance(0.3) ? `bytes=${random.below(10)}-${random.below(10)}` : null,
    )
    return { head, body: body && Buffer.from(await new Response(body).arrayBuffer()).toString('latin1') }
  }
  return { root, call, media, errors, answered, close: () => studio.close() }
}

const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random.below(16).toString(16)).join('')

const jsonSchema = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

const MOST_SEEN = 500

function remember(seen: string[], value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'id' && typeof inner === 'string') seen.push(inner)
    else remember(seen, inner)
  }
  if (seen.length > MOST_SEEN) seen.splice(0, seen.length - MOST_SEEN)
}
