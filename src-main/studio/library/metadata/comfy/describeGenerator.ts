import type { Field } from '../foundParameters.ts'
import type { ComfyGraph, ComfyNode } from './ComfyGraph.ts'
import { type Conditioning, PIPE } from './Conditioning.ts'
import { type Generator, upstreamOf } from './findGenerators.ts'
import { findSetting, isNumber, isText, valueOf } from './NumberResolver.ts'
import { type Lora, lorasInText, lorasOfNode, modelName } from './readLoras.ts'

/** What one generator was set to. Null or undefined: it isn't stated, or only running the graph can tell. */
export interface Description {
  title: string
  prompt: string | null
  negative: string | null
  lyrics: string | null
  seed: number | string | undefined
  steps: number | string | undefined
  guidance: number | string | undefined
  width: number | string | undefined
  height: number | string | undefined
  model: string | null
  loras: Lora[]
  /** The texts that are known in part only. */
  unknown: string[]
  others: Field[]
}

/** LoRAs and other settings of a generator beyond these numbers are ignored. */
const MAX_LORAS = 200
const MAX_FIELDS = 300

/** What nodes have, up to about a maximum number. */
function collect<T>(nodes: readonly ComfyNode[], read: (node: ComfyNode) => readonly T[], max: number): T[] {
  const found: T[] = []
  for (const node of nodes) {
    if (found.length >= max) break
    found.push(...read(node))
  }
  return found
}

const SEEDS = ['seed', 'noise_seed']
const STEPS = ['steps', 'num_inference_steps']
const GUIDANCES = ['cfg', 'cfg_scale', 'guidance_scale']

export function describeGenerator(graph: ComfyGraph, { node, positive, negative }: Generator): Description {
  const upstream = upstreamOf(graph, [node], () => true)
  const near = [node, ...settingNodes(graph, node)]
  const guidance = findSetting(graph, node, GUIDANCES, isNumber)
  const distilled = [...positive.path].flatMap(({ type, inputs }) =>
    /guidance/i.test(type) ? (valueOf(graph, inputs['guidance'], ['guidance'], isNumber) ?? []) : [],
  )[0]
  const size = findSize(graph, node)
  const models = findModels(graph, node)
  const texts = [...positive.parts, ...negative.parts].map(({ text }) => text)
  return {
    title: node.title,
    prompt: joinParts(positive),
    negative: joinParts(negative),
    lyrics: positive.lyrics,
    seed: findSetting(graph, node, SEEDS, isNumber),
    steps: findSetting(graph, node, STEPS, isNumber),
    guidance: guidance ?? distilled,
    width: size?.width,
    height: size?.height,
    model: models.length > 0 ? models.join(' + ') : null,
    loras: [...collect([node, ...upstream], lorasOfNode, MAX_LORAS), ...texts.flatMap(lorasInText)],
    unknown: [...(positive.isIncomplete ? ['prompt'] : []), ...(negative.isIncomplete ? ['negative'] : [])],
    others: [
      ...settingField(graph, node, 'Sampler', ['sampler_name']),
      ...settingField(graph, node, 'Scheduler', ['scheduler']),
      ...(guidance !== undefined && distilled !== undefined
        ? [{ name: 'Guidance', value: String(distilled) }]
        : []),
      ...near.flatMap((one) => ownFields(one, models)),
      ...collect(
        [...upstream].filter((one) => !near.includes(one)),
        (one) => knownFields(one, models),
        MAX_FIELDS,
      ),
    ],
  }
}

/** The texts of the conditioning in one; null if there are none, or not all of them are known. */
const joinParts = ({ parts, isIncomplete }: Conditioning): string | null =>
  isIncomplete || parts.length === 0 ? null : parts.map(({ text }) => text).join('\n')

/** The nodes that only have settings of a sampler. */
const settingNodes = (graph: ComfyGraph, node: ComfyNode): ComfyNode[] =>
  Object.entries(node.inputs).flatMap(([name, input]) =>
    /^(?:noise|sigmas|sampler|guider)$/.test(name) || PIPE.test(name) ? (graph.nodeOf(input) ?? []) : [],
  )

function settingField(graph: ComfyGraph, node: ComfyNode, label: string, names: readonly string[]): Field[] {
  const value = findSetting(graph, node, names, isText)
  return value === undefined ? [] : [{ name: label, value }]
}

/** Inputs that are values of their own, or that say nothing about the result. */
const READ_ELSEWHERE =
  /^(?:seed|noise_seed|steps|num_inference_steps|cfg|cfg_scale|guidance_scale|sampler_name|scheduler|control_after_generate|populated_text|wildcard_text|lyrics|width|height|size|mode)$|prompt|text|lora|positive|negative|preview|filename|api_key|token/i
/** Values that change nothing. */
const isDefault = (name: string, value: unknown): boolean =>
  (/^(?:denoise|batch_size|n)$/.test(name) && value === 1) ||
  value === '' ||
  value === 'none' ||
  value === 'None'

