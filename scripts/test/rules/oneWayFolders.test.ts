import { expect, test } from 'vitest'
import { findTwoWayFolders } from './oneWayFolders.ts'

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((target) => `import type { Part } from '${target}'`).join('\n'),
})

test('two folders that import each other are reported once', () => {
  expect(findTwoWayFolders([file('a/one.ts', '../b/two.ts'), file('b/two.ts', '../a/one.ts')])).toEqual([
    'a/one.ts imports b/two.ts, and b/two.ts imports a/one.ts',
  ])
})

test('other files of the two folders count too', () => {
  const files = [file('a/one.ts', '../b/two.ts'), file('b/three.tsx', '../a/four.ts')]
  expect(findTwoWayFolders(files)).toHaveLength(1)
})

test('imports in one direction, between a folder and its subfolder, and by tests are allowed', () => {
  const files = [
    file('a/one.ts', '../b/two.ts', './sub/five.ts'),
    file('a/sub/five.ts', '../one.ts'),
    file('b/two.test.ts', '../a/one.ts'),
    file('b/testing/world.ts', '../../a/one.ts'),
  ]
  expect(findTwoWayFolders(files)).toEqual([])
})
