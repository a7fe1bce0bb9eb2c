import { nameWords } from '../nameWords.ts'
import type { Operation } from '../Operation.ts'
import { sharedRows } from '../rows/sharedRows.ts'
import { addedRow } from './addedRow.ts'
import type { OperationOverride } from './overrideSchema.ts'

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
