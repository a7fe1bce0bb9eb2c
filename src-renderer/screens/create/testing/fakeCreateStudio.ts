import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { Handlers, RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Budget } from '../../../../src-preload/contract/types/money.ts'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { MissingKeyReason } from '../../../../src-preload/contract/problemParams.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { setBridge } from '../../../host/bridge.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { studioLink } from '../../../host/call.ts'
import { findField } from '../../../widgets/forms/formValues.ts'
import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import { callHandler } from '../../../testing/callHandler.ts'
import { makeSettings } from '../../../testing/makeSettings.ts'

const main = { required: true, section: 'main' } as const
const sideRange = { min: 256, max: 1024, step: 64 }
const formOf = (slug: string): Form => ({
  operation: 'paint',
  model: { slug, name: slug === 'one' ? 'Example One' : 'Example Two' },
  fields: [
    { ...main, kind: 'text', name: 'prompt', label: 'Prompt', multiline: true },
    { ...main, kind: 'size', name: 'size', label: 'Size', width: sideRange, height: sideRange, presets: [] },
    { ...main, kind: 'number', name: 'guidance', label: 'Guidance', fixed: 1, min: 1, max: 1 },
    { ...main, kind: 'seed', name: 'seed', label: 'Seed', min: 0, max: 2_147_483_647 },
  ],
  defaults: { width: 512, height: 512, guidance: 1 },
  constants: {},
})

