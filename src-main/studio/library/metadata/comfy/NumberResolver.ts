import type { ComfyGraph, ComfyNode } from './ComfyGraph.ts'

/** Inputs of samplers whose nodes have some of their settings. */
const SETTINGS = /noise|sigmas|scheduler|guider|^sampler$|pipe|ctx|context|settings|params/i
const MAX_DEPTH = 200

/** Whether a value is a number, or the digits of one that is too large to be exact. */
export const isNumber = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,40}$/.test(value))

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The setting with one of these names: of the node, otherwise of the nearest node that it has settings from. */
export function findSetting<T>(
  graph: ComfyGraph,
  start: ComfyNode,
  names: readonly string[],
  isWanted: (value: unknown) => value is T,
): T | undefined {
  const seen = new Set([start])
  const queue = [start]
  for (let index = 0; index < queue.length; index++) {
    const node = queue[index]
    if (!node) break
    const own = names.filter((name) => name in node.inputs)
    for (const name of own) {
      const value = valueOf(graph, node.inputs[name], names, isWanted)
      if (value !== undefined) return value
    }
    for (const { name, node: next } of graph.edgesOf(node)) {
      if (seen.has(next) || !SETTINGS.test(name)) continue
      seen.add(next)
      queue.push(next)
    }
  }
  return undefined
}

/** Inputs of nodes that only have a value. */
const VALUES = [
  'value',
  'Value',
  'int',
  'float',
  'number',
  'INT',
  'FLOAT',
  'seed',
  'noise_seed',
  'String',
  'string',
]

/** The value of an input; undefined if running the graph computes it. */
export function valueOf<T>(
  graph: ComfyGraph,
  input: unknown,
  names: readonly string[],
  isWanted: (value: unknown) => value is T,
): T | undefined {
  let current = input
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const source = graph.sourceOf(current)
    if (!source) return undefined
    if ('literal' in source) return isWanted(source.literal) ? source.literal : undefined
    const { node } = source
    const connected = graph.connectedInputs(node)
    const own = [...names, ...VALUES].map((name) => node.inputs[name]).find(isWanted)
    if (own !== undefined && connected.length === 0) return own
    const named = names.find((name) => connected.includes(name))
    const [only] = connected
    if (
      named === undefined &&
      (connected.length !== 1 || only === undefined || /math|expression|random/i.test(node.type))
    )
      return own
    current = node.inputs[named ?? only ?? '']
  }
  return undefined
}
