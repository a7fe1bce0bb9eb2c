import { nameWords } from '../values/plainText.ts'
import type { Operation } from '../Operation.ts'
import { sharedRows } from '../rows/sharedRows.ts'
import { addedRow } from './addedRow.ts'
import type { Mistake, OperationOverride } from './overrideSchema.ts'
import { namesOnWire } from '../form/entries.ts'

type Shown = Pick<Operation, 'group' | 'output' | 'viewer'>

/** What a kind of result is listed under, saved as and shown by. */
const shownAs: Record<NonNullable<OperationOverride['makes']>, Shown> = {
  image: { group: 'image', output: ['image'], viewer: 'image' },
  video: { group: 'video', output: ['video'], viewer: 'video' },
  audio: { group: 'audio', output: ['audio'], viewer: 'audio' },
  text: { group: 'text', output: ['text'], viewer: 'text' },
  transcript: { group: 'text', output: ['text'], viewer: 'transcript' },
  ocr: { group: 'text', output: ['text'], viewer: 'ocr' },
  embedding: { group: 'text', output: ['embedding'], viewer: 'embedding' },
}

/** A task that only the settings file knows: all of it from the file, the rest as the specification has it. */
export function newOperation(
  id: string,
  { makes = 'text', name, title, path = id, fields = [] }: OperationOverride,
): Operation {
  const own = fields.map(addedRow)
  const said = own.find(({ kind }) => kind === 'text') ?? own.find(({ kind }) => kind === 'file') ?? own[0]
  return {
    id,
    types: [id],
    name: name ?? nameWords(id),
    ...shownAs[makes],
    path,
    encoding: 'json-unless-file',
    price: { path: `${path}/price-calculation`, encoding: 'json-unless-file' },
    title: title ?? said?.name ?? '',
    fields: [...own, sharedRows.webhook, sharedRows.more],
  }
}

const ID = /^[a-z][\w-]{0,63}$/i

/** What can only be said of a new task. */
export const onlyOfNew = (id: string, override: OperationOverride): Mistake[] =>
  (['makes', 'name', 'title'] as const)
    .filter((key) => override[key] !== undefined)
    .map((key) => ({ path: [id, key], words: 'is only for a task that Easel does not know' }))

/** What is wrong with a new task itself. */
export const wrongIn = ({ id, fields, title }: Operation, override: OperationOverride): Mistake[] => [
  ...(ID.test(id) ? [] : [{ path: [id], words: 'is not a name of a task' }]),
  ...(override.fields?.length === 0 ? [{ path: [id, 'fields'], words: 'a task needs a field' }] : []),
  ...(override.title === undefined || fields.some(({ name }) => name === title)
    ? []
    : [{ path: [id, 'title'], words: 'no such field' }]),
]

/** Fields whose names another field of the task has already, in the form or on the wire. */
export function takenNames({ id, fields, sends = {} }: Operation): Mistake[] {
  const seen = new Set(['model', ...Object.keys(sends)])
  return fields.flatMap((row): Mistake[] => {
    const names = new Set(namesOnWire(row))
    const taken = [...names].filter((name) => seen.has(name) && !MAY_SHARE.has(name))
    names.forEach((name) => seen.add(name))
    return taken
      .slice(0, 1)
      .map((name) => ({ path: [id, 'fields'], words: `there is a field “${name}” already` }))
  })
}

/** Names on the wire that fields of different modes share. */
const MAY_SHARE = new Set(['instruct'])

/** Inference types that two tasks claim. */
export const takenTypes = (operations: readonly Operation[], added: readonly string[]): Mistake[] =>
  operations
    .filter(({ id }) => added.includes(id))
    .flatMap(({ id, types }) =>
      types.flatMap((type): Mistake[] => {
        const other = operations.find((one) => one.id !== id && one.types.includes(type))
        return other ? [{ path: [id, 'types'], words: `“${type}” is ${other.id} already` }] : []
      }),
    )
