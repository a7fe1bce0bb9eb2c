import { create } from 'zustand'
import type { Form, Reset, Values } from '../../../src-preload/contract/types/form.ts'
import {
  addEnteredValues,
  findEnteredValues,
  isSame,
} from '../../../src-preload/shared/values/enteredValues.ts'
import { addDefaultsAndSeeds, findField, randomSeedIn } from './formValues.ts'

/** The part of the draft that is saved across restarts. */
export interface SavedDraft {
  operation: string | null
  models: Record<string, string>
  values: Record<string, Values>
  /**
   * By operation: what the user entered, including values that the current model has no field for or doesn't allow.
   * Missing until the operation's form has been open.
   */
  entered: Record<string, Values>
  /** Operations whose seeds stay the same after a click. */
  lockedSeeds: string[]
  /** Recently used voices, newest first. */
  voices: string[]
  /** Id of the collection that new results are added to. */
  collection: string | null
  /** By operation: how many copies a click makes, if more than one. */
  copies: Record<string, number>
}

/** How a value changed; after typing, the price request is debounced. */
export type EditKind = 'typing' | 'choice'

/** What is needed of the form that a job was made from, to show a rejection at its fields. */
interface SubmittedForm {
  operation: string
  model: string
  /** Field names by alias. A rejection by the service may name a field by its alias. */
  aliases: Record<string, string>
}

interface DraftState extends SavedDraft {
  /** False until the draft of the last session has been read. */
  isLoaded: boolean
  /** Operations whose values `loadParameters` replaced, so that `load` doesn't merge saved ones into them. */
  replaced: string[]
  /** Entries that lost focus at least once, so that their issues are shown. */
  touched: Record<string, true>
  /** Values reset by the last change of model, until dismissed. */
  resets: Reset[]
  /** The model before that change; null if only its form changed. */
  resetsFrom: string | null
  /** Messages of the service about entries of the current form, from a rejected job. */
  serviceIssues: Record<string, string[]>
  /** Messages of the service about entries of the current form, from a price request. */
  priceIssues: Record<string, string[]>
  /** The form of each job created in this session, to show a rejection at its fields. */
  formByJob: Record<string, SubmittedForm>
  /**
   * The latest rejections of jobs that are not in `formByJob`, newest last: the response to the click that created a job may still
   * arrive.
   */
  earlyRejections: { jobId: string; fields: Record<string, string[]> }[]
  /** By operation: the fields picked from mutually exclusive ones, latest first. */
  picked: Record<string, string[]>
  lastEdit: EditKind
}

interface DraftActions {
  /** Loads the draft of the last session. After the first call, only calls with `replace` have an effect. */
  load: (saved: SavedDraft | null, replace?: boolean) => void
  chooseOperation: (operation: string) => void
  /** Sets the model without adapting values. */
  chooseModel: (operation: string, model: string) => void
  /**
   * Replaces the values with those adapted to another model by `forms.adapt`. `entered` stays unchanged. Values that no longer equal
   * `valuesBefore`, the values when the request was sent, are kept.
   */
  adapt: (form: Form, values: Values, resets: Reset[], valuesBefore: Values) => void
  /** Adds the defaults and seeds that the values lack for this form. */
  applyForm: (form: Form) => void
  /**
   * Changes values of the current draft, or of the draft of `operation`. `isDerived`: they follow from other values and
   * therefore don't count as entered.
   */
  setValues: (patch: Values, options?: { edit?: EditKind; operation?: string; isDerived?: boolean }) => void
  /** Chooses one of several mutually exclusive fields. */
  pick: (operation: string, field: string) => void
  /** Shows the issues of these entries from now on. */
  touch: (...entries: string[]) => void
  /** Locks or unlocks the seeds of an operation, by default of the current one. */
  lockSeed: (isLocked: boolean, operation?: string) => void
  dismissResets: () => void
  chooseCollection: (collection: string | null) => void
  chooseCopies: (operation: string, count: number) => void
  /** After a click created jobs: remembers them, and draws new seeds unless they are locked or another model was chosen meanwhile. */
  onJobsCreated: (jobIds: readonly string[], form: Form) => void
  /** Shows a rejection at its fields, if the job is of this session and of the current operation and model. */
  setServiceIssues: (jobId: string, fields: Record<string, string[]>) => void
  setPriceIssues: (fields: Record<string, string[]>) => void
  /** Loads the parameters of a result: with the seed for "Reuse all", without it for "Remix". */
  loadParameters: (
    values: Values,
    parameters: { operation: string; model: string; keepSeed: boolean },
  ) => void
}

