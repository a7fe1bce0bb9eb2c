import { isRecord } from '../isRecord.ts'
import type { FaultKind } from './FaultKind.ts'

/** Faults of the models list. */
export const listFaults: Record<string, FaultKind> = {
  'models-unreadable': {
    description: 'a models list in another form',
    endpoints: ['models'],
    when: 'after-processing',
    reply: (original) => ({ ...original, json: { data: { models: 'see attachment' } } }),
  },
  'models-empty': {
    description: 'a models list without models',
    endpoints: ['models'],
    when: 'after-processing',
    reply: (original) => ({ ...original, json: { ...toRecord(original.json), data: [] } }),
  },
  'models-bad-record': {
    description: 'one invalid record in the list, the others valid',
    endpoints: ['models'],
    when: 'after-processing',
    reply: (original) => {
      const body = toRecord(original.json)
      const list = Array.isArray(body.data) ? body.data : []
      return {
        ...original,
        json: { ...body, data: [{ name: 7, slug: null, inference_types: 'all' }, ...list] },
      }
    },
  },
  'models-without-paging': {
    description: 'the first page without links and meta',
    endpoints: ['models'],
    when: 'after-processing',
    reply: (original) => ({ ...original, json: { data: toRecord(original.json).data } }),
  },
}

function toRecord(json: unknown): Record<string, unknown> {
  return isRecord(json) ? json : {}
}
