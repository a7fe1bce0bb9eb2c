import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { z } from 'zod'
import { parseMediaUrl } from '../../src-main/hosts/electron/security/appUrls.ts'
import { createMediaResponse } from '../../src-main/hosts/shared/http/createMediaResponse.ts'
import { addHostHandlers } from '../../src-main/hosts/shared/calls/hostHandlers.ts'
import { dispatchCall } from '../../src-main/hosts/shared/calls/dispatchCall.ts'
import { systemClock } from '../../src-main/hosts/shared/world/systemClock.ts'
import { createStudio } from '../../src-main/studio/createStudio.ts'
import { redactKeyInJson } from '../../src-main/studio/service/http/redactKey.ts'
import { isRecord } from '../../src-main/studio/service/http/json.ts'
import { createFastClock } from '../../src-main/studio/testing/createFastClock.ts'
import { pngOf } from '../../src-main/studio/testing/media/images.ts'
import { type RouteName, routes } from '../../src-preload/contract/routes.ts'
import { createOverrides } from './documents.ts'
import { createFromSchema } from './fromSchema.ts'
import { createHostileValue, KEY, mutate, mutateText } from './hostile.ts'
import { type HttpTarget, openHttpTarget } from './httpTarget.ts'
import { Random } from './Random.ts'
import { WorkingService } from './WorkingService.ts'
import { createDispatcher } from './serviceResponses.ts'
import { ValidInputs } from './ValidInputs.ts'

/** Content of a file outside the data folder that must never be returned. */
export const SECRET = 'a file outside the library'

export interface FuzzedStudio {
  /** Contains the data folder and files that no call may access. */
  root: string
  call: () => Promise<unknown>
  media: () => Promise<unknown>
  /** Writes an overrides file, has the studio load it and open forms with it, and removes the file. */
  overrides: () => Promise<unknown>
  /** The same studio served by the browser host. */
  http: HttpTarget
  /** Reconnects the studio to a temporarily working service and creates data of each kind. */
  createData: () => Promise<void>
  /** Logged errors and accesses outside the library: bugs, unlike rejected inputs. */
  errors: string[]
  /** Number of successful calls, by route. */
  succeeded: Map<string, number>
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
/** Factor by which the studio's clock runs faster than real time. */
const SPEED = 50

/** A complete studio with a fuzzed service, to be called as a window does, by routes and media URLs. */
export async function openFuzzedStudio(random: Random, seed: number): Promise<FuzzedStudio> {
  // Separate, so that what the studio does between calls doesn't change the calls of a seed.
  const studioRandom = new Random(seed + 1)
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
  const uuid = (): string => createUuid(studioRandom)
  let isWorking = false
  const studio = await createStudio({
    version: '0',
    dataFolder,
    clock: createFastClock(systemClock, SPEED, Date.now()),
    random: () => studioRandom.next(),
    uuid,
    dispatcher: createDispatcher(studioRandom, new WorkingService(uuid), () => isWorking),
    keychain: {
      get: async (account) => entries.get(account) ?? null,
      set: async (account, secret) => void entries.set(account, secret),
      delete: async (account) => void entries.delete(account),
    },
    sandbox: { start: async () => ({ address: 'https://fuzz.example', key: KEY }) },
    environment: { address: 'https://fuzz.example', key: KEY },
    log,
  })
  const handlers = addHostHandlers(studio, {
    name: 'browser',
    capabilities: {
      openFolder: true,
      chooseFolder: false,
      notifications: false,
      tray: false,
      keepAwake: false,
    },
    revealFile: (path) => {
      if (!path.startsWith(dataFolder)) errors.push(`revealed outside the library: ${path}`)
    },
    chooseExportPath: null,
    chooseImportFolder: null,
    chooseBackupFolder: null,
    libraries: null,
  })
  const valid = new ValidInputs(random, () => createUuid(random))
  const succeeded = new Map<string, number>()
  const dispatch = async (route: unknown, input: unknown) => {
    const response = await dispatchCall(handlers, route, input, log)
    if (!response.ok || typeof route !== 'string') return response
    valid.record(route, input, response)
    succeeded.set(route, (succeeded.get(route) ?? 0) + 1)
    return response
  }
  /** A valid or invalid input of a route, without the key except as a connection's key. */
  const createInput = (route: RouteName): unknown => {
    const accepted = random.chance(0.7) ? valid.inputFor(route) : undefined
    const base = accepted ?? createFromSchema(ROUTES.get(route), random, valid.ids)
    const input = random.chance(0.1)
      ? createHostileValue(random)
      : random.chance(0.4)
        ? mutate(base, random)
        : base
    // Inputs don't contain the key, because the window may get its own input back; only the service sends it.
    const hidden = redactKeyInJson(input, KEY)
    // All connections have this key, because another key would not be recognized as a leak.
    const isConnection = route.startsWith('connections.')
    return isConnection && isRecord(hidden) && 'key' in hidden ? { ...hidden, key: KEY } : hidden
  }
  const call = async (): Promise<unknown> => {
    const route = NAMES[random.below(NAMES.length)] ?? 'studio.info'
    const input = createInput(route)
    return dispatch(random.chance(0.01) ? input : route, input)
  }
  const mediaPath = (): string => {
    const kind = random.chance(0.8) ? ['asset', 'copy', 'thumb', 'preview', 'export'][random.below(5)] : '..'
    const id = random.chance(0.5) ? valid.ids[random.below(valid.ids.length)] : '../outside/secret.txt'
    return `${kind}/${id ?? 'x'}`
  }
  const media = async (): Promise<unknown> => {
    const url = `media://${mediaPath()}?v=1`
    const given = random.chance(0.7) ? mutateText(url, random) : url
    const { body, ...head } = await createMediaResponse(
      { find: studio.media.find, log },
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
      return { route, input: createInput(route) }
    },
    mediaPath,
  })

