import { isRecord } from '../../../service/http/json.ts'
import { ComfyGraph, type ComfyNode, MAX_NODES } from './ComfyGraph.ts'
import { WIDGET_NAMES } from './widgetNames.ts'

/** Subgraphs inside subgraphs. */
const MAX_DEPTH = 10
/** The ids of the nodes at the border of a subgraph. */
const INPUT_ID = -10
const OUTPUT_ID = -20
/** What a node does that isn't executed: its outputs are missing, or are its inputs of the same type. */
const MUTED = 2
const BYPASSED = 4

interface DrawnInput {
  name: string
  type: string
  link: number | null
  isWidget: boolean
}

interface DrawnNode {
  id: string
  type: string
  title: string
  mode: number
  inputs: DrawnInput[]
  outputTypes: string[]
  widgets: Readonly<Record<string, unknown>>
}

interface Link {
  from: string
  slot: number
  to: number
  toSlot: number
}

type Records = Record<string, unknown>
/** Where an input gets its value from: `[id, slot]` or a literal. */
type Outer = (slot: number) => unknown

const records = (value: unknown): Records[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** A graph as it is drawn (`workflow`), as the graph that ComfyUI would execute; null for any other value. */
export function readWorkflowGraph(json: unknown): ComfyGraph | null {
  if (!isRecord(json) || !Array.isArray(json['nodes']) || !('links' in json || 'definitions' in json))
    return null
  const definitions = isRecord(json['definitions']) ? records(json['definitions']['subgraphs']) : []
  const reader = new WorkflowReader(new Map(definitions.map((one) => [String(one['id']), one])))
  reader.readLevel(json, '', () => undefined, 0)
  return reader.nodes.size > 0 ? new ComfyGraph(reader.nodes) : null
}

class WorkflowReader {
  readonly nodes = new Map<string, ComfyNode>()
  readonly #definitions: ReadonlyMap<string, Records>

  constructor(definitions: ReadonlyMap<string, Records>) {
    this.#definitions = definitions
  }

  /** Adds the nodes of a graph or subgraph, whose ids begin with `prefix`. Returns what its outputs have. */
  readLevel(graph: Records, prefix: string, outer: Outer, depth: number): Outer {
    const drawn = new Map(
      records(graph['nodes'])
        .slice(0, MAX_NODES)
        .map((node) => [String(node['id']), readNode(node)]),
    )
    const level = new Level(readLinks(graph['links']), drawn, prefix, outer)
    for (const node of drawn.values()) {
      if (this.nodes.size >= MAX_NODES || node.mode === MUTED || node.mode === BYPASSED) continue
      const inputs: Records = { ...node.widgets }
      for (const input of node.inputs) {
        const value = level.valueOf(input.link)
        if (value !== undefined) inputs[input.name] = value
      }
      const definition = this.#definitions.get(node.type)
      if (definition && depth < MAX_DEPTH) this.#readSubgraph(definition, node, prefix, inputs, depth, level)
      else if (!node.type.endsWith('Note'))
        this.nodes.set(prefix + node.id, { id: prefix + node.id, type: node.type, title: node.title, inputs })
    }
    return (slot) => level.outputAt(slot)
  }

  #readSubgraph(
    definition: Records,
    node: DrawnNode,
    prefix: string,
    inputs: Readonly<Records>,
    depth: number,
    level: Level,
  ): void {
    const names = records(definition['inputs']).map((input) => String(input['name']))
    const id = `${prefix}${node.id}`
    const outputs = this.readLevel(definition, `${id}:`, (slot) => inputs[names[slot] ?? ''], depth + 1)
    // Its outputs are nodes of their own, because others may have been connected to them already.
    for (const slot of level.usedSlots(node.id))
      this.nodes.set(`${id}/${slot}`, {
        id: `${id}/${slot}`,
        type: 'Reroute',
        title: node.title,
        inputs: { value: outputs(slot) },
      })
  }
}

/** The connections of one graph or subgraph. */
class Level {
  readonly #links: ReadonlyMap<number, Link>
  readonly #nodes: ReadonlyMap<string, DrawnNode>
  readonly #prefix: string
  readonly #outer: Outer
  readonly #setters: ReadonlyMap<unknown, DrawnNode>

