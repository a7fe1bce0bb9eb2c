import type { FoundParameters } from '../../../../../src-preload/contract/types/foundParameters.ts'
import { isRecord } from '../../../service/http/json.ts'
import { type Lora, modelName } from '../comfy/readLoras.ts'
import { createFoundParameters } from '../foundParameters.ts'
import { otherMembers, textMember } from './jsonMembers.ts'

const USED = [
  'prompt',
  'negative_prompt',
  'seed',
  'steps',
  'guidance_scale',
  'resolution',
  'base_model',
  'loras',
  'version',
  'metadata_scheme',
]
const LORA = /^lora(?:_combined)?_\d{1,2}$/

/** Parses parameters in the JSON format of Fooocus, whose members had other names in early versions; null for any other value. */
export function parseFooocus(json: unknown): FoundParameters | null {
  if (!isRecord(json)) return null
  const members = Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value]),
  )
  const isKnown =
    'base_model' in members && ('performance' in members || 'sharpness' in members || 'styles' in members)
  if (typeof members['prompt'] !== 'string' || !isKnown) return null
  const model = textMember(members, 'base_model')
  const [width, height] = readSize(members['resolution'])
  return createFoundParameters({
    form: 'fooocus',
    program: textMember(members, 'version') ?? 'Fooocus',
    model: model === null ? null : { slug: null, name: modelName(model) },
    members: [
      { entry: 'prompt', label: 'Prompt', value: members['prompt'], as: 'text' },
      { entry: 'negative_prompt', label: 'Negative prompt', value: members['negative_prompt'], as: 'text' },
      { entry: 'seed', label: 'Seed', value: members['seed'], as: 'integer' },
      { entry: 'steps', label: 'Steps', value: members['steps'], as: 'integer' },
      { entry: 'guidance', label: 'Guidance scale', value: members['guidance_scale'], as: 'number' },
      { entry: 'width', label: 'Resolution', value: width ?? members['resolution'], as: 'integer' },
      { entry: 'height', label: 'Height', value: height, as: 'integer' },
    ],
    loras: readLoras(members),
    others: otherMembers(members, [...USED, ...Object.keys(members).filter((name) => LORA.test(name))]),
  })
}

/** The size of `(1152, 896)`, `1152×896` or a list. */
function readSize(resolution: unknown): [unknown, unknown] | [] {
  if (Array.isArray(resolution)) return [resolution[0], resolution[1]]
  const [, width, height] =
    /(\d{1,5})\D{1,10}(\d{1,5})/.exec(typeof resolution === 'string' ? resolution : '') ?? []
  return width === undefined || height === undefined ? [] : [width, height]
}

function readLoras(members: Readonly<Record<string, unknown>>): Lora[] {
  const { loras } = members
  const listed = (Array.isArray(loras) ? loras : []).flatMap((item: unknown) =>
    Array.isArray(item) ? toLora(item[0], item[1]) : [],
  )
  const combined = Object.entries(members).flatMap(([name, value]) => {
    if (!LORA.test(name) || typeof value !== 'string') return []
    const at = value.lastIndexOf(' : ')
    return at === -1 ? toLora(value, null) : toLora(value.slice(0, at), value.slice(at + 3))
  })
  return listed.length > 0 ? listed : combined
}

function toLora(name: unknown, weight: unknown): Lora[] {
  if (typeof name !== 'string' || /^none$/i.test(name.trim())) return []
  const number = weight === null ? Number.NaN : Number(weight)
  return [{ name: modelName(name.trim()), weight: Number.isFinite(number) ? number : null }]
}
