import { z } from 'zod'
import { collectionNameSchema } from '../../../../src-preload/contract/types/collection.ts'
import { valuesSchema } from '../../../../src-preload/contract/types/form.ts'
import {
  type FoundParameters,
  foundParametersSchema,
} from '../../../../src-preload/contract/types/foundParameters.ts'
import { tagNameSchema } from '../../../../src-preload/contract/types/tag.ts'
import { parseBoundedJson } from '../../service/client/json.ts'
import { createFoundParameters } from '../metadata/foundParameters.ts'
import type { OtherResult } from './importQueries.ts'

const JSON_BOUNDS = { depth: 60, values: 200_000 }

/** The parameters of a result of another library: those of its job, or those that were found when it was imported there. */
export function otherParameters(result: OtherResult): FoundParameters | null {
  const { operation, model_slug: slug, model_name: name, seed } = result
  if (operation === null) return foundParametersSchema.safeParse(parse(result.found)).data ?? null
  const values = valuesSchema.safeParse(parse(result.form_values)).data ?? {}
  return createFoundParameters({
    form: 'easel',
    program: 'Easel',
    operation,
    model: { slug, name: name ?? slug ?? '' },
    values: { ...values, ...(seed !== null && { seed }) },
    others: [],
  })
}

/** The tags that are valid names. */
export const otherTags = ({ tags }: OtherResult): string[] =>
  listOf(tags).flatMap((tag) => tagNameSchema.safeParse(tag).data ?? [])

const placeSchema = z.object({
  name: collectionNameSchema,
  parent: collectionNameSchema.nullable().catch(null),
})

/** The collections that have valid names, each with the name of the one that it is in. */
export const otherCollections = ({ collections }: OtherResult): z.infer<typeof placeSchema>[] =>
  listOf(collections).flatMap((place) => placeSchema.safeParse(place).data ?? [])

const parse = (json: string | null): unknown =>
  json === null ? undefined : parseBoundedJson(json, JSON_BOUNDS)

function listOf(json: string): unknown[] {
  const list = parse(json)
  return Array.isArray(list) ? list : []
}
