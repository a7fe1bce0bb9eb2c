import type { ComfyGraph, ComfyNode } from './ComfyGraph.ts'
import { type Conditioning, type ConditioningSearch, PIPE } from './Conditioning.ts'
import type { TextResolver } from './TextResolver.ts'

/** A node that makes images, video or sound: a sampler, or a node of a service. */
export interface Generator {
  node: ComfyNode
  positive: Conditioning
  negative: Conditioning
}

export interface Generators {
  /** Those that make a result of the graph from the beginning. */
  first: Generator[]
  /** Those that only refine what others made, such as a second pass in a higher resolution. */
  refining: Generator[]
}

/** Generators beyond this number are ignored. */
const MAX_GENERATORS = 16

const CONDITIONED = /^(?:positive|conditioning|guider|(?:text|prompt|hyvid)_?embeds|cond)$/i
const SAMPLES = /^(?:steps|sampler_name|cfg|noise|sigmas|noise_seed)$/
const SERVICE_PROMPT = /^(?:prompt|prompt_text|text_prompt|positive_prompt|description)$/i
/** Nodes that speak a text instead of following a prompt. */
const SPEAKS = /speech|tts\b/i
const promptInput = (type: string): RegExp => (SPEAKS.test(type) ? /^text$/i : SERVICE_PROMPT)
/** The settings that nodes of services have beside their prompt. */
const SERVICE_SETTING =
  /^(?:seed|aspect_ratio|size|width|duration|duration_s|resolution|quality|model|model_name|n|ratio|style)$/i
/** Nodes with a prompt that says what to find, to describe or to write. */
const NOT_MEDIA =
  /encode|segment|sam\b|dino|detect|mask|caption|florence|tagger|clipseg|chat|llm|ollama|describe|string|text(?!to)|load|GeminiNode/i
const SAVES = /save|combine|export|write/i
const PREVIEWS = /preview|compar/i
/** Inputs that get texts, not media. */
const TEXTUAL = /text|prompt|string|caption|filename/i

/** Finds the nodes that make the results of a graph. Empty if there are none. */
export function findGenerators(
  graph: ComfyGraph,
  texts: TextResolver,
  search: ConditioningSearch,
): Generators {
  const candidates = [...graph.nodes.values()].filter(
    (node) => isSampler(graph, node) || isService(graph, node),
  )
  const used = new Set(reachedFromOutputs(graph, new Set(candidates)))
  const nodes = (used.size > 0 ? candidates.filter((node) => used.has(node)) : candidates).slice(
    0,
    MAX_GENERATORS,
  )
  const generators = nodes.map((node): Generator => {
    if (isSampler(graph, node))
      return { node, positive: search.find(node, 'positive'), negative: search.find(node, 'negative') }
    return {
      node,
      positive: ownTexts(texts, node, promptInput(node.type)),
      negative: ownTexts(texts, node, /^negative_prompt$/i),
    }
  })
  const isRefining = (generator: Generator): boolean => refines(graph, generator, generators)
  const refining = generators.filter(isRefining)
  return { first: generators.filter((generator) => !refining.includes(generator)), refining }
}

const isSampler = (graph: ComfyGraph, { type, inputs }: ComfyNode): boolean =>
  !/guider/i.test(type) &&
  Object.keys(inputs).some((name) => SAMPLES.test(name) || /sampler/i.test(type)) &&
  Object.keys(inputs).some(
    (name) =>
      (CONDITIONED.test(name) || PIPE.test(name)) &&
      (graph.outputAt(inputs[name]) !== undefined ||
        (name === 'positive' && typeof inputs[name] === 'string')),
  )

const isService = (graph: ComfyGraph, { type, inputs }: ComfyNode): boolean => {
  const names = Object.keys(inputs)
  return (
    !NOT_MEDIA.test(type) &&
    names.some((name) => promptInput(type).test(name)) &&
    names.some((name) => SERVICE_SETTING.test(name) && graph.outputAt(inputs[name]) === undefined) &&
    !names.some((name) => /^clip$|threshold/i.test(name))
  )
}

function ownTexts(texts: TextResolver, node: ComfyNode, names: RegExp): Conditioning {
  const name = Object.keys(node.inputs).find((candidate) => names.test(candidate))
  const text = name === undefined ? '' : texts.textOf(node.inputs[name])
  return {
    parts: name !== undefined && text ? [{ text, node, input: name }] : [],
    lyrics: null,
    isRegional: false,
    isIncomplete: text === null,
    path: new Set(),
  }
}

/** The generators that saved results depend on; of previewed ones only if nothing is saved. */
function reachedFromOutputs(graph: ComfyGraph, generators: ReadonlySet<ComfyNode>): ComfyNode[] {
  const nodes = [...graph.nodes.values()]
  for (const wanted of [SAVES, PREVIEWS]) {
    const outputs = nodes.filter((node) => wanted.test(node.type) && !generators.has(node))
    const found = [...upstreamOf(graph, outputs)].filter((node) => generators.has(node))
    if (found.length > 0) return found
  }
  return []
}

/** All nodes that others get media, latents or settings from. `isFollowed`: whether to go on behind a node. */
export function upstreamOf(
  graph: ComfyGraph,
  starts: readonly ComfyNode[],
  isFollowed: (name: string, node: ComfyNode) => boolean = (name) => !TEXTUAL.test(name),
): Set<ComfyNode> {
  const seen = new Set<ComfyNode>()
  const queue = [...starts]
  for (let node = queue.pop(); node; node = queue.pop()) {
    for (const { name, node: next } of graph.edgesOf(node)) {
      if (seen.has(next) || !isFollowed(name, node)) continue
      seen.add(next)
      queue.push(next)
    }
  }
  return seen
}

const textsOf = ({ positive }: Generator): string => JSON.stringify(positive.parts.map(({ text }) => text))

/** Whether a generator continues with the latents of another one, or repeats it on its image with the same prompt. */
function refines(graph: ComfyGraph, generator: Generator, all: readonly Generator[]): boolean {
  const others = new Map(all.flatMap((other) => (other === generator ? [] : [[other.node, other]])))
  if (others.size === 0) return false
  // Providers give their settings to nodes that upscale what a sampler made.
  const isProvider = ({ type }: ComfyNode): boolean => /provider/i.test(type)
  if (isProvider(generator.node) && all.some(({ node }) => !isProvider(node))) return true
  const isLatent = (name: string, node: ComfyNode): boolean =>
    !TEXTUAL.test(name) && !/^VAEEncode|^VAEDecode/i.test(node.type)
  const isOwnInput = (name: string): boolean => /latent|samples|pipe|ctx|context/i.test(name)
  const latents = upstreamOf(graph, [generator.node], (name, node) =>
    node === generator.node ? isOwnInput(name) : isLatent(name, node),
  )
  if ([...latents].some((node) => others.has(node))) return true
  const media = [...upstreamOf(graph, [generator.node])].flatMap((node) => others.get(node) ?? [])
  if (media.length === 0) return false
  return (
    /detailer|upscale|refine|hires/i.test(generator.node.type) ||
    media.some((other) => textsOf(other) === textsOf(generator))
  )
}
