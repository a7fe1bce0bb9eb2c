import { isRecord } from '../isRecord.ts'
import type { FaultKind } from './FaultKind.ts'

/** Faults of the models list. */
export const listFaults: Record<string, FaultKind> = {
  'models-unreadable': {
    about: 'a models list of another shape',
    endpoints: ['models'],
    when: 'after',
    reply: (good) => ({ ...good, json: { data: { models: 'see attachment' } } }),
  },
  'models-empty': {
    about: 'a models list without models',
    endpoints: ['models'],
    when: 'after',
    reply: (good) => ({ ...good, json: { ...membersOf(good.json), data: [] } }),
  },
  'models-bad-record': {
    about: 'one record of the list is nonsense; the others are good',
    endpoints: ['models'],
    when: 'after',
    reply: (good) => {
      const members = membersOf(good.json)
      const list = Array.isArray(members.data) ? members.data : []
      return {
        ...good,
        json: { ...members, data: [{ name: 7, slug: null, inference_types: 'all' }, ...list] },
      }
    },
  },
  'models-without-paging': {
    about: 'the first page without links and meta',
    endpoints: ['models'],
    when: 'after',
    reply: (good) => ({ ...good, json: { data: membersOf(good.json).data } }),
  },
}

function membersOf(json: unknown): Record<string, unknown> {
  return isRecord(json) ? json : {}
}
