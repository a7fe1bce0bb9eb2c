import { type ComfyGraph, type ComfyNode, inOrder } from './ComfyGraph.ts'
import type { TextResolver } from './TextResolver.ts'

export type Side = 'positive' | 'negative'

/** A text that a sampler gets, with the node that encodes it. */
export interface PromptPart {
  text: string
  node: ComfyNode
  /** The name of the encoder's input. */
  input: string
}

/** What a sampler gets as positive or negative conditioning. */
export interface Conditioning {
  /** Each different text once, in the order in which they are combined. */
  parts: PromptPart[]
  lyrics: string | null
  /** Whether the texts apply to parts of the image or of the steps. */
  isRegional: boolean
  /** Whether a text is missing, because only running the graph can tell it. */
  isIncomplete: boolean
  /** All nodes between the sampler and the texts. */
  path: Set<ComfyNode>
}

const POSITIVE = /(?:^|_)(?:positive|pos|cond)(?:_prompt|_text)?$|^cond1$|^(?:text|prompt)_positive$/i
const NEGATIVE =
  /(?:^|_)(?:negative|neg|uncond|neg_conditioning|negative_conditioning)(?:_prompt|_text)?$|^(?:text|prompt)_negative$/i
const CONDITIONING =
  /^(?:cond(?:itioning)?[_ ]?(?:\d{1,3}|to|from|in|a|b)?|guider|(?:text|prompt|hyvid|t5)_?embeds(?:_\d)?)$/i
/** Inputs with a model, its texts and more in one. */
export const PIPE = /(?:^|_)(?:pipe|ctx|context|bus)$|^pipe(?:_|$)/i
/** Which outputs of nodes with several pass on the positive and the negative conditioning. */
const SLOTS: Readonly<Record<string, readonly [number, number]>> = {
  FromBasicPipe: [3, 4],
  FromBasicPipe_v2: [4, 5],
  FromDetailerPipe: [3, 4],
  FromDetailerPipe_v2: [4, 5],
  'Context (rgthree)': [4, 5],
  'Context Big (rgthree)': [4, 5],
  'Efficient Loader': [1, 2],
  'Eff. Loader SDXL': [1, 2],
  WanVideoTextEncode: [-1, -1],
}
const IS_REGIONAL = /area|mask|region|timestep|couple|gligen/i
/** The inputs of encoders that contain a text; those of models with several text encoders are all used. */
const ENCODED = [
  'populated_text',
  'text',
  'text_g',
  'text_l',
  'clip_l',
  'clip_g',
  't5xxl',
  'llama',
  'bert',
  'mt5xl',
  'qwen25_7b',
  'prompt',
  'user_prompt',
  'tags',
  'caption',
]
const MAX_DEPTH = 1000

/** Follows the conditioning of a sampler back to the encoders and their texts. */
export class ConditioningSearch {
  readonly #graph: ComfyGraph
  readonly #texts: TextResolver

  constructor(graph: ComfyGraph, texts: TextResolver) {
    this.#graph = graph
    this.#texts = texts
  }

  /** The texts that a node, such as a sampler, gets on one side. */
  find(node: ComfyNode, side: Side): Conditioning {
    const found: Conditioning = {
      parts: [],
      lyrics: null,
      isRegional: false,
      isIncomplete: false,
      path: new Set(),
    }
    new Walk(this.#graph, this.#texts, found).readInputs(node, side, 0)
    found.isRegional &&= found.parts.length > 1
    return found
  }
}

class Walk {
  readonly #graph: ComfyGraph
  readonly #texts: TextResolver
  readonly #found: Conditioning
  readonly #seen = new Set<string>()

  constructor(graph: ComfyGraph, texts: TextResolver, found: Conditioning) {
    this.#graph = graph
    this.#texts = texts
    this.#found = found
  }

  /** Reads the inputs of a node that belong to one side; whether it has any. */
  readInputs(node: ComfyNode, side: Side, depth: number): boolean {
    const { pipes, conditioning, ...named } = namesOf(this.#graph, node)
    const isDual = /DualCFG/i.test(node.type) && side === 'positive'
    const own = isDual ? named.positive.filter((name) => name === 'cond1') : named[side]
    if (own.length > 0) {
      for (const name of own) this.#readInput(node, name, side, depth)
      return true
    }
    for (const name of pipes) this.#follow(node.inputs[name], side, depth, true)
    if (named.positive.length + named.negative.length > 0) return true
    // The conditioning of a sampler or guider without sides is positive.
    const isPositive = depth === 0 || /guider|sampler/i.test(node.type)
    const single = conditioning.filter((name) => !(isPositive && side === 'negative' && /^cond/i.test(name)))
    // A guider has both sides in one output.
    for (const name of single) this.#follow(node.inputs[name], side, depth, !/^cond/i.test(name))
    return pipes.length + single.length > 0 || (isPositive && side === 'negative')
  }

  #isConnected(node: ComfyNode, name: string): boolean {
    return this.#graph.outputAt(node.inputs[name]) !== undefined
  }

