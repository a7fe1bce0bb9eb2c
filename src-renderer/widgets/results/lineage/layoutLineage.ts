import type { Lineage, LineageNode } from '../../../../src-preload/contract/types/lineage.ts'

/** Sizes and gaps of nodes in px, and the maximum number of nodes in a column. */
export interface LineageSizes {
  width: number
  height: number
  gapX: number
  gapY: number
  maxNodes: number
}

interface Point {
  x: number
  y: number
}

interface Column {
  generation: number
  nodes: (Point & { node: LineageNode })[]
  /** Where the number of further nodes is shown; null if all nodes are shown. */
  more: (Point & { count: number }) | null
}

export interface LineageLayout {
  columns: Column[]
  /** Lines between shown nodes, from the right edge of one to the left edge of the other. */
  lines: { key: string; from: Point; to: Point }[]
  width: number
  height: number
}

/**
 * Lays out a lineage with a centred column per generation: sources on the left, what was made from the result on the
 * right.
 */
export function layoutLineage(
  { nodes, edges }: Pick<Lineage, 'nodes' | 'edges'>,
  { width, height, gapX, gapY, maxNodes }: LineageSizes,
): LineageLayout {
  const byGeneration = Map.groupBy(nodes, ({ generation }) => generation)
  const generations = [...byGeneration.keys()].toSorted((a, b) => a - b)
  const cells = new Map<number, LineageNode[]>()
  const rank = new Map<string, number>()
  // From the result outwards, so that each generation can be sorted by the one next to it.
  for (const generation of generations.toSorted((a, b) => Math.abs(a) - Math.abs(b))) {
    const sorted = sortByNeighbours(byGeneration.get(generation) ?? [], edges, rank)
    const shown = sorted.length > maxNodes ? sorted.slice(0, maxNodes - 1) : sorted
    for (const [index, { tile }] of shown.entries()) rank.set(tile.id, (index + 0.5) / shown.length)
    cells.set(generation, shown)
  }
  const rowCount = (generation: number): number =>
    Math.min(maxNodes, byGeneration.get(generation)?.length ?? 0)
  const rows = Math.max(1, ...generations.map(rowCount))
  const fullHeight = rows * (height + gapY) - gapY
  const places = new Map<string, Point>()
  const columns = generations.map((generation, column): Column => {
    const shown = cells.get(generation) ?? []
    const all = byGeneration.get(generation)?.length ?? 0
    const x = column * (width + gapX)
    const top = (fullHeight - (rowCount(generation) * (height + gapY) - gapY)) / 2
    const placed = shown.map((node, index) => ({ node, x, y: top + index * (height + gapY) }))
    for (const { node, x: left, y } of placed) places.set(node.tile.id, { x: left, y })
    const hidden = all - shown.length
    return {
      generation,
      nodes: placed,
      more: hidden === 0 ? null : { x, y: top + shown.length * (height + gapY), count: hidden },
    }
  })
  return {
    columns,
    lines: edges.flatMap((edge) => {
      const [from, to] = [places.get(edge.from), places.get(edge.to)]
      if (!from || !to) return []
      return {
        key: `${edge.from} ${edge.to} ${edge.field}`,
        from: { x: from.x + width, y: from.y + height / 2 },
        to: { x: to.x, y: to.y + height / 2 },
      }
    }),
    width: generations.length * (width + gapX) - gapX,
    height: fullHeight,
  }
}

/** Sorts nodes by the mean position of their neighbours that are already placed, so that fewer lines cross. */
function sortByNeighbours(
  nodes: readonly LineageNode[],
  edges: Lineage['edges'],
  rank: ReadonlyMap<string, number>,
): LineageNode[] {
  const mean = new Map(
    nodes.map(({ tile: { id } }) => {
      const ranks = edges.flatMap(({ from, to }) =>
        from === id ? (rank.get(to) ?? []) : to === id ? (rank.get(from) ?? []) : [],
      )
      return [id, ranks.length === 0 ? 1 : ranks.reduce((sum, value) => sum + value, 0) / ranks.length]
    }),
  )
  return nodes.toSorted((a, b) => (mean.get(a.tile.id) ?? 1) - (mean.get(b.tile.id) ?? 1))
}

/**
 * Id of the node that an arrow key moves to: the nearest one in the next column, or the next one in the same column.
 */
export function adjacentNode(layout: LineageLayout, id: string, key: string): string | undefined {
  const column = layout.columns.findIndex(({ nodes }) => nodes.some(({ node }) => node.tile.id === id))
  const nodes = layout.columns[column]?.nodes ?? []
  const row = nodes.findIndex(({ node }) => node.tile.id === id)
  const y = nodes[row]?.y ?? 0
  if (key === 'ArrowUp') return nodes[row - 1]?.node.tile.id
  if (key === 'ArrowDown') return nodes[row + 1]?.node.tile.id
  const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  if (step === 0) return undefined
  const next = layout.columns[column + step]?.nodes ?? []
  return next.toSorted((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))[0]?.node.tile.id
}