  constructor(
    links: ReadonlyMap<number, Link>,
    nodes: ReadonlyMap<string, DrawnNode>,
    prefix: string,
    outer: Outer,
  ) {
    this.#links = links
    this.#nodes = nodes
    this.#prefix = prefix
    this.#outer = outer
    this.#setters = new Map(
      [...nodes.values()].flatMap((node) => (/setNode$/i.test(node.type) ? [[nameOf(node), node]] : [])),
    )
  }

  /** What the input with this link has; undefined for none, and for a muted node. */
  valueOf(link: number | null): unknown {
    let current = link === null ? undefined : this.#links.get(link)
    for (let steps = 0; current && steps < MAX_NODES; steps++) {
      if (current.from === String(INPUT_ID)) return this.#outer(current.slot)
      const node = this.#nodes.get(current.from)
      if (!node || node.mode === MUTED) return undefined
      const next = this.#passedOn(node, current.slot)
      if (next === null)
        return isSubgraph(node)
          ? [`${this.#prefix}${node.id}/${current.slot}`, 0]
          : [`${this.#prefix}${node.id}`, current.slot]
      current = next === undefined ? undefined : this.#links.get(next)
    }
    return undefined
  }

  /** The value of an output of the subgraph. */
  outputAt(slot: number): unknown {
    for (const [id, link] of this.#links)
      if (link.to === OUTPUT_ID && link.toSlot === slot) return this.valueOf(id)
    return undefined
  }

  /** The outputs of a node that something is connected to. */
  usedSlots(id: string): Set<number> {
    return new Set([...this.#links.values()].flatMap((link) => (link.from === id ? [link.slot] : [])))
  }

  /** The link that an output passes on; null if the node makes its output itself. */
  #passedOn(node: DrawnNode, slot: number): number | null | undefined {
    if (/getNode$/i.test(node.type)) return this.#setters.get(nameOf(node))?.inputs[0]?.link ?? undefined
    if (node.mode !== BYPASSED) return null
    const type = node.outputTypes[slot]
    const same = node.inputs.filter((input) => !input.isWidget && input.type === type)
    const input = node.inputs[slot]?.type === type ? node.inputs[slot] : same[0]
    return input?.link ?? undefined
  }
}

const isSubgraph = ({ type }: DrawnNode): boolean => /^[\da-f]{8}-[\da-f]{4}-/i.test(type)

/** The name by which a node is got that another one has set. */
const nameOf = ({ widgets }: DrawnNode): unknown => Object.values(widgets)[0]

function readNode(node: Records): DrawnNode {
  const type = typeof node['type'] === 'string' ? node['type'] : ''
  const inputs = records(node['inputs']).map((input): DrawnInput => {
    return {
      name: typeof input['name'] === 'string' ? input['name'] : '',
      type: String(input['type']),
      link: typeof input['link'] === 'number' ? input['link'] : null,
      isWidget: isRecord(input['widget']),
    }
  })
  return {
    id: String(node['id']),
    type,
    title: typeof node['title'] === 'string' && node['title'] !== '' ? node['title'] : type,
    mode: typeof node['mode'] === 'number' ? node['mode'] : 0,
    inputs,
    outputTypes: records(node['outputs']).map((output) => String(output['type'])),
    widgets: readWidgets(type, inputs, node['widgets_values']),
  }
}

const AFTER_SEED = /^(?:fixed|increment|decrement|randomize)$/

/** The settings of a node by name. Those whose names can't be told are left out. */
function readWidgets(type: string, inputs: readonly DrawnInput[], values: unknown): Records {
  if (isRecord(values)) return values
  if (!Array.isArray(values)) return {}
  const settings = values.filter((value: unknown, index) => !isControl(values, value, index))
  const drawn = inputs.filter(({ isWidget }) => isWidget).map(({ name }) => name)
  const known = WIDGET_NAMES[type] ?? []
  const isComplete = drawn.length >= settings.length || drawn.length > known.length
  const names = isComplete ? drawn : known
  if (names.length === 0) return readUnnamed(type, settings)
  return Object.fromEntries(
    settings.flatMap((value: unknown, index) => (names[index] === undefined ? [] : [[names[index], value]])),
  )
}

/** Whether a setting only says what happens to the seed before it. */
const isControl = (values: readonly unknown[], value: unknown, index: number): boolean =>
  typeof value === 'string' && AFTER_SEED.test(value) && typeof values[index - 1] !== 'string' && index > 0

/** The settings of a node without names: rows of LoRAs have objects, and a single text is the text of the node. */
function readUnnamed(type: string, settings: readonly unknown[]): Records {
  const rows = settings.filter((value) => isRecord(value) && 'lora' in value)
  if (rows.length > 0) return Object.fromEntries(rows.map((row, index) => [`lora_${index + 1}`, row]))
  const [only] = settings
  return settings.length === 1 ? { [/lora/i.test(type) ? 'lora_name' : 'value']: only } : {}
}

/** The links of a graph, as lists or, in subgraphs, as objects. */
function readLinks(list: unknown): Map<number, Link> {
  const links = new Map<number, Link>()
  for (const link of Array.isArray(list) ? list : []) {
    const [id, from, slot, to, toSlot]: unknown[] = Array.isArray(link)
      ? link
      : isRecord(link)
        ? [link['id'], link['origin_id'], link['origin_slot'], link['target_id'], link['target_slot']]
        : []
    if (typeof id !== 'number' || typeof slot !== 'number') continue
    links.set(id, { from: String(from), slot, to: Number(to), toSlot: Number(toSlot) })
  }
  return links
}
