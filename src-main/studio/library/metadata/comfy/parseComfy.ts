import type { FoundParameters } from '../../../../../src-preload/contract/types/foundParameters.ts'
import { createFoundParameters, type Field } from '../foundParameters.ts'
import { type ComfyGraph, readPromptGraph } from './ComfyGraph.ts'
import { type Conditioning, ConditioningSearch } from './Conditioning.ts'
import { describeGenerator, type Description } from './describeGenerator.ts'
import { findGenerators } from './findGenerators.ts'
import { readWorkflowGraph } from './readWorkflow.ts'
import { TextResolver } from './TextResolver.ts'

/**
 * Reads the parameters of a ComfyUI graph in API format (`prompt`). A graph can compute anything, so a value counts
 * only if all nodes that make the result agree about it; otherwise it is among the others, with the title of its node.
 * Null if this isn't such a graph, or if nothing in it makes a result.
 */
export const parseComfy = (json: unknown): FoundParameters | null => describe(readPromptGraph(json))

/** Like `parseComfy`, for the graph as it is drawn (`workflow`). */
export const parseWorkflow = (json: unknown): FoundParameters | null => describe(readWorkflowGraph(json))

function describe(graph: ComfyGraph | null): FoundParameters | null {
  if (!graph) return null
  const texts = new TextResolver(graph)
  const { first, refining } = findGenerators(graph, texts, new ConditioningSearch(graph, texts))
  if (first.length === 0) return null
  const made = first.map((generator) => describeGenerator(graph, generator))
  const refined = refining.map((generator) => describeGenerator(graph, generator))
  const models = new Set(made.map(({ model }) => model))
  const [model = null] = models
  const agreed: Record<string, unknown> = Object.fromEntries(
    LABELS.flatMap(({ name, as }) => {
      const stated = made.map((one) => one[name]).filter((value) => value !== undefined && value !== null)
      const isUnknown = made.some((one) => one.unknown.includes(name))
      // A generator without a text, such as one that animates an image, doesn't contradict the others.
      const isShared = stated.length === made.length || as === 'text'
      const [value] = stated
      return new Set(stated).size === 1 && isShared && !isUnknown ? [[name, value]] : []
    }),
  )
  const isAgreed = (name: string, value: unknown): boolean => agreed[name] === value
  const loras = [
    ...new Map([...made, ...refined].flatMap((one) => one.loras.map((lora) => [lora.name, lora]))).values(),
  ]
  const found = createFoundParameters({
    form: 'comfyui',
    program: 'ComfyUI',
    model: models.size === 1 && model !== null ? { slug: null, name: model } : null,
    members: LABELS.map((member) => {
      const value = agreed[member.name]
      // Graphs that zero out the conditioning of the prompt have it on both sides.
      return {
        ...member,
        value: member.name === 'negative' && value === agreed['prompt'] ? undefined : value,
      }
    }),
    loras,
    others: [
      ...made.flatMap((one) => [
        ...namedFields(one, made.length > 1, isAgreed),
        ...(models.size > 1 && one.model !== null ? [{ name: `${one.title}: Model`, value: one.model }] : []),
        ...one.others.map((field) =>
          made.length > 1 ? { ...field, name: `${one.title}: ${field.name}` } : field,
        ),
      ]),
      ...first.flatMap(({ positive, negative }) => [
        ...noteFields('Prompt', positive),
        ...noteFields('Negative prompt', negative),
      ]),
      ...refined.flatMap((one) => [
        ...namedFields(one, true, isAgreed),
        ...one.others.map((field) => ({ ...field, name: `${one.title}: ${field.name}` })),
      ]),
    ],
  })
  const isEmpty = Object.keys(found.values).length === 0 && found.others.length === 0 && !found.model
  return isEmpty ? null : found
}

const LABELS = [
  { name: 'prompt', entry: 'prompt', label: 'Prompt', as: 'text' },
  { name: 'negative', entry: 'negative_prompt', label: 'Negative prompt', as: 'text' },
  { name: 'lyrics', entry: 'lyrics', label: 'Lyrics', as: 'text' },
  { name: 'seed', entry: 'seed', label: 'Seed', as: 'integer' },
  { name: 'steps', entry: 'steps', label: 'Steps', as: 'integer' },
  { name: 'guidance', entry: 'guidance', label: 'CFG', as: 'number' },
  { name: 'width', entry: 'width', label: 'Width', as: 'integer' },
  { name: 'height', entry: 'height', label: 'Height', as: 'integer' },
] as const

/** The values of a generator that aren't those of the whole result. */
function namedFields(
  description: Description,
  isNamed: boolean,
  isAgreed: (name: string, value: unknown) => boolean,
): Field[] {
  if (!isNamed) return []
  return LABELS.flatMap(({ name, label }) => {
    const value = description[name]
    if (value === undefined || value === null || isAgreed(name, value)) return []
    return [{ name: `${description.title}: ${label}`, value: String(value) }]
  })
}

/** How several texts make one prompt, and the texts that only running the graph could complete. */
function noteFields(label: string, { parts, isRegional, isIncomplete }: Conditioning): Field[] {
  if (isIncomplete)
    return parts.map(({ text, node }) => ({ name: `${label} (in part, ${node.title})`, value: text }))
  if (parts.length < 2) return []
  const [first] = parts
  const isOneNode = parts.every(({ node }) => node === first?.node)
  const how = isOneNode ? parts.map(({ input }) => input).join(', ') : isRegional ? 'regional' : 'combined'
  return [
    { name: `${label} of ${parts.length} texts`, value: how },
    ...parts.map(({ text, node, input }) => ({
      name: `${label} (${isOneNode ? input : node.title})`,
      value: text,
    })),
  ]
}
