import { expect, test } from 'vitest'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { adjacentNode, layoutLineage } from './layoutLineage.ts'

const sizes = { width: 100, height: 40, gapX: 20, gapY: 10, maxNodes: 3 }

/** A lineage with the generation of each node, and its steps as "from to". */
const lineage = (generations: Record<string, number>, steps: string[]) => ({
  nodes: Object.entries(generations).map(([id, generation]) => ({
    tile: makeTile({ id }),
    generation,
    task: '',
    cost: null,
  })),
  edges: steps.map((step) => {
    const [from = '', to = ''] = step.split(' ')
    return { from, to, field: null }
  }),
})

const placesOf = (layout: ReturnType<typeof layoutLineage>) =>
  Object.fromEntries(
    layout.columns.flatMap(({ nodes }) => nodes.map(({ node, x, y }) => [node.tile.id, [x, y]])),
  )

test('sources are on the left and derived results on the right, each generation centred', () => {
  const layout = layoutLineage(
    lineage({ self: 0, photo: -1, mask: -1, clip: 1 }, ['photo self', 'mask self', 'self clip']),
    sizes,
  )
  expect(placesOf(layout)).toEqual({ photo: [0, 0], mask: [0, 50], self: [120, 25], clip: [240, 25] })
  expect({ width: layout.width, height: layout.height }).toEqual({ width: 340, height: 90 })
  expect(layout.lines.find(({ key }) => key.startsWith('photo'))).toMatchObject({
    from: { x: 100, y: 20 },
    to: { x: 120, y: 45 },
  })
})

test('a long generation is cut, and its last place shows the number of hidden nodes', () => {
  const many = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`made ${index}`, 1]))
  const layout = layoutLineage(lineage({ self: 0, ...many }, []), sizes)
  const [, made] = layout.columns
  expect(made?.nodes).toHaveLength(2)
  expect(made?.more).toEqual({ x: 120, y: 100, count: 3 })
  expect(layout.height).toBe(140)
})

test('lines of hidden nodes are left out', () => {
  const layout = layoutLineage(
    lineage({ self: 0, a: 1, b: 1, c: 1, d: 1 }, ['self a', 'self b', 'self c', 'self d']),
    sizes,
  )
  expect(layout.lines).toHaveLength(2)
})

test('sources are sorted so that lines do not cross', () => {
  const layout = layoutLineage(
    lineage({ self: 0, left: -1, right: -1, ofRight: -2, ofLeft: -2 }, [
      'left self',
      'right self',
      'ofRight right',
      'ofLeft left',
    ]),
    sizes,
  )
  const [first] = layout.columns
  expect(first?.nodes.map(({ node }) => node.tile.id)).toEqual(['ofLeft', 'ofRight'])
})

test('arrow keys move to the nearest node of the next generation, and within one', () => {
  const layout = layoutLineage(lineage({ self: 0, photo: -1, mask: -1, clip: 1 }, []), sizes)
  expect(adjacentNode(layout, 'self', 'ArrowLeft')).toBe('photo')
  expect(adjacentNode(layout, 'mask', 'ArrowRight')).toBe('self')
  expect(adjacentNode(layout, 'photo', 'ArrowDown')).toBe('mask')
  expect(adjacentNode(layout, 'photo', 'ArrowUp')).toBeUndefined()
  expect(adjacentNode(layout, 'clip', 'ArrowRight')).toBeUndefined()
  expect(adjacentNode(layout, 'self', 'Enter')).toBeUndefined()
})