const initialState: DraftState = {
  isLoaded: false,
  replaced: [],
  operation: null,
  models: {},
  values: {},
  entered: {},
  lockedSeeds: [],
  voices: [],
  collection: null,
  copies: {},
  touched: {},
  resets: [],
  resetsFrom: null,
  serviceIssues: {},
  priceIssues: {},
  formByJob: {},
  earlyRejections: [],
  picked: {},
  lastEdit: 'typing',
}
/** Initial state of one form, set again when the form changes. */
const initialFormState = { touched: {}, resets: [], resetsFrom: null, serviceIssues: {}, priceIssues: {} }

export const draftStore = create<DraftState & DraftActions>((set) => ({
  ...initialState,
  load: (saved, replace = false) =>
    set((state) => {
      if (state.isLoaded) return replace && saved ? { ...saved, ...initialFormState } : state
      return { ...(saved && mergeSavedDraft(saved, state)), isLoaded: true }
    }),
  chooseOperation: (operation) => set({ operation, ...initialFormState, lastEdit: 'choice' }),
  chooseModel: (operation, model) => set((state) => ({ models: { ...state.models, [operation]: model } })),
  adapt: (form, values, resets, valuesBefore) =>
    set((state) => {
      const changed = Object.fromEntries(
        Object.entries(state.values[form.operation] ?? {}).filter(
          ([entry, value]) => findField(form, entry) && !isSame(value, valuesBefore[entry]),
        ),
      )
      const adapted = addDefaultsAndSeeds(form, { ...values, ...changed }, randomSeedIn)
      return {
        // Another task may have been opened since the request.
        ...(form.operation === state.operation && {
          ...initialFormState,
          resets: resets.filter(({ field }) => !(field in changed)),
          resetsFrom: previousModel(state, form),
        }),
        models: { ...state.models, [form.operation]: form.model.slug },
        values: { ...state.values, [form.operation]: adapted },
      }
    }),
  applyForm: (form) =>
    set((state) => {
      const before = state.values[form.operation] ?? {}
      const completed = addDefaultsAndSeeds(form, before, randomSeedIn)
      const isUnchanged = Object.keys(completed).every((entry) => Object.is(completed[entry], before[entry]))
      const changes = isUnchanged ? state : { values: { ...state.values, [form.operation]: completed } }
      if (state.entered[form.operation]) return changes
      return {
        ...changes,
        entered: { ...state.entered, [form.operation]: findEnteredValues(form, before) },
      }
    }),
  setValues: (patch, { edit = 'typing', operation, isDerived = false } = {}) =>
    set((state) => {
      const target = operation ?? state.operation
      if (!target) return state
      const before = state.values[target] ?? {}
      const values = { ...state.values, [target]: { ...before, ...patch } }
      const known = state.entered[target]
      const entered = known
        ? {
            ...state.entered,
            [target]: isDerived
              ? withoutKeys(known, Object.keys(patch))
              : addEnteredValues(known, patch, before),
          }
        : state.entered
      if (target !== state.operation) return { values, entered }
      const remaining = (issues: Record<string, string[]>) =>
        Object.fromEntries(Object.entries(issues).filter(([entry]) => !(entryStem(entry) in patch)))
      const issues = {
        serviceIssues: remaining(state.serviceIssues),
        priceIssues: remaining(state.priceIssues),
      }
      return { values, entered, ...issues, lastEdit: edit }
    }),
  pick: (operation, field) =>
    set(({ picked }) => ({
      picked: {
        ...picked,
        [operation]: [field, ...(picked[operation] ?? []).filter((other) => other !== field)],
      },
      lastEdit: 'choice',
    })),
  touch: (...entries) =>
    set((state) => ({
      touched: { ...state.touched, ...Object.fromEntries(entries.map((entry) => [entry, true as const])) },
    })),
  lockSeed: (isLocked, operation) =>
    set((state) => withSeedLock(state, operation ?? state.operation ?? '', isLocked)),
  dismissResets: () => set({ resets: [], resetsFrom: null }),
  chooseCollection: (collection) => set({ collection }),
  chooseCopies: (operation, count) => set(({ copies }) => ({ copies: { ...copies, [operation]: count } })),
  onJobsCreated: (jobIds, form) =>
    set((state) => {
      const jobForm = { operation: form.operation, model: form.model.slug, aliases: aliasesOf(form) }
      const isModelChosen = state.models[form.operation] === form.model.slug
      const rejection = state.earlyRejections.findLast(({ jobId }) => jobIds.includes(jobId))
      const changes = {
        formByJob: { ...state.formByJob, ...Object.fromEntries(jobIds.map((id) => [id, jobForm])) },
        voices: withUsedVoice(state, form),
        ...(isOpen(state, jobForm) && {
          serviceIssues: unalias(rejection?.fields ?? {}, jobForm),
          lastEdit: 'choice' as const,
        }),
      }
      if (state.lockedSeeds.includes(form.operation) || !isModelChosen) return changes
      const seeds = form.fields.flatMap((f) =>
        f.kind === 'seed' ? [[f.name, randomSeedIn(f.min, f.max)] as const] : [],
      )
      const values = { ...state.values[form.operation], ...Object.fromEntries(seeds) }
      return { ...changes, values: { ...state.values, [form.operation]: values } }
    }),
  setServiceIssues: (jobId, fields) =>
    set((state) => {
      const jobForm = state.formByJob[jobId]
      if (jobForm === undefined)
        return { earlyRejections: [...state.earlyRejections, { jobId, fields }].slice(-MAX_EARLY_REJECTIONS) }
      return isOpen(state, jobForm) ? { serviceIssues: unalias(fields, jobForm) } : state
    }),
  setPriceIssues: (priceIssues) => set({ priceIssues }),
  loadParameters: (values, { operation, model, keepSeed }) =>
    set((state) => {
      const { seed, ...rest } = values
      const parameters: Values = keepSeed && seed !== undefined ? { ...rest, seed } : rest
      return {
        ...initialFormState,
        operation,
        models: { ...state.models, [operation]: model },
        replaced: [...new Set([...state.replaced, operation])],
        values: { ...state.values, [operation]: parameters },
        entered: withoutKeys(state.entered, [operation]),
        picked: { ...state.picked, [operation]: [] },
        lastEdit: 'choice',
        // Without its seed each click makes another result.
        ...withSeedLock(state, operation, keepSeed),
      }
    }),
}))