/** The other settings of a generator. */
const ownFields = ({ inputs }: ComfyNode, models: readonly string[]): Field[] =>
  Object.entries(inputs).flatMap(([name, value]) => {
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (!isScalar || READ_ELSEWHERE.test(name) || isDefault(name, value)) return []
    return models.includes(modelName(String(value))) ? [] : [{ name: label(name), value: String(value) }]
  })

const FILES = /(?:_name|_name_?\d|_net|model|_file)$/i
const KNOWN =
  /^(?:denoise|shift|max_shift|base_shift|strength|start_percent|end_percent|length|frames|num_frames|video_frames|fps|frame_rate|seconds|duration|bpm|timesignature|language|keyscale|batch_size|noise_augmentation|style|motion_bucket_id|augmentation_level|lyrics_strength|stop_at_clip_layer)$/i

/** The settings of another node that describe the result: the files that it loads, and those with known names. */
const knownFields = ({ inputs }: ComfyNode, models: readonly string[]): Field[] =>
  Object.entries(inputs).flatMap(([name, value]) => {
    const isFile = typeof value === 'string' && FILES.test(name) && !/^(?:lora|upload|file)/i.test(name)
    const isKnown = KNOWN.test(name) && (typeof value === 'string' || typeof value === 'number')
    if ((!isFile && !isKnown) || isDefault(name, value) || READ_ELSEWHERE.test(name)) return []
    return models.includes(modelName(String(value))) ? [] : [{ name: label(name), value: String(value) }]
  })

const label = (name: string): string => {
  const words = name.replace(/_name$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MODEL_FILES = [
  'ckpt_name',
  'unet_name',
  'gguf_name',
  'model_name',
  'base_ckpt_name',
  'model_path',
  'model',
]
const MODEL_INPUTS = /^(?:model\d?|model_\d|base_model|unet|guider|sigmas)$|pipe|ctx|context/i

/** The names of the models that a generator uses: several if they are merged. */
function findModels(graph: ComfyGraph, node: ComfyNode): string[] {
  const own = MODEL_FILES.map((name) => node.inputs[name]).find(isText)
  if (own !== undefined) return [modelName(own)]
  const start = ['model', 'unet', 'guider', ...Object.keys(node.inputs).filter((name) => PIPE.test(name))]
  const queue = start.flatMap((name) => graph.nodeOf(node.inputs[name]) ?? [])
  const seen = new Set(queue)
  const found: string[] = []
  for (let index = 0; index < queue.length; index++) {
    const next = queue[index]
    if (!next) break
    const file = MODEL_FILES.map((name) => valueOf(graph, next.inputs[name], [name], isText)).find(isText)
    if (file !== undefined && !graph.outputAt(next.inputs['model'])) {
      if (!found.includes(modelName(file))) found.push(modelName(file))
      continue
    }
    for (const { name, node: upstream } of graph.edgesOf(next)) {
      if (seen.has(upstream) || !MODEL_INPUTS.test(name)) continue
      seen.add(upstream)
      queue.push(upstream)
    }
  }
  return found
}

const LATENTS = /latent|^samples|^image_embeds$|pipe|ctx|context/i
const IMAGES = /^(?:pixels|image|images|samples|video)$/i
/** Settings beside a width and a height that change them. */
const CHANGES_SIZE =
  /ratio|preset|swap|multipl|factor|scale_by|upscale_by|resolution|dimensions|keep_proportion/i

/** The size that a generator starts with; undefined if it isn't stated. */
function findSize(graph: ComfyGraph, node: ComfyNode) {
  const own = sizeOf(graph, node)
  if (own) return own
  const seen = new Set([node])
  const queue = [node]
  for (let index = 0; index < queue.length; index++) {
    const current = queue[index]
    if (!current) break
    for (const { name, node: next } of graph.edgesOf(current)) {
      const isFollowed = LATENTS.test(name) || (current !== node && IMAGES.test(name))
      if (seen.has(next) || !isFollowed) continue
      seen.add(next)
      const size = sizeOf(graph, next)
      if (size) return size
      queue.push(next)
    }
  }
  return undefined
}

function sizeOf(graph: ComfyGraph, { inputs }: ComfyNode) {
  const text = Object.entries(inputs).find(([name, value]) => name === 'size' && isText(value))?.[1]
  const [, wide, high] = /^(\d{1,5})[x*](\d{1,5})$/.exec(typeof text === 'string' ? text : '') ?? []
  if (wide !== undefined && high !== undefined) return { width: wide, height: high }
  const changes = Object.entries(inputs).some(
    ([name, value]) =>
      CHANGES_SIZE.test(name) && value !== false && !/^(?:custom|none|disabled?)$/i.test(String(value)),
  )
  if (changes) return undefined
  const [width, height] = ['width', 'height'].map(
    (name) =>
      valueOf(graph, inputs[name], [name], isNumber) ??
      valueOf(graph, inputs[`empty_latent_${name}`], [name], isNumber),
  )
  return Number(width) > 0 && Number(height) > 0 ? { width, height } : undefined
}
