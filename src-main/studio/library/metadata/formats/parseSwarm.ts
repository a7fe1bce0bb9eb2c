import type { FoundParameters } from '../../../../../src-preload/contract/types/foundParameters.ts'
import { isRecord } from '../../../service/http/json.ts'
import { type Lora, lorasInText, modelName } from '../comfy/readLoras.ts'
import { createFoundParameters } from '../foundParameters.ts'
import { otherMembers, textMember } from './jsonMembers.ts'

const USED = [
  'prompt',
  'negativeprompt',
  'seed',
  'steps',
  'cfgscale',
  'width',
  'height',
  'model',
  'loras',
  'loraweights',
  'swarm_version',
]

/** Parses parameters in the format of SwarmUI, formerly StableSwarmUI; null for any other value. */
export function parseSwarm(json: unknown): FoundParameters | null {
  if (!isRecord(json) || !isRecord(json['sui_image_params'])) return null
  const { sui_image_params: params, sui_extra_data: extra, ...rest } = json
  const version = textMember(params, 'swarm_version')
  const model = textMember(params, 'model')
  return createFoundParameters({
    form: 'swarmui',
    program: version === null ? 'SwarmUI' : `SwarmUI ${version}`,
    model: model === null ? null : { slug: null, name: modelName(model) },
    members: [
      { entry: 'prompt', label: 'Prompt', value: params['prompt'], as: 'text' },
      { entry: 'negative_prompt', label: 'Negative prompt', value: params['negativeprompt'], as: 'text' },
      { entry: 'seed', label: 'Seed', value: params['seed'], as: 'integer' },
      { entry: 'steps', label: 'Steps', value: params['steps'], as: 'integer' },
      { entry: 'guidance', label: 'CFG scale', value: params['cfgscale'], as: 'number' },
      { entry: 'width', label: 'Width', value: params['width'], as: 'integer' },
      { entry: 'height', label: 'Height', value: params['height'], as: 'integer' },
    ],
    loras: [
      ...readLoras(params['loras'], params['loraweights']),
      ...lorasInText(textMember(params, 'prompt') ?? ''),
    ],
    others: [
      ...otherMembers(params, USED),
      ...(isRecord(extra) ? otherMembers(extra, []) : []),
      ...otherMembers(rest, []),
    ],
  })
}

/** The LoRAs and their weights are lists, or texts with commas. */
function readLoras(names: unknown, weights: unknown): Lora[] {
  const list = (value: unknown): unknown[] => {
    if (Array.isArray(value)) return value
    return typeof value === 'string' && value !== '' ? value.split(',') : []
  }
  const weightList = list(weights)
  return list(names).flatMap((name, index) => {
    const weight = Number(weightList[index] ?? 1)
    return typeof name === 'string'
      ? [{ name: modelName(name.trim()), weight: Number.isFinite(weight) ? weight : null }]
      : []
  })
}