/** Merges the saved draft with values that were set before it was loaded, which have priority. */
function mergeSavedDraft(saved: SavedDraft, state: DraftState): SavedDraft {
  const currentValues = Object.entries(state.values).map(
    ([id, values]) =>
      [id, state.replaced.includes(id) ? values : { ...saved.values[id], ...values }] as const,
  )
  return {
    operation: state.operation ?? saved.operation,
    models: { ...saved.models, ...state.models },
    values: { ...saved.values, ...Object.fromEntries(currentValues) },
    // `applyForm` finds them again.
    entered: withoutKeys(saved.entered, Object.keys(state.values)),
    lockedSeeds: [
      ...new Set([...saved.lockedSeeds.filter((id) => !state.replaced.includes(id)), ...state.lockedSeeds]),
    ],
    voices: saved.voices,
    collection: state.collection ?? saved.collection,
    copies: { ...saved.copies, ...state.copies },
  }
}

const withSeedLock = (
  { lockedSeeds }: Pick<SavedDraft, 'lockedSeeds'>,
  operation: string,
  isLocked: boolean,
): Pick<SavedDraft, 'lockedSeeds'> => {
  const others = lockedSeeds.filter((id) => id !== operation)
  return { lockedSeeds: isLocked ? [...others, operation] : others }
}

const withoutKeys = <T>(record: Record<string, T>, keys: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))

/** The model that this form's model replaces; null if it is the same or there was none. */
function previousModel({ models }: DraftState, form: Form): string | null {
  const model = models[form.operation]
  return model === undefined || model === form.model.slug ? null : model
}

/** Whether this is the form of the current operation and its model. */
const isOpen = ({ operation, models }: DraftState, form: SubmittedForm): boolean =>
  form.operation === operation && form.model === models[operation]

const MAX_RECENT_VOICES = 6
const MAX_EARLY_REJECTIONS = 10

/** The recently used voices, including the one of a new job from this form. */
function withUsedVoice({ voices, values }: DraftState, form: Form): string[] {
  const voice = values[form.operation]?.['voice']
  if (typeof voice !== 'string' || !form.fields.some((field) => field.kind === 'voice')) return voices
  return [voice, ...voices.filter((other) => other !== voice)].slice(0, MAX_RECENT_VOICES)
}

const aliasesOf = (form: Form): Record<string, string> =>
  Object.fromEntries(form.fields.flatMap(({ name, aliases = [] }) => aliases.map((alias) => [alias, name])))

/** The messages by the names of the form's fields instead of their aliases. */
const unalias = (fields: Record<string, string[]>, { aliases }: SubmittedForm): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [aliases[name] ?? name, text]))

/** The entry that a path of the service belongs to: `loras` for `loras.0.weight`. */
const entryStem = (entry: string): string => entry.split(/[.[]/)[0] ?? entry