  #readInput(node: ComfyNode, name: string, side: Side, depth: number): void {
    const input = node.inputs[name]
    if (typeof input === 'string') this.#add(node, name, input)
    else this.#follow(input, side, depth, false)
  }

  #follow(input: unknown, side: Side, depth: number, hasBothSides: boolean): void {
    const source = this.#graph.sourceOf(input)
    if (!source || depth > MAX_DEPTH) {
      this.#found.isIncomplete = true
      return
    }
    // An input without a value, or with a number.
    if ('literal' in source) return
    const { node, slot } = source
    const own = hasBothSides ? side : this.#sideOf(node, slot, side)
    const key = `${node.id}:${own}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#found.path.add(node)
    this.#readNode(node, slot, own, depth + 1)
  }

  /** The side of an output of a node that passes on both. */
  #sideOf(node: ComfyNode, slot: number, side: Side): Side {
    const slots = SLOTS[node.type]
    if (slots) return slot === slots[0] ? 'positive' : slot === slots[1] ? 'negative' : side
    const { positive, negative, pipes } = namesOf(this.#graph, node)
    const isPassedOn = (names: readonly string[]): boolean =>
      names.some((name) => this.#isConnected(node, name))
    if (!isPassedOn(positive) || !isPassedOn(negative)) return side
    if (pipes.length > 0 || 'ckpt_name' in node.inputs) return side
    // Nodes that also change the model return it first.
    const first = 'model' in node.inputs ? 1 : 0
    if (slot === first) return 'positive'
    return slot === first + 1 ? 'negative' : side
  }

  #readNode(node: ComfyNode, slot: number, side: Side, depth: number): void {
    const { type, inputs } = node
    if (/zero_?out/i.test(type)) return
    if (IS_REGIONAL.test(type)) this.#found.isRegional = true
    if (this.readInputs(node, side, depth)) return
    const names = this.#encodedInputs(node)
    if (names.length > 0) {
      for (const name of names) this.#addText(node, name)
      const { lyrics } = inputs
      if (lyrics !== undefined) this.#found.lyrics = this.#texts.textOf(lyrics) ?? this.#found.lyrics
      return
    }
    // Only a node that computes nothing else can be passed through.
    const connected = this.#graph.connectedInputs(node)
    const text = /encode/i.test(type) ? null : this.#texts.textOf([node.id, slot])
    if (text !== null) this.#add(node, 'text', text)
    else if (connected.length === 1 && !/encode|load/i.test(type))
      this.#follow(inputs[connected[0] ?? ''], side, depth, false)
    else if (!isWithoutText(node)) this.#found.isIncomplete = true
  }

  /** The inputs of an encoder that have a text. */
  #encodedInputs({ type, inputs }: ComfyNode): string[] {
    const isEncoder =
      /encode/i.test(type) || Object.keys(inputs).some((name) => /clip|encoder|^t5|^model/i.test(name))
    if (!isEncoder) return []
    const ignored = inputs['with_SDXL'] === false ? ['text_g', 'text_l'] : []
    const names = ENCODED.filter((name) => name in inputs && !ignored.includes(name))
    return names[0] === 'populated_text' ? ['populated_text'] : names
  }

  #addText(node: ComfyNode, input: string): void {
    const text = this.#texts.textOf(node.inputs[input])
    if (text === null) this.#found.isIncomplete = true
    else this.#add(node, input, text)
  }

  #add(node: ComfyNode, input: string, text: string): void {
    if (text.trim() === '' || this.#found.parts.some((part) => part.text === text)) return
    this.#found.parts.push({ text, node, input })
  }
}

interface InputNames {
  positive: string[]
  negative: string[]
  /** Connected inputs with both sides and more, and those with conditioning of one side or of a guider. */
  pipes: string[]
  conditioning: string[]
}

/** Every generator of a graph may reach a node. */
const knownNames = new WeakMap<ComfyNode, InputNames>()

/** The names of the inputs of a node that have conditioning or texts. */
function namesOf(graph: ComfyGraph, node: ComfyNode): InputNames {
  const known = knownNames.get(node)
  if (known) return known
  const names = Object.keys(node.inputs)
  const connected = graph.connectedInputs(node)
  const found = {
    positive: names.filter((name) => POSITIVE.test(name)),
    negative: names.filter((name) => NEGATIVE.test(name)),
    pipes: connected.filter((name) => PIPE.test(name)),
    conditioning: connected.filter((name) => CONDITIONING.test(name)).sort(toBeforeFrom),
  }
  knownNames.set(node, found)
  return found
}

/** Whether a node makes conditioning from something other than a text, such as an image. */
const isWithoutText = ({ inputs }: ComfyNode): boolean =>
  Object.keys(inputs).some((name) => /^(?:clip_vision|image|init_image|clip_vision_output)/i.test(name))

/** `conditioning_to` is before `conditioning_from`. */
const toBeforeFrom = (a: string, b: string): number => {
  const rank = (name: string): number => (/_to$/i.test(name) ? 0 : 1)
  return rank(a) - rank(b) || inOrder(a, b)
}