  const overrides = async (): Promise<unknown> => {
    const path = join(dataFolder, 'operations.json')
    writeFileSync(path, String(redactKeyInJson(createOverrides(random), KEY)))
    const responses = [await dispatch('catalogue.reload', undefined)]
    for (const operation of ['txt2img', 'img2mesh'])
      responses.push(await dispatch('forms.open', { operation, model: 'pictures' }))
    responses.push(await dispatch('operations.list', undefined))
    rmSync(path)
    await dispatch('catalogue.reload', undefined)
    return responses
  }

  const createData = async (): Promise<void> => {
    isWorking = true
    await dispatch('connections.add', { name: 'Works', address: 'https://fuzz.example', key: KEY })
    await dispatch('models.refresh', undefined)
    await dispatch('queue.resume', { all: true })
    const image = await inputs.store({ stream: streamOf(pngOf(64, 64, seed)) }, { name: 'image.png' })
    valid.record('inputs.page', undefined, image)
    for (const route of CREATION_ROUTES) await dispatch(route, valid.inputFor(route))
    // Sometimes leaves some jobs in the queue.
    if (random.chance(0.5)) for (const route of QUEUEING_ROUTES) await dispatch(route, valid.inputFor(route))
    // Waits until the created jobs are done.
    await sleep(200)
    isWorking = false
  }
  await createData()
  return {
    root,
    call,
    media,
    overrides,
    http,
    createData,
    errors,
    succeeded,
    close: async () => {
      await http.close()
      await studio.close()
    },
  }
}

/** Called while the service works, to create jobs, batches, results and collections. */
const CREATION_ROUTES: readonly RouteName[] = [
  ...Array.from({ length: 6 }, () => ['quotes.price', 'jobs.enqueue'] as const).flat(),
  ...(['batches.preview', 'batches.price', 'batches.enqueue'] as const),
  ...(['jobs.list', 'library.page', 'collections.create'] as const),
]

const QUEUEING_ROUTES: readonly RouteName[] = ['queue.pause', 'quotes.price', 'jobs.enqueue', 'jobs.enqueue']

async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random.below(16).toString(16)).join('')

const createUuid = (random: Random): string =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`
