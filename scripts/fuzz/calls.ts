import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { z } from 'zod'
import { parseMediaUrl } from '../../src-main/hosts/electron/parseMediaUrl.ts'
import { mediaResponse } from '../../src-main/hosts/shared/mediaResponse.ts'
import { completeHandlers } from '../../src-main/hosts/shared/completeHandlers.ts'
import { dispatchCall } from '../../src-main/hosts/shared/dispatchCall.ts'
import { createStudio } from '../../src-main/studio/createStudio.ts'
import { hideKeyIn } from '../../src-main/studio/service/client/hideKey.ts'
import { isRecord } from '../../src-main/studio/service/client/isRecord.ts'
import { pngOf } from '../../src-main/studio/testing/pictures.ts'
import { type RouteName, routes } from '../../src-preload/contract/routes.ts'
import { quickClock } from '../crash/quickClock.ts'
import { fuzzedSettings } from './documents.ts'
import { fromSchema } from './fromSchema.ts'
import { hostileValue, KEY, mutated, mutatedText } from './hostile.ts'
import { type HttpTarget, openHttpTarget } from './httpTarget.ts'
import { Random } from './Random.ts'
import { RightService } from './RightService.ts'
import { fuzzedDispatcher } from './serviceAnswers.ts'
import { ValidInputs } from './ValidInputs.ts'

/** What lies beside the data folder and must never be answered. */
export const SECRET = 'a file outside the library'

export interface FuzzedStudio {
  /** Holds the data folder and, beside it, what no call may touch. */
  root: string
  call: () => Promise<unknown>
  media: () => Promise<unknown>
  /** Gives it a settings file, lets it read that and open a form by it, and takes the file away again. */
  settings: () => Promise<unknown>
  /** The same studio behind the browser host. */
  http: HttpTarget
  /** Connects the studio again to a service that works for the moment, and has something of each kind made. */
  calmDown: () => Promise<void>
  /** What was logged as an error or done outside the library: a bug, not a refusal. */
  errors: string[]
  /** Calls that a handler answered, by route. */
  answered: Map<string, number>
  close: () => Promise<void>
}

const ROUTES = new Map(
  Object.entries(routes).map(([name, { input }]) => [
    name,
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
  ]),
)
const isRoute = (name: string): name is RouteName => ROUTES.has(name)
const NAMES = [...ROUTES.keys()].filter(isRoute)
/** How much faster than real time the studio's own pauses are. */
const SPEED = 50

