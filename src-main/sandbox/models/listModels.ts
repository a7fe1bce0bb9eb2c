import { dataReply, type Reply, validationReply } from '../http/Reply.ts'
import type { Flavour } from '../options.ts'
import { listedTypes, modelRecord } from './modelRecord.ts'
import type { SandboxModel } from './SandboxModel.ts'

/** Lists models (service.md §Requests). The live flavour pages by `limit` up to 50 and ignores `per_page` (service.md §Listing models). */
export function listModels(
  models: SandboxModel[],
  query: URLSearchParams,
  flavour: Flavour,
  base: string,
): Reply {
  const paging = flavour === 'spec' ? specPaging(query) : livePaging(query)
  if ('errors' in paging) return validationReply(paging.errors)
  const { page, size } = paging
  const filter = typeFilter(query)
  const listed = models.filter((model) => {
    const types = listedTypes(model, flavour)
    return filter === null || types.some((type) => filter.includes(type))
  })
  const last = Math.max(1, Math.ceil(listed.length / size))
  const records = listed.slice((page - 1) * size, page * size).map((model) => modelRecord(model, flavour))
  const noLink = flavour === 'spec' ? '' : null
  const link = (to: number) => `${base}?${withPage(query, to)}`
  const reply = dataReply(records)
  reply.json = {
    data: records,
    links: {
      first: link(1),
      last: link(last),
      prev: page > 1 ? link(page - 1) : noLink,
      next: page < last ? link(page + 1) : noLink,
    },
    meta: {
      current_page: page,
      per_page: size,
      total: listed.length,
      last_page: last,
      ...(flavour === 'live' ? { path: base, from: (page - 1) * size + 1, to: page * size } : {}),
    },
  }
  return reply
}

type Paging = { page: number; size: number } | { errors: Record<string, string[]> }

function specPaging(query: URLSearchParams): Paging {
  const errors: Record<string, string[]> = {}
  const size = readInteger(query.get('per_page'), 25)
  const page = readInteger(query.get('page'), 1)
  if (size === null) errors.per_page = ['The per page field must be an integer.']
  else if (size < 1 || size > 100) errors.per_page = ['The per page field must be between 1 and 100.']
  if (page === null) errors.page = ['The page field must be an integer.']
  else if (page < 1) errors.page = ['The page field must be at least 1.']
  return size === null || page === null || Object.keys(errors).length > 0 ? { errors } : { page, size }
}

function livePaging(query: URLSearchParams): Paging {
  const size = readInteger(query.get('limit'), 25) ?? 25
  const page = readInteger(query.get('page'), 1) ?? 1
  return { page: Math.max(1, page), size: Math.min(50, Math.max(1, size)) }
}

function readInteger(text: string | null, fallback: number): number | null {
  if (text === null || text === '') return fallback
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null
}

function typeFilter(query: URLSearchParams): string[] | null {
  const filter = query.get('filter[inference_types]')
  if (filter === null || filter.trim() === '') return null
  return filter.split(',').map((type) => type.trim())
}

function withPage(query: URLSearchParams, page: number): string {
  const next = new URLSearchParams(query)
  next.set('page', String(page))
  return next.toString()
}
