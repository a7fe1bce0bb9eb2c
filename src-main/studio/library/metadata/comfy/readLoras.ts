import { isRecord } from '../../../service/http/json.ts'
import type { ComfyNode } from './ComfyGraph.ts'

export interface Lora {
  name: string
  /** Null if it isn't stated. */
  weight: number | null
}

const FILE = /\.(?:safetensors|ckpt|pt|pth|gguf|sft|bin)$/i

/** The name of a model's file without its folder and extension, which vary by computer. */
export const modelName = (file: string): string => (file.split(/[/\\]/).at(-1) ?? file).replace(FILE, '')

const LORA_NAME = /^lora(?:_\d{1,3})?(?:_name)?(?:_\d{1,3})?$/i
const numberIn = (name: string): string => /\d+/.exec(name)?.[0] ?? ''
/** The names of weights, the most specific first. */
const WEIGHTS = [
  'strength_model',
  'model_str',
  'model_strength',
  'lora_wt',
  'lora_strength',
  'lora_model_strength',
  'model_weight',
  'strength',
  'weight',
]

/** The LoRAs that a node loads, such as one loader or a stack of them. */
export function lorasOfNode(node: ComfyNode): readonly Lora[] {
  const known = lorasByNode.get(node) ?? findLoras(node).slice(0, MAX_LORAS)
  lorasByNode.set(node, known)
  return known
}

/** Several generators of a graph use the same loaders. */
const lorasByNode = new WeakMap<ComfyNode, readonly Lora[]>()
/** LoRAs of a node or a text beyond this number are ignored. */
const MAX_LORAS = 50

function findLoras({ inputs }: ComfyNode): Lora[] {
  const count = inputs['lora_count'] ?? inputs['num_loras']
  if (inputs['toggle'] === false) return []
  const loras: Lora[] = []
  for (const [name, value] of Object.entries(inputs)) {
    if (loras.length >= MAX_LORAS) break
    if (name === 'loras') loras.push(...lorasInList(isRecord(value) ? value['__value__'] : value))
    // A stack also has the rows that its number of rows hides.
    else if (LORA_NAME.test(name) && !(typeof count === 'number' && Number(numberIn(name)) > count))
      loras.push(...readRow(inputs, name, value))
  }
  return loras
}

/** The LoRA of one input. In a node of many rows it is an object. */
function readRow(inputs: ComfyNode['inputs'], name: string, value: unknown): Lora[] {
  if (isRecord(value)) {
    if (value['on'] === false) return []
    return toLora(value['lora'] ?? value['content'], value['strength'] ?? weightBeside(inputs, name))
  }
  const isOff = String(inputs[`switch_${numberIn(name)}`]).toLowerCase() === 'off'
  return isOff ? [] : toLora(value, weightBeside(inputs, name))
}

function lorasInList(list: unknown): Lora[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown) =>
    isRecord(item) && item['active'] !== false
      ? toLora(item['name'] ?? item['lora'], item['strength'] ?? item['weight'])
      : [],
  )
}

function toLora(name: unknown, weight: unknown): Lora[] {
  if (typeof name !== 'string' || name.trim() === '' || /^none$/i.test(name)) return []
  const number = typeof weight === 'string' ? Number(weight) : weight
  return [
    { name: modelName(name), weight: typeof number === 'number' && Number.isFinite(number) ? number : null },
  ]
}

/** The weight with the number of a name, as in `lora_name_2` and `lora_wt_2`. */
function weightBeside(inputs: ComfyNode['inputs'], name: string): unknown {
  const number = numberIn(name)
  const plain = name.replace(/_?\d+/, '').replace('_name', '')
  for (const weight of WEIGHTS)
    for (const key of [
      weight,
      `${weight}_${number}`,
      `${plain}_${number}_${weight}`,
      `lora_${number}_${weight}`,
    ])
      if (typeof inputs[key] === 'number') return inputs[key]
  return null
}

/** Tags such as `<lora:name:0.8>`, which many programs read from a prompt. */
export function lorasInText(text: string): Lora[] {
  const loras: Lora[] = []
  for (const [, name, weight = ''] of text.matchAll(
    /<(?:lora|lyco):([^<>:]{1,300})(?::([^<>]{0,100}))?>/gi,
  )) {
    const [first = ''] = weight.split(':')
    loras.push(...toLora(name, first.trim() === '' ? 1 : first))
    if (loras.length >= MAX_LORAS) break
  }
  return loras
}
