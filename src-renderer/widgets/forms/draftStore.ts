import { create } from 'zustand'
import type { Form, Reset, Values } from '../../../src-preload/contract/types/form.ts'
import { startValues } from './formValues.ts'
import { rollSeed } from './rollSeed.ts'

/** What survives a restart. */
export interface SavedDraft {
  operation: string | null
  models: Record<string, string>
  values: Record<string, Values>
  seedLocked: boolean
  /** Voices last spoken with, newest first. */
  voices: string[]
  /** The collection that results go to. */
  collection: string | null
}

/** Whether the price request is debounced, as for typing. */
export type Edit = 'typing' | 'choice'

interface DraftState extends SavedDraft {
  /** False until the draft of the last session has been read. */
  ready: boolean
  /** Entries the user has left at least once: their issues are shown. */
  touched: Record<string, true>
  /** What the last change of model did, until dismissed. */
  resets: Reset[]
  /** The service's own words about entries of the current form. */
  serviceIssues: Record<string, string[]>
  /** What the service said against entries when it was asked for their price. */
  priceIssues: Record<string, string[]>
  /** Operation of each job made in this session, to bring a refusal back to its form. */
  made: Record<string, string>
  /** Refusals told before the answer to the click that made their jobs, newest last. */
  early: { jobId: string; fields: Record<string, string[]> }[]
  /** By operation: fields chosen among those of which only one is given, latest first. */
  picked: Record<string, string[]>
  lastEdit: Edit
}

interface DraftActions {
  /** The draft of the last session, once; `again` puts another in its place. */
  load: (saved: SavedDraft | null, again?: boolean) => void
  chooseOperation: (operation: string) => void
  /** The model without carrying anything: the first one, or one named by the parameters. */
  chooseModel: (operation: string, model: string) => void
  /** Another model's answer of `forms.carry`. */
  carry: (form: Form, values: Values, resets: Reset[]) => void
  takeForm: (form: Form) => void
  /** Into the draft on screen, or into that of `operation`, wherever the user has gone meanwhile. */
  setValues: (patch: Values, how?: { edit?: Edit; operation?: string }) => void
  /** Chooses a field among those of which only one is given. */
  pick: (operation: string, field: string) => void
  touch: (...entries: string[]) => void
  toggleSeedLock: () => void
  dismissResets: () => void
  chooseCollection: (collection: string | null) => void
  /** After a click: remembers its job and draws new seeds unless they are locked. */
  pressed: (jobId: string, form: Form) => void
  /** A refusal of the service: its words at their fields. Only for jobs of this session and the task on screen. */
  setServiceIssues: (jobId: string, fields: Record<string, string[]>) => void
  setPriceIssues: (fields: Record<string, string[]>) => void
  /** "Use these settings" (`keepSeed`) and "Remix" (all but the seed). */
  openParameters: (
    values: Values,
    parameters: { operation: string; model: string; keepSeed: boolean },
  ) => void
}

const fresh: DraftState = {
  ready: false,
  operation: null,
  models: {},
  values: {},
  seedLocked: false,
  voices: [],
  collection: null,
  touched: {},
  resets: [],
  serviceIssues: {},
  priceIssues: {},
  made: {},
  early: [],
  picked: {},
  lastEdit: 'typing',
}
/** Belongs to one form and goes with it. */
const settled = { touched: {}, resets: [], serviceIssues: {}, priceIssues: {} }

