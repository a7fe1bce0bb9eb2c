import type { FoundParameters } from '../../../../../src-preload/contract/types/foundParameters.ts'
import { isRecord } from '../../../service/http/json.ts'
import type { Lora } from '../comfy/readLoras.ts'
import { createFoundParameters, type Member } from '../foundParameters.ts'
import { otherMembers, textMember } from './jsonMembers.ts'

type Json = Readonly<Record<string, unknown>>

/** Parses parameters in the format of InvokeAI: `invokeai_metadata`, or `sd-metadata` before version 3. */
export function parseInvoke(json: unknown): FoundParameters | null {
  if (!isRecord(json)) return null
  if (typeof json['positive_prompt'] === 'string') return parseCurrent(json)
  const { image } = json
  const isOld = isRecord(image) && 'prompt' in image && ('app_id' in json || 'model_weights' in json)
  return isOld ? parseOld(json, image) : null
}

const membersOf = (json: Json, prompt: unknown, negative: unknown): Member[] => [
  { entry: 'prompt', label: 'Prompt', value: prompt, as: 'text' },
  { entry: 'negative_prompt', label: 'Negative prompt', value: negative, as: 'text' },
  { entry: 'seed', label: 'Seed', value: json['seed'], as: 'integer' },
  { entry: 'steps', label: 'Steps', value: json['steps'], as: 'integer' },
  { entry: 'guidance', label: 'CFG scale', value: json['cfg_scale'], as: 'number' },
  { entry: 'width', label: 'Width', value: json['width'], as: 'integer' },
  { entry: 'height', label: 'Height', value: json['height'], as: 'integer' },
]

const USED = [
  'app_version',
  'positive_prompt',
  'negative_prompt',
  'seed',
  'steps',
  'cfg_scale',
  'width',
  'height',
  'model',
  'loras',
]

function parseCurrent(json: Json): FoundParameters {
  const { model, app_version: version } = json
  return createFoundParameters({
    form: 'invokeai',
    program: typeof version === 'string' ? `InvokeAI ${version}` : 'InvokeAI',
    model: toModel(nameOf(model)),
    members: membersOf(json, json['positive_prompt'], json['negative_prompt']),
    loras: readLoras(json['loras']),
    others: otherMembers(json, USED),
  })
}

const toModel = (name: string | null): FoundParameters['model'] =>
  name === null ? null : { slug: null, name }

const nameOf = (model: unknown): string | null => {
  if (typeof model === 'string' && model !== '') return model
  return isRecord(model) ? textMember(model, 'name', 'model_name') : null
}

const readLoras = (list: unknown): Lora[] =>
  (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    if (!isRecord(item)) return []
    const name = nameOf(item['lora'] ?? item['model'])
    const { weight } = item
    return name === null ? [] : [{ name, weight: typeof weight === 'number' ? weight : null }]
  })

function parseOld(json: Json, image: Json): FoundParameters {
  const { prompt: written, ...others } = image
  const texts = Array.isArray(written)
    ? written.flatMap((part: unknown) => (isRecord(part) ? (textMember(part, 'prompt') ?? []) : []))
    : [written]
  const { prompt, negative } = splitNegative(texts.filter((text) => typeof text === 'string').join(' '))
  const version = textMember(json, 'app_version')
  const weights = textMember(json, 'model_weights')
  return createFoundParameters({
    form: 'invokeai',
    program: version === null ? 'InvokeAI' : `InvokeAI ${version}`,
    model: toModel(weights ?? textMember(json, 'model')),
    members: membersOf(image, prompt, negative),
    others: [
      ...otherMembers(others, USED),
      ...otherMembers(json, ['image', 'app_version', 'app_id', weights === null ? 'model' : 'model_weights']),
    ],
  })
}

/** Before version 3, the negative prompt was the text in square brackets. */
function splitNegative(text: string): { prompt: string; negative: string } {
  const negative = [...text.matchAll(/\[([^[\]]{0,5000})\]/g)].map(([, inside = '']) => inside)
  return { prompt: text.replaceAll(/\[[^[\]]{0,5000}\]/g, '').trim(), negative: negative.join(', ') }
}

const FLAGS: ReadonlyMap<string, readonly [keyof typeof LABELS, 'integer' | 'number']> = new Map([
  ['s', ['steps', 'integer']],
  ['S', ['seed', 'integer']],
  ['C', ['guidance', 'number']],
  ['W', ['width', 'integer']],
  ['H', ['height', 'integer']],
])
const LABELS = { steps: 'Steps', seed: 'Seed', guidance: 'CFG scale', width: 'Width', height: 'Height' }
const MAX_FLAGS = 100

/** Parses the command line that versions before 3 wrote as `Dream`: a quoted prompt, then flags such as `-s 50`. */
export function parseDream(text: string): FoundParameters | null {
  const quote = text.lastIndexOf('"')
  if (!text.startsWith('"') || quote === 0) return null
  const words = text
    .slice(quote + 1)
    .trim()
    .split(/\s+/, MAX_FLAGS)
  const flags = new Map<string, string>()
  for (const [index, word] of words.entries()) {
    const [, flag, attached = ''] = /^-([A-Za-z])(.{0,200})$/.exec(word) ?? []
    if (flag !== undefined) flags.set(flag, attached || (words[index + 1] ?? ''))
  }
  if (!flags.has('s') || !flags.has('S')) return null
  const { prompt, negative } = splitNegative(text.slice(1, quote))
  return createFoundParameters({
    form: 'invokeai',
    program: 'InvokeAI',
    model: null,
    members: [
      { entry: 'prompt', label: 'Prompt', value: prompt, as: 'text' },
      { entry: 'negative_prompt', label: 'Negative prompt', value: negative, as: 'text' },
      ...[...FLAGS].map(([flag, [entry, as]]): Member => {
        return { entry, label: LABELS[entry], value: flags.get(flag), as }
      }),
    ],
    others: [...flags].flatMap(([flag, value]) =>
      FLAGS.has(flag) ? [] : [{ name: flag === 'A' ? 'Sampler' : `-${flag}`, value }],
    ),
  })
}
