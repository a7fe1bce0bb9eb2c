import { type ComfyGraph, type ComfyNode, inOrder } from './ComfyGraph.ts'

/** Longer texts count as not found. Nodes that join a text with itself double it at each step. */
const MAX_LENGTH = 200_000
/** Nodes between an input and its text. */
const MAX_DEPTH = 200

/** The names of the inputs that contain the text of a node, the most specific first. */
const TEXT_INPUTS = [
  'populated_text',
  'text',
  'prompt',
  'string',
  'value',
  'text_positive',
  'positive_prompt',
  'positive',
  'content',
  'input_text',
  'user_prompt',
  'multiline_text',
  'str',
]
/** Nodes whose text isn't that of their inputs, such as a description of an image or the response of a language model. */
const COMPUTES =
  /llm|ollama|florence|caption|tagger|interrogat|gpt|gemini|claude|chat|vlm|describe|enhanc|translat|generat|regex|substring|split|math|expression|eval|script|load|file|csv/i
const IS_RANDOM = /random|wildcard|dynamic|combinatorial/i
const JOINS = /concat|join|combin|append|StringFunction/i
const SHOWS = /show|display|preview/i
const DELIMITERS = /^(?:delimiter|separator|sep|joiner|delim)$/i
const PART = /^(?:string|text|prompt|str|input|value|part)?[_ ]?(?:[a-h]|\d{1,3})$/i
/** Inputs that are passed through beside a text. */
const BESIDE = /model|clip|vae/i

/** Finds the texts that inputs of a graph get from primitive nodes and those that join texts. */
export class TextResolver {
  readonly #graph: ComfyGraph
  readonly #known = new Map<string, string | null>()

  constructor(graph: ComfyGraph) {
    this.#graph = graph
  }

  /** The text of an input; null if it has none, or if only running the graph can tell. */
  textOf(input: unknown, depth = 0): string | null {
    const source = this.#graph.sourceOf(input)
    if (!source || depth > MAX_DEPTH) return null
    if ('literal' in source) return typeof source.literal === 'string' ? source.literal : null
    const { node, slot } = source
    const key = `${node.id}:${slot}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // A cycle has no text.
    this.#known.set(key, null)
    const text = this.#textOfNode(node, slot, depth + 1)
    const bounded = text !== null && text.length > MAX_LENGTH ? null : text
    this.#known.set(key, bounded)
    return bounded
  }

  #textOfNode(node: ComfyNode, slot: number, depth: number): string | null {
    const { type, inputs } = node
    const populated = inputs['populated_text']
    if (typeof populated === 'string') return populated
    if (SHOWS.test(type)) return this.#shownText(node, depth)
    if (COMPUTES.test(type)) return null
    if (/style[rs]/i.test(type))
      return this.#firstText(
        node,
        slot === 0 ? ['text_positive', 'positive'] : ['text_negative', 'negative'],
        depth,
      )
    if (/StringReplace/i.test(type)) return this.#replacedText(inputs, depth)
    if (/trim/i.test(type)) return this.textOf(inputs['string'] ?? inputs['text'], depth)?.trim() ?? null
    if (JOINS.test(type)) return this.#joinedText(node, depth)
    const text = this.#ownText(node, depth)
    // A template whose words were picked at random.
    return text !== null && IS_RANDOM.test(type) && /[{}]|__/.test(text) ? null : text
  }

  /** The text that a node has shown is also stored beside its input, because it may have been computed. */
  #shownText({ inputs }: ComfyNode, depth: number): string | null {
    const [connected] = Object.values(inputs).filter((input) => this.#graph.outputAt(input))
    const text = connected === undefined ? null : this.textOf(connected, depth)
    const shown = Object.values(inputs).filter((value) => typeof value === 'string' && value.trim() !== '')
    return text ?? (shown.length === 1 && typeof shown[0] === 'string' ? shown[0] : null)
  }

  #firstText({ inputs }: ComfyNode, names: readonly string[], depth: number): string | null {
    const name = names.find((candidate) => candidate in inputs)
    return name === undefined ? null : this.textOf(inputs[name], depth)
  }

  #replacedText(inputs: ComfyNode['inputs'], depth: number): string | null {
    const [text, find, replace] = [inputs['string'], inputs['find'], inputs['replace']].map((input) =>
      this.textOf(input, depth),
    )
    if (typeof text !== 'string' || typeof find !== 'string' || typeof replace !== 'string') return null
    const replaced = (text.length * replace.length) / Math.max(1, find.length)
    return replaced > MAX_LENGTH * 10 ? null : text.replaceAll(find, () => replace)
  }

  #joinedText({ type, inputs }: ComfyNode, depth: number): string | null {
    const names = Object.keys(inputs)
      .filter((name) => PART.test(name) && isTextual(this.#graph, inputs[name]))
      .sort(inOrder)
    const texts = names.map((name) => this.textOf(inputs[name], depth))
    if (texts.length === 0 || !texts.every((text) => text !== null)) return null
    const delimiterName = Object.keys(inputs).find((name) => DELIMITERS.test(name))
    const tidies = inputs['tidy_tags'] === 'yes'
    if (delimiterName === undefined && !('tidy_tags' in inputs)) return null
    const stated =
      delimiterName === undefined ? (tidies ? ', ' : '') : this.textOf(inputs[delimiterName], depth)
    if (stated === null) return null
    // The nodes of ComfyUI itself take the delimiter literally.
    const delimiter = type === 'StringConcatenate' ? stated : stated.replaceAll(String.raw`\n`, '\n')
    const skipsEmpty = tidies || String(inputs['clean_whitespace']) === 'true'
    const parts = skipsEmpty ? texts.map((text) => text.trim()).filter((text) => text !== '') : texts
    const length = parts.reduce((sum, part) => sum + part.length + delimiter.length, 0)
    return length > MAX_LENGTH ? null : parts.join(delimiter)
  }

  /** The text of a node that has only one. */
  #ownText(node: ComfyNode, depth: number): string | null {
    const { inputs } = node
    const named = TEXT_INPUTS.flatMap(
      (wanted) => Object.keys(inputs).find((name) => name.toLowerCase() === wanted) ?? [],
    )
    const connected = this.#graph
      .connectedInputs(node)
      .filter((name) => !named.includes(name) && !BESIDE.test(name))
    if (named[0] !== undefined && connected.length === 0) return this.textOf(inputs[named[0]], depth)
    const literals = Object.values(inputs).filter((value) => typeof value === 'string')
    if (connected.length === 0)
      return literals.length === 1 && typeof literals[0] === 'string' ? literals[0] : null
    return connected.length === 1 && literals.length === 0
      ? this.textOf(inputs[connected[0] ?? ''], depth)
      : null
  }
}

const isTextual = (graph: ComfyGraph, input: unknown): boolean =>
  typeof input === 'string' || graph.outputAt(input) !== undefined