export const draftStore = create<DraftState & DraftActions>((set) => ({
  ...fresh,
  load: (saved, again = false) =>
    set((now) => {
      if (now.ready) return again && saved ? { ...saved, ...settled } : now
      return { ...(saved && beneath(saved, now)), ready: true }
    }),
  chooseOperation: (operation) => set({ operation, ...settled, lastEdit: 'choice' }),
  chooseModel: (operation, model) => set((now) => ({ models: { ...now.models, [operation]: model } })),
  carry: (form, values, resets) =>
    set((now) => ({
      ...settled,
      resets,
      models: { ...now.models, [form.operation]: form.model.slug },
      values: { ...now.values, [form.operation]: startValues(form, values, rollSeed) },
    })),
  takeForm: (form) =>
    set((now) => {
      const before = now.values[form.operation] ?? {}
      const ready = startValues(form, before, rollSeed)
      const same = Object.keys(ready).every((entry) => Object.is(ready[entry], before[entry]))
      return same ? now : { values: { ...now.values, [form.operation]: ready } }
    }),
  setValues: (patch, { edit = 'typing', operation } = {}) =>
    set((now) => {
      const into = operation ?? now.operation
      if (!into) return now
      const values = { ...now.values, [into]: { ...now.values[into], ...patch } }
      if (into !== now.operation) return { values }
      const left = (issues: Record<string, string[]>) =>
        Object.fromEntries(Object.entries(issues).filter(([entry]) => !(stemOf(entry) in patch)))
      const issues = { serviceIssues: left(now.serviceIssues), priceIssues: left(now.priceIssues) }
      return { values, ...issues, lastEdit: edit }
    }),
  pick: (operation, field) =>
    set(({ picked }) => ({
      picked: {
        ...picked,
        [operation]: [field, ...(picked[operation] ?? []).filter((one) => one !== field)],
      },
      lastEdit: 'choice',
    })),
  touch: (...entries) =>
    set((now) => ({
      touched: { ...now.touched, ...Object.fromEntries(entries.map((entry) => [entry, true as const])) },
    })),
  toggleSeedLock: () => set((now) => ({ seedLocked: !now.seedLocked })),
  dismissResets: () => set({ resets: [] }),
  chooseCollection: (collection) => set({ collection }),
  pressed: (jobId, form) =>
    set((now) => {
      const made = { ...now.made, [jobId]: form.operation }
      const serviceIssues = now.early.find((refusal) => refusal.jobId === jobId)?.fields ?? {}
      const done = { made, serviceIssues, lastEdit: 'choice', voices: voicesAfter(now, form) } as const
      if (now.seedLocked) return done
      const seeds = form.fields.flatMap((f) =>
        f.kind === 'seed' ? [[f.name, rollSeed(f.min, f.max)] as const] : [],
      )
      const values = { ...now.values[form.operation], ...Object.fromEntries(seeds) }
      return { ...done, values: { ...now.values, [form.operation]: values } }
    }),
  setServiceIssues: (jobId, fields) =>
    set((now) => {
      const of = now.made[jobId]
      if (of === undefined) return { early: [...now.early, { jobId, fields }].slice(-KEPT_EARLY) }
      return of === now.operation ? { serviceIssues: fields } : now
    }),
  setPriceIssues: (priceIssues) => set({ priceIssues }),
  openParameters: (values, { operation, model, keepSeed }) =>
    set((now) => {
      const { seed, ...rest } = values
      const kept: Values = keepSeed && seed !== undefined ? { ...rest, seed } : rest
      return {
        ...settled,
        operation,
        models: { ...now.models, [operation]: model },
        values: { ...now.values, [operation]: kept },
        picked: { ...now.picked, [operation]: [] },
        lastEdit: 'choice',
        ...(keepSeed ? { seedLocked: true } : {}),
      }
    }),
}))

/** The draft of the last session under what was put into this one before it could be read: the parameters, or single entries. */
function beneath(saved: SavedDraft, now: DraftState): SavedDraft {
  const begun = Object.entries(now.values).map(([id, values]) => {
    const isReused = now.models[id] !== undefined
    return [id, isReused ? values : { ...saved.values[id], ...values }] as const
  })
  return {
    operation: now.operation ?? saved.operation,
    models: { ...saved.models, ...now.models },
    values: { ...saved.values, ...Object.fromEntries(begun) },
    seedLocked: now.seedLocked || saved.seedLocked,
    voices: saved.voices,
    collection: now.collection ?? saved.collection,
  }
}

const KEPT_VOICES = 6
const KEPT_EARLY = 10

function voicesAfter({ voices, values }: DraftState, form: Form): string[] {
  const voice = values[form.operation]?.['voice']
  if (typeof voice !== 'string' || !form.fields.some((field) => field.kind === 'voice')) return voices
  return [voice, ...voices.filter((one) => one !== voice)].slice(0, KEPT_VOICES)
}

const stemOf = (entry: string): string => entry.split(/[.[]/)[0] ?? entry