/** A whole studio whose service answers anything, to be called as a window does: by routes and by media addresses. */
export async function fuzzedStudio(random: Random, seed: number): Promise<FuzzedStudio> {
  // Of its own, since the studio also works between calls: the calls stay the same for a seed.
  const inside = new Random(seed + 1)
  const root = mkdtempSync(join(tmpdir(), 'easel-fuzz-'))
  const dataFolder = join(root, 'data')
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
  const uuid = (): string => uuidOf(inside)
  let isCalm = false
  const studio = await createStudio({
    version: '0',
    dataFolder,
    clock: quickClock(SPEED, Date.now()),
    random: () => inside.next(),
    uuid,
    dispatcher: fuzzedDispatcher(inside, new RightService(uuid), () => isCalm),
    keychain: {
      get: async (account) => entries.get(account) ?? null,
      set: async (account, secret) => void entries.set(account, secret),
      delete: async (account) => void entries.delete(account),
    },
    sandbox: { start: async () => ({ address: 'https://fuzz.example', key: KEY }) },
    environment: { address: 'https://fuzz.example', key: KEY },
    log,
  })
  const handlers = completeHandlers(studio, {
    name: 'browser',
    capabilities: { openFolder: true, notifications: false, tray: false, keepAwake: false },
    reveal: (path) => {
      if (!path.startsWith(dataFolder)) errors.push(`shown outside the library: ${path}`)
    },
  })
  const valid = new ValidInputs(random, () => uuidOf(random))
  const answered = new Map<string, number>()
  const ask = async (route: unknown, input: unknown) => {
    const answer = await dispatchCall(handlers, route, input, log)
    if (!answer.ok || typeof route !== 'string') return answer
    valid.remember(route, input, answer)
    answered.set(route, (answered.get(route) ?? 0) + 1)
    return answer
  }
  /** An input of a route, valid or not, without the key unless as the key of a connection. */
  const inputOf = (route: RouteName): unknown => {
    const known = random.chance(0.7) ? valid.of(route) : undefined
    const right = known ?? fromSchema(ROUTES.get(route), random, valid.ids)
    const given = random.chance(0.1)
      ? hostileValue(random)
      : random.chance(0.4)
        ? mutated(right, random)
        : right
    // What a window sends may be shown again; here the key comes from the service alone.
    const hidden = hideKeyIn(given, KEY)
    // Every connection has this key: another's would rightly be no secret in its answers.
    const isConnection = route.startsWith('connections.')
    return isConnection && isRecord(hidden) && 'key' in hidden ? { ...hidden, key: KEY } : hidden
  }
  const call = async (): Promise<unknown> => {
    const route = NAMES[random.below(NAMES.length)] ?? 'studio.info'
    const input = inputOf(route)
    return ask(random.chance(0.01) ? input : route, input)
  }
  const address = (): string => {
    const place = random.chance(0.8) ? ['asset', 'thumb', 'preview', 'export'][random.below(4)] : '..'
    const id = random.chance(0.5) ? valid.ids[random.below(valid.ids.length)] : '../outside/secret.txt'
    return `${place}/${id ?? 'x'}`
  }
  const media = async (): Promise<unknown> => {
    const whole = `media://${address()}?v=1`
    const given = random.chance(0.7) ? mutatedText(whole, random) : whole
    const { body, ...head } = await mediaResponse(
      studio.media.find,
      parseMediaUrl(given),
      random.chance(0.3) ? `bytes=${random.below(10)}-${random.below(10)}` : null,
    )
    return { head, body: body && Buffer.from(await new Response(body).arrayBuffer()).toString('latin1') }
  }
  const { media: stored, inputs, onEvent } = studio
  const http = await openHttpTarget({
    studio: { handlers, media: stored, inputs, onEvent, files: new Map(), log },
    random,
    call: () => {
      const route = NAMES[random.below(NAMES.length)] ?? 'studio.info'
      return { route, input: inputOf(route) }
    },
    address,
  })

  const settings = async (): Promise<unknown> => {
    const path = join(dataFolder, 'operations.json')
    writeFileSync(path, String(hideKeyIn(fuzzedSettings(random), KEY)))
    const answers = [await ask('catalogue.reload', undefined)]
    for (const operation of ['txt2img', 'img2mesh'])
      answers.push(await ask('forms.open', { operation, model: 'pictures' }))
    answers.push(await ask('operations.list', undefined))
    rmSync(path)
    await ask('catalogue.reload', undefined)
    return answers
  }

  const calmDown = async (): Promise<void> => {
    isCalm = true
    await ask('connections.add', { name: 'Works', address: 'https://fuzz.example', key: KEY })
    await ask('models.refresh', undefined)
    await ask('queue.resume', { all: true })
    const picture = await inputs.take({ stream: pieces(pngOf(64, 64, seed)) }, { name: 'picture.png' })
    valid.remember('inputs.take', undefined, picture)
    for (const route of CALM) await ask(route, valid.of(route))
    // At times some jobs are left waiting.
    if (random.chance(0.5)) for (const route of WAITING) await ask(route, valid.of(route))
    // The jobs just made are done at once; their pauses are short.
    await sleep(200)
    isCalm = false
  }
  await calmDown()
  return {
    root,
    call,
    media,
    settings,
    http,
    calmDown,
    errors,
    answered,
    close: async () => {
      await http.close()
      await studio.close()
    },
  }
}

/** What is called while the service works, so that there are jobs, batches, results and collections of every kind. */
const CALM: readonly RouteName[] = [
  ...Array.from({ length: 6 }, () => ['quotes.price', 'jobs.enqueue'] as const).flat(),
  ...(['batches.preview', 'batches.price', 'batches.enqueue'] as const),
  ...(['jobs.list', 'library.page', 'collections.create'] as const),
]

const WAITING: readonly RouteName[] = ['queue.pause', 'quotes.price', 'jobs.enqueue', 'jobs.enqueue']

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random.below(16).toString(16)).join('')

const uuidOf = (random: Random): string =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`