/** A fake studio for component tests of Create. */
export function fakeCreateStudio(client: QueryClient) {
  const listeners = new Set<(event: StudioEvent) => void>()
  const studio = {
    client,
    /** Fields of the form instead of the default ones. */
    fields: null as Form['fields'] | null,
    enqueued: [] as RouteInput<'jobs.enqueue'>[],
    enqueuedCopies: [] as RouteInput<'jobs.enqueue_copies'>[],
    /** Fields and defaults of single models, whose forms `forms.adapt` adapts numbers to. */
    formsByModel: {} as Record<string, Pick<Form, 'fields' | 'defaults'>>,
    /** Issues besides a missing prompt and texts that are too short, for example about a deleted file. */
    issues: [] as Issue[],
    /** An identical job that exists already. */
    already: null as Job | null,
    jobs: [] as Job[],
    /** Whether requests for a price are answered without one, with `priceErrorCode`. */
    hasNoPrice: false,
    /** Messages by entry in a response without a price. */
    priceIssueFields: {} as Record<string, string[]>,
    /** Inputs of `quotes.price`, oldest first. */
    priceRequests: [] as RouteInput<'quotes.price'>[],
    /** How old the next price is, in ms; later ones are new. */
    priceAgeMs: 0,
    priceFactor: 1,
    /** Price responses wait for this promise. */
    priceGate: Promise.resolve(),
    /** Responses to `forms.check` wait for this promise. */
    checkGate: Promise.resolve(),
    /** Responses to `forms.adapt` wait for the promise of their model, if there is one. */
    adaptGates: {} as Record<string, Promise<void>>,
    /** Responses to `jobs.enqueue` wait for this promise. */
    enqueueGate: Promise.resolve(),
    /** Error code in a response without a price. */
    priceErrorCode: 'service_error' as ProblemCode,
    priceMissingKey: undefined as MissingKeyReason | undefined,
    /** The next enqueue fails with this problem. */
    nextProblem: null as Problem | null,
    budgets: [] as Budget[],
    keyState: 'session' as Connection['key'],
    /** Kind of the current connection; null for none. */
    connectionKind: 'remote' as Connection['kind'] | null,
    /** Whether there is any connection. */
    connected: true,
    /** Why the list of models failed to load. */
    listProblem: null as Problem | null,
    /** Saved drafts, oldest first. */
    drafts: [] as RouteInput<'settings.set'>['draft'][],
    emit: (event: StudioEvent) => listeners.forEach((listener) => listener(event)),
    /** Number of calls of `models.refresh`. */
    refreshes: 0,
    /** Number of responses to `jobs.enqueue` that get lost. */
    lostResponses: 0,
    /** Number of jobs after which `jobs.enqueue` is refused because of a limit; null for none. */
    maxJobs: null as number | null,
    /** Whether the next `jobs.enqueue` fails with an internal error, as it may after the job was stored. */
    failsAfterEnqueue: false,
  }
  const findIssues = (values: Form['defaults']): Issue[] => [
    ...(values['prompt'] || values['text'] ? [] : [{ field: 'prompt', code: 'required' } as const]),
    ...(studio.fields ?? []).flatMap((field): Issue[] => {
      const text = values[field.name]
      if (field.kind !== 'text' || field.minLength === undefined || typeof text !== 'string') return []
      const params = { length: text.length, min: field.minLength }
      return text.length < field.minLength ? [{ field: field.name, code: 'too_short', params }] : []
    }),
    ...studio.issues,
  ]
  const openForm = (slug: string): Form => {
    const form = { ...formOf(slug), ...studio.formsByModel[slug] }
    return studio.fields ? { ...form, fields: studio.fields, defaults: {} } : form
  }
  const models = ['one', 'two'].map((slug) => ({
    slug,
    name: formOf(slug).model.name,
    operations: ['paint'],
    facts: ['4 steps'],
    isDelisted: false,
  }))
  const operation = {
    id: 'paint',
    name: 'Paint',
    group: 'image',
    viewer: 'image',
    example: null,
    models: 2,
  } as const
  const connection = {
    id: 'c',
    name: 'Sandbox',
    address: '',
    key: 'session',
  } as const
  const emptyTotal = { jobs: 0, quoted: 0 }
  const handlers: Partial<Handlers> = {
    'connections.list': async () => ({
      connections: !studio.connected
        ? []
        : [
            {
              ...connection,
              kind: studio.connectionKind ?? 'remote',
              current: studio.connectionKind !== null,
              key: studio.keyState,
            },
          ],
      keychain: { state: 'untouched' },
    }),
    'operations.list': async () => ({
      operations: [{ ...operation, models: studio.listProblem ? 0 : 2 }],
      listed: studio.listProblem === null,
      unknown: [],
    }),
    'models.list': async () =>
      studio.listProblem
        ? { models: [], refreshedAt: null, refreshing: false, problem: studio.listProblem }
        : { models, refreshedAt: 1, refreshing: false, problem: null },
    'models.refresh': async () => {
      studio.refreshes++
    },
    'forms.open': async ({ model }) => {
      if (studio.listProblem) throw new StudioError({ code: 'model_gone', money: 'none' })
      return openForm(model)
    },
    'forms.check': async ({ values }) => {
      await studio.checkGate
      return { issues: findIssues(values) }
    },
    'forms.adapt': async ({ model, values }) => {
      await studio.adaptGates[model]
      if (studio.formsByModel[model]) return adaptTo(openForm(model), values)
      return {
        form: openForm(model),
        values: valuesOfForm(openForm(model), { ...values, width: 768 }),
        resets: [{ field: 'width', label: 'Width', from: values['width'] ?? null, to: 768 }],
      }
    },
    'quotes.price': async (request) => {
      studio.priceRequests.push(request)
      const { values } = request
      await studio.priceGate
      const issues = findIssues(values)
      if (issues.length > 0) return { state: 'invalid', issues }
      const { priceErrorCode: code, priceMissingKey: reason, priceIssueFields: fields } = studio
      const problem = makeProblem(code, { ...(reason && { params: { reason } }), fields })
      if (studio.hasNoPrice) return { state: 'unavailable', key: 'unpriced', problem }
      const width = Number(values['width'])
      return {
        state: 'priced',
        key: `width-${width}`,
        price: width * 1000 * studio.priceFactor,
        quotedAt: Date.now() - studio.priceAgeMs,
      }
    },
    'jobs.get': async ({ id }) => {
      const job = [...studio.jobs, studio.already].find((candidate) => candidate?.id === id)
      if (!job) throw new StudioError({ code: 'job_not_found', money: 'none' })
      return { ...job, values: {}, request: '', retry: null }
    },
    'jobs.enqueue': async (input) => {
      studio.enqueued.push(input)
      await studio.enqueueGate
      if (findIssues(input.values).length > 0)
        throw new StudioError({ code: 'invalid_form', money: 'not_charged' })
      if (studio.already && !input.another) return { ...studio.already, already: 'in_progress' }
      if (studio.maxJobs !== null && studio.jobs.length >= studio.maxJobs)
        throw new StudioError({
          code: 'budget_full',
          money: 'not_charged',
          params: { scope: 'day', cap: 0, used: 0, reserved: 0, wanted: 0 },
          limit: { scope: { kind: 'day' } },
        })
      if (studio.nextProblem) {
        const problem = studio.nextProblem
        studio.nextProblem = null
        throw new StudioError(problem)
      }
      const job = jobOf(input)
      if (studio.failsAfterEnqueue) {
        studio.failsAfterEnqueue = false
        throw new StudioError({ code: 'internal', money: 'none' })
      }
      if (studio.lostResponses-- > 0) throw new Error('lost on the way')
      studio.jobs.push(job)
      return job
    },
    'jobs.enqueue_copies': async (input) => {
      studio.enqueuedCopies.push(input)
      if (studio.lostResponses-- > 0) throw new Error('lost on the way')
      if (studio.already && !input.another) return { jobs: [{ ...studio.already, already: 'in_progress' }] }
      const jobs = Array.from({ length: input.copies }, (_, index) =>
        jobOf({ ...input, idempotencyKey: `${input.idempotencyKey}/${index}` }),
      )
      studio.jobs.push(...jobs)
      return { jobs }
    },
    'prompts.list': async () => ({ prompts: [], next: null }),
    'budgets.get': async () => ({ budgets: studio.budgets }),
    'settings.set': async ({ draft }) => {
      studio.drafts.push(draft)
      return makeSettings({})
    },
    'spend.summary': async () => ({ today: emptyTotal, month: emptyTotal }),
  }
  setBridge({
    ...bridgeOf(handlers),
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  studioLink.getState().setLost(false)
  return studio
}

/** Adapts values as the studio does: defaults for what is missing, numbers within their limits. */
function adaptTo(form: Form, values: Form['defaults']): RouteOutput<'forms.adapt'> {
  const adapted = { ...form.defaults, ...valuesOfForm(form, values) }
  for (const field of form.fields) {
    const value = adapted[field.name]
    if (field.kind === 'integer' && typeof value === 'number')
      adapted[field.name] = Math.min(value, field.max ?? value)
  }
  const changed = Object.entries(values).filter(([entry, value]) => adapted[entry] !== value)
  const resets = changed.map(([field, from]) => {
    const to = adapted[field]
    return { field, label: field, from, ...(to !== undefined && { to }) }
  })
  return { form, values: adapted, resets }
}

/** Only entries with a field in the form. */
const valuesOfForm = (form: Form, values: Form['defaults']) =>
  Object.fromEntries(Object.entries(values).filter(([entry]) => findField(form, entry)))

const jobOf = (input: RouteInput<'jobs.enqueue'>): Job => ({
  id: input.idempotencyKey,
  state: 'queued',
  operation: input.operation,
  model: { slug: input.model, name: 'Example One' },
  connection: { id: 'c', name: 'Sandbox' },
  title: 'a boat',
  progress: null,
  preview: 0,
  price: 1,
  quotedAt: 0,
  seed: 1,
  width: 512,
  height: 512,
  requestId: null,
  createdAt: 1,
  sentAt: null,
  finishedAt: null,
  tookMs: null,
  waitsUntil: null,
  problem: null,
  assets: [],
  replaces: null,
})

/** A bridge to a fake studio with the given handlers. */
export function bridgeOf(handlers: Partial<Handlers>, addInputFile?: Bridge['addInputFile']): Bridge {
  return {
    call: (route, input) => callHandler(handlers, route, input),
    onEvent: () => () => {},
    media: {
      url: (kind, id) => `media:${kind}/${id}`,
      read: async () => new Blob(),
      saveThumb: async () => {},
    },
    saveFile: async () => ({ ok: true, data: 'handed_over' }),
    addInputFile: addInputFile ?? (() => Promise.reject(new Error('No fake for addInputFile'))),
  }
}
