import { z } from 'zod'
import { valuesSchema } from '../../../../src-preload/contract/types/form.ts'
import {
  type FoundParameters,
  foundParametersSchema,
} from '../../../../src-preload/contract/types/foundParameters.ts'
import { nameSchema } from '../../../../src-preload/contract/types/name.ts'
import { tagNameSchema } from '../../../../src-preload/contract/types/tag.ts'
import { parseBoundedJson } from '../../service/http/json.ts'
import { createFoundParameters } from '../metadata/foundParameters.ts'
import type { OtherResult } from './importQueries.ts'

const JSON_BOUNDS = { depth: 60, values: 200_000 }

/** Parses the parameters of a result of another library: those of its job, or those that were found when it was imported there. */
export function parseParameters(result: OtherResult): FoundParameters | null {
  const { operation, model_slug: slug, model_name: name, seed } = result
  if (operation === null) return foundParametersSchema.safeParse(parseJson(result.found)).data ?? null
  const values = valuesSchema.safeParse(parseJson(result.form_values)).data ?? {}
  return createFoundParameters({
    form: 'easel',
    program: 'Easel',
    operation,
    model: { slug, name: name ?? slug ?? '' },
    values: { ...values, ...(seed !== null && { seed }) },
    others: [],
  })
}

/** The valid names of its tags. */
export const parseTags = ({ tags }: OtherResult): string[] =>
  parseList(tags).flatMap((tag) => tagNameSchema.safeParse(tag).data ?? [])

const collectionSchema = z.object({
  name: nameSchema,
  parent: nameSchema.nullable().catch(null),
})

/** Its collections with a valid name, each with the name of its parent. */
export const parseCollections = ({ collections }: OtherResult): z.infer<typeof collectionSchema>[] =>
  parseList(collections).flatMap((collection) => collectionSchema.safeParse(collection).data ?? [])

const parseJson = (json: string | null): unknown =>
  json === null ? undefined : parseBoundedJson(json, JSON_BOUNDS)

function parseList(json: string): unknown[] {
  const list = parseJson(json)
  return Array.isArray(list) ? list : []
}
