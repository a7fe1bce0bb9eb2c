import { z } from 'zod'
import type { Random } from './Random.ts'

const nodeSchema = z.looseObject({
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  format: z.string().optional(),
})

const WORDS = [
  'a fox',
  'txt2img',
  'm',
  'prompt',
  '',
  'https://fuzz.example',
  '{a|b}',
  'a,b\n1,2',
  'result',
] as const

/** A value that a JSON Schema probably accepts; strings are often ids from `knownIds`. */
export function createFromSchema(schema: unknown, random: Random, knownIds: readonly string[]): unknown {
  const node = nodeSchema.safeParse(schema).data
  if (!node) return undefined
  if (node.const !== undefined) return node.const
  const choices = node.enum ?? []
  if (choices.length > 0) return choices[random.below(choices.length)]
  const variants = node.anyOf ?? node.oneOf ?? []
  if (variants.length > 0) return createFromSchema(variants[random.below(variants.length)], random, knownIds)
  switch (node.type ?? '') {
    case 'object':
      return Object.fromEntries(
        Object.entries(node.properties ?? {})
          .filter(([name]) => node.required?.includes(name) === true || random.chance(0.5))
          .map(([name, inner]) => [name, createFromSchema(inner, random, knownIds)]),
      )
    case 'array': {
      const length = (node.minItems ?? 0) + random.below(3)
      return Array.from({ length }, () => createFromSchema(node.items, random, knownIds))
    }
    case 'string':
      return random.chance(0.5) ? (knownIds[random.below(knownIds.length)] ?? 'x') : random.pick(WORDS)
    case 'integer':
    case 'number': {
      const low = Math.max(node.minimum ?? 0, -1e6)
      return low + random.below(Math.min(node.maximum ?? 100, low + 1_000) - low + 1)
    }
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return undefined
  }
}
