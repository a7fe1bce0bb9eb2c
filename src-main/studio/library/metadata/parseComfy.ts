import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { isRecord } from '../../service/http/json.ts'
import { createFoundParameters, toIntegerEntry, toNumberEntry } from './foundParameters.ts'

type Inputs = Record<string, unknown>
interface Node {
  type: string
  inputs: Inputs
}
type Graph = ReadonlyMap<string, Node>

/** Nodes beyond this number are ignored. */
const MAX_NODES = 5000
/** Maximum number of nodes that are searched for one value. */
const MAX_STEPS = 500

/**
 * Reads the parameters of a ComfyUI graph in API format (`prompt`). A graph can compute anything, so only what its
 * first sampler is connected to counts. Null if this isn't such a graph, or it has no sampler.
 */
export function parseComfy(json: unknown): FoundParameters | null {
  const graph = readGraph(json)
  if (!graph) return null
  const sampler = findSampler(graph)
  if (!sampler) return null
  const find = (inputs: readonly string[], names: readonly string[], isWanted: IsWanted): unknown =>
    findValue(graph, sampler, inputs, names, isWanted)
  const guiders = ['guider', 'conditioning']
  const prompt = find(['positive', ...guiders], TEXT_INPUTS, isText)
  const model = find(['model', 'guider', 'unet'], MODEL_INPUTS, isText)
  const size = ['latent_image', 'latent', 'samples', 'positive']
  const values: Values = {
    ...(isText(prompt) && { prompt }),
    ...negativeEntry(graph, sampler, prompt),
    ...toIntegerEntry('seed', find(['noise'], ['seed', 'noise_seed'], isNumber)),
    ...toIntegerEntry('steps', find(['sigmas'], ['steps'], isNumber)),
    ...toNumberEntry('guidance', find(['guider'], ['cfg'], isNumber)),
    ...toIntegerEntry('width', find(size, ['width'], isNumber)),
    ...toIntegerEntry('height', find(size, ['height'], isNumber)),
  }
  const name = (key: string) => {
    const value = find(['sampler', 'sigmas'], [key], isText)
    return isText(value) ? value : ''
  }
  return createFoundParameters({
    form: 'comfyui',
    program: 'ComfyUI',
    model: isText(model)
      ? { slug: null, name: model.replace(/\.(safetensors|ckpt|gguf|pt|sft)$/i, '') }
      : null,
    values,
    others: [
      { name: 'Sampler', value: name('sampler_name') },
      { name: 'Scheduler', value: name('scheduler') },
    ],
  })
}

/** Names of the inputs of nodes that contain a text, and of those that contain the file name of a model. */
const TEXT_INPUTS = ['text', 'prompt', 'text_g', 't5xxl', 'clip_l', 'string', 'value']
const MODEL_INPUTS = ['ckpt_name', 'unet_name', 'model_name', 'gguf_name']

type IsWanted = (value: unknown) => boolean
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isNumber = (value: unknown): boolean => typeof value === 'number'

function readGraph(json: unknown): Graph | null {
  if (!isRecord(json)) return null
  const nodes = Object.entries(json)
    .slice(0, MAX_NODES)
    .flatMap(([id, node]): [string, Node][] => {
      if (!isRecord(node) || typeof node['class_type'] !== 'string' || !isRecord(node['inputs'])) return []
      return [[id, { type: node['class_type'], inputs: node['inputs'] }]]
    })
  return nodes.length > 0 ? new Map(nodes) : null
}

/** The first node that looks like a sampler by its type and has an input for the conditioning. */
const findSampler = (graph: Graph): Node | undefined =>
  [...graph.values()].find(
    ({ type, inputs }) =>
      /sampler/i.test(type) && ('positive' in inputs || 'guider' in inputs) && !/select/i.test(type),
  )

/** The node that an input is connected to: `[id, output]`. */
const nodeAt = (graph: Graph, input: unknown): Node | undefined =>
  Array.isArray(input) && input.length === 2 ? graph.get(String(input[0])) : undefined

/** A value of the sampler, otherwise the nearest one upstream of these inputs. */
function findValue(
  graph: Graph,
  sampler: Node,
  inputs: readonly string[],
  names: readonly string[],
  isWanted: IsWanted,
): unknown {
  const own = valueOf(graph, sampler, names, isWanted)
  if (own !== undefined) return own
  const starts = inputs.flatMap((name) => nodeAt(graph, sampler.inputs[name]) ?? [])
  return searchUpstream(graph, starts, (node) => valueOf(graph, node, names, isWanted))
}

/** A value of a node. If its input is connected, for example to a primitive node, it is the nearest value upstream of it. */
function valueOf(graph: Graph, node: Node, names: readonly string[], isWanted: IsWanted): unknown {
  const own = valueIn(node, names, isWanted)
  if (own !== undefined) return own
  const connected = names.flatMap((name) => nodeAt(graph, node.inputs[name]) ?? [])
  const valueNames = [...names, 'value']
  return searchUpstream(graph, connected, (upstream) => valueIn(upstream, valueNames, isWanted))
}

/** Reads these nodes, then breadth-first those that they are connected to, until one has a value. */
function searchUpstream(graph: Graph, starts: readonly Node[], read: (node: Node) => unknown): unknown {
  const seen = new Set<Node>(starts)
  const queue = [...starts]
  for (let step = 0; step < queue.length && step < MAX_STEPS; step++) {
    const node = queue[step]
    if (!node) break
    const value = read(node)
    if (value !== undefined) return value
    for (const [name, input] of Object.entries(node.inputs)) {
      const next = nodeAt(graph, input)
      // A node between the sampler and its prompt may also pass on the negative conditioning, whose text isn't the
      // prompt.
      if (!next || seen.has(next) || name === 'negative') continue
      seen.add(next)
      queue.push(next)
    }
  }
  return undefined
}

const valueIn = ({ inputs }: Node, names: readonly string[], isWanted: IsWanted): unknown =>
  names.map((name) => inputs[name]).find(isWanted)

/** The negative prompt, unless it is the prompt itself, as in graphs that zero out the conditioning of the prompt. */
function negativeEntry(graph: Graph, sampler: Node, prompt: unknown): Values {
  const guider = nodeAt(graph, sampler.inputs['guider'])
  const start = nodeAt(graph, sampler.inputs['negative'] ?? guider?.inputs['negative'])
  const text = start && searchUpstream(graph, [start], (node) => valueOf(graph, node, TEXT_INPUTS, isText))
  return isText(text) && text !== prompt ? { negative_prompt: text } : {}
}
