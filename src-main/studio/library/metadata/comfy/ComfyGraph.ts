import { isRecord } from '../../../service/http/json.ts'

/** A node of a ComfyUI graph. */
export interface ComfyNode {
  id: string
  type: string
  /** The title that the user gave it, otherwise its type. */
  title: string
  /** By name: a literal, or `[id, slot]` of the node and the output that the input is connected to. */
  inputs: Readonly<Record<string, unknown>>
}

/** An output of a node. */
export interface ComfyOutput {
  node: ComfyNode
  slot: number
}

/** A connected input. */
export interface ComfyEdge {
  name: string
  node: ComfyNode
}

/** What an input has: an output of another node, or a literal. */
export type ComfySource = ComfyOutput | { literal: unknown }

/** Nodes beyond this number are ignored. */
export const MAX_NODES = 5000
/** Inputs of all nodes beyond this number are ignored. */
const MAX_INPUTS = 20_000

/** Nodes that pass on their only input. */
const PASSES_ON = /reroute|^(?:easy )?[gs]etNode$|passthrough|^Anything Everywhere/i
const CHOOSES = /switch|select|if_?else/i
/** The inputs that say which of the others a switch passes on. */
const CHOICE = /^(?:select|input|index|switch|boolean|bool|condition|value|on_off|choice)$/i

/** The nodes of a ComfyUI graph, with the connections followed through reroutes and switches. */
export class ComfyGraph {
  readonly nodes: ReadonlyMap<string, ComfyNode>
  /** What nodes that pass on an input get. */
  readonly #sources = new Map<ComfyNode, ComfySource | undefined>()
  readonly #passed = new Map<ComfyNode, unknown>()
  readonly #edges = new Map<ComfyNode, readonly ComfyEdge[]>()

  constructor(nodes: ReadonlyMap<string, ComfyNode>) {
    this.nodes = nodes
  }

  /** The output that an input is directly connected to; undefined for a literal. */
  outputAt(input: unknown): ComfyOutput | undefined {
    if (!Array.isArray(input) || input.length !== 2) return undefined
    const [id, slot]: unknown[] = input
    const node = typeof id === 'string' || typeof id === 'number' ? this.nodes.get(String(id)) : undefined
    return node && typeof slot === 'number' ? { node, slot } : undefined
  }

  /** Like `outputAt`, through reroutes and switches; undefined if that depends on what the graph computed. */
  sourceOf(input: unknown): ComfySource | undefined {
    const passing: ComfyNode[] = []
    let current = input
    let source: ComfySource | undefined
    for (;;) {
      const output = this.outputAt(current)
      // A list of two values that isn't a connection is one to a node that doesn't exist.
      source = output ?? (isConnection(current) ? undefined : { literal: current })
      const next = output && this.#passedOn(output.node)
      if (!output || next === null) break
      // Each node of a long chain is followed once. One that is being followed is in a cycle.
      source = this.#sources.get(output.node)
      if (next === undefined || this.#sources.has(output.node)) break
      this.#sources.set(output.node, undefined)
      passing.push(output.node)
      current = next
    }
    for (const node of passing) this.#sources.set(node, source)
    return source
  }

  /** The node that an input is connected to, as in `sourceOf`. */
  nodeOf(input: unknown): ComfyNode | undefined {
    const source = this.sourceOf(input)
    return source && 'node' in source ? source.node : undefined
  }

  /** The connected inputs of a node, with the nodes that they are connected to as in `sourceOf`. */
  edgesOf(node: ComfyNode): readonly ComfyEdge[] {
    const known = this.#edges.get(node)
    if (known) return known
    const edges = this.connectedInputs(node).flatMap((name) => {
      const upstream = this.nodeOf(node.inputs[name])
      return upstream ? [{ name, node: upstream }] : []
    })
    this.#edges.set(node, edges)
    return edges
  }

  /** The names of the inputs of a node that are connected, in natural order. */
  connectedInputs(node: ComfyNode): string[] {
    return Object.keys(node.inputs).filter((name) => this.outputAt(node.inputs[name]) !== undefined)
  }

  /** The input that a node passes on; null if it is not such a node, undefined if it can't be told. */
  #passedOn(node: ComfyNode): unknown {
    if (!this.#passed.has(node)) this.#passed.set(node, this.#findPassedOn(node))
    return this.#passed.get(node)
  }

  #findPassedOn(node: ComfyNode): unknown {
    if (!PASSES_ON.test(node.type) && !CHOOSES.test(node.type)) return null
    const connected = this.connectedInputs(node)
    if (PASSES_ON.test(node.type) && connected.length === 1) return node.inputs[connected[0] ?? '']
    return CHOOSES.test(node.type) && !/sampler/i.test(node.type) ? this.#chosen(node, connected) : null
  }

  #chosen(node: ComfyNode, connected: readonly string[]): unknown {
    const { inputs } = node
    const choice = Object.keys(inputs).find((name) => CHOICE.test(name))
    const candidates = Object.keys(inputs).filter((name) => name !== choice)
    if (choice === undefined) {
      // Switches without a setting pass on the first input that exists.
      const [first] = connected.toSorted(inOrder)
      return /switch/i.test(node.type) && first !== undefined ? inputs[first] : null
    }
    const source = this.outputAt(inputs[choice]) ? this.#literalBehind(inputs[choice]) : inputs[choice]
    const name = findChosen(candidates, source)
    return name === undefined ? undefined : inputs[name]
  }

  /** The literal of the primitive node that a setting is connected to. */
  #literalBehind(input: unknown): unknown {
    const values = Object.values(this.outputAt(input)?.node.inputs ?? {})
    return values.length === 1 ? values[0] : undefined
  }
}

/** Whether a value looks like `[id, slot]`. */
const isConnection = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'number'

function findChosen(names: readonly string[], choice: unknown): string | undefined {
  if (typeof choice === 'boolean') {
    const wanted = choice ? /true|^on|_on$/i : /false|^off|_off$/i
    return names.find((name) => wanted.test(name))
  }
  if (typeof choice !== 'number') return undefined
  const digits = String(choice)
  return names.find((name) => name.endsWith(digits) && !/\d/.test(name.at(-digits.length - 1) ?? ''))
}

/** Order of names with numbers: `text2` before `text10`. */
export const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/** A graph in the form that ComfyUI executes, `prompt`; null for any other value. */
export function readPromptGraph(json: unknown): ComfyGraph | null {
  if (!isRecord(json)) return null
  let remaining = MAX_INPUTS
  const nodes = Object.entries(json)
    .slice(0, MAX_NODES)
    .flatMap(([id, node]): [string, ComfyNode][] => {
      if (!isRecord(node) || typeof node['class_type'] !== 'string' || !isRecord(node['inputs'])) return []
      const { class_type: type, inputs, _meta: meta } = node
      remaining -= Object.keys(inputs).length
      if (remaining < 0) return []
      const title = isRecord(meta) && typeof meta['title'] === 'string' ? meta['title'] : type
      return [[id, { id, type, title, inputs }]]
    })
  return nodes.length > 0 ? new ComfyGraph(new Map(nodes)) : null
}
