import { expect, it, onTestFinished } from 'vitest'
import type { Preset } from '../../../../src-preload/contract/types/preset.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { Presets } from './Presets.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

function setUp() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const problems: Problem[] = []
  let ids = 0
  const presets = new Presets({
    context: {
      database,
      log: memoryLog(),
      clock: fakeClock(),
      report: (problem) => void problems.push(problem),
    },
    uuid: () => `preset ${ids++}`,
  })
  const names = () => presets.list().map(({ name }) => name)
  return { database, presets, problems, names }
}

const portrait: Omit<Preset, 'id'> = {
  name: 'Portrait',
  operation: 'txt2img',
  model: { slug: 'one', name: 'Example One' },
  service: 'service.example',
  values: { prompt: 'a fox', steps: 8, loras: [{ name: 'ink', weight: 0.5 }] },
  picture: 'data:image/webp;base64,UklGRg==',
}
const fileOf = (presets: unknown, more: object = {}) =>
  JSON.stringify({ format: 'easel-presets', version: 1, presets, ...more })

it('presets are listed by name, renamed, deleted, and restored as they were', () => {
  const { presets, names } = setUp()
  const saved = presets.save(portrait)
  presets.save({ ...portrait, name: 'Any model', model: null, service: null, picture: null })
  expect(names()).toEqual(['Any model', 'Portrait'])
  expect(presets.list()[1]).toEqual(saved)
  presets.save({ ...saved, name: 'Zebra' })
  expect(names()).toEqual(['Any model', 'Zebra'])
  presets.delete(saved.id)
  expect(names()).toEqual(['Any model'])
  presets.save(saved)
  expect(presets.list()[1]).toEqual(saved)
})

it('presets have unique names within a task, ignoring case', () => {
  const { presets, names } = setUp()
  presets.save({ ...portrait, name: 'Porträt' })
  expect(() => presets.save({ ...portrait, name: 'PORTRÄT' })).toThrow('preset_name_taken')
  presets.save({ ...portrait, name: 'porträt', operation: 'txt2video' })
  expect(names()).toEqual(['Porträt', 'porträt'])
})

it('unreadable presets are left out and reported, and stay in the database', () => {
  const { database, presets, problems, names } = setUp()
  presets.save(portrait)
  database.run("INSERT INTO presets VALUES ('x', 'Broken', 'txt2img', NULL, NULL, '{', NULL, 'broken')")
  expect(names()).toEqual(['Portrait'])
  expect(problems.map(({ code }) => code)).toEqual(['rows_quarantined'])
  expect(database.get('SELECT count(*) AS n FROM presets')).toEqual({ n: 2 })
})

it('presets of a file are added with free names, and not again if their parameters are the same', () => {
  const { presets, names } = setUp()
  presets.save(portrait)
  const changed = { ...portrait, values: { prompt: 'an owl' } }
  const reordered = { ...portrait, values: Object.fromEntries(Object.entries(portrait.values).toReversed()) }
  const { added, existing } = presets.import(
    fileOf([reordered, changed, changed, { ...changed, name: 'Owl', model: null }]),
  )
  expect(added.map(({ name, values }) => [name, values])).toEqual([
    ['Portrait (2)', changed.values],
    ['Owl', changed.values],
  ])
  expect(existing).toBe(2)
  expect(names()).toEqual(['Owl', 'Portrait', 'Portrait (2)'])
})

it('a long name is cut between characters before a number is added', () => {
  const { presets, names } = setUp()
  const name = `${'a'.repeat(89)}🦊${'b'.repeat(9)}`
  presets.save({ ...portrait, name })
  presets.import(fileOf([{ ...portrait, name, values: { prompt: 'an owl' } }]))
  expect(names()).toEqual([`${'a'.repeat(89)} (2)`, name])
})

it('imported presets never take the name of an unreadable preset', () => {
  const { database, presets } = setUp()
  database.run("INSERT INTO presets VALUES ('x', 'PORTRAIT', 'txt2img', NULL, NULL, '{', NULL, 'portrait')")
  expect(presets.import(fileOf([portrait])).added).toMatchObject([{ name: 'Portrait (2)' }])
})

it('presets of a file with properties of a later version are added without them', () => {
  const { presets, names } = setUp()
  const { added } = presets.import(fileOf([{ ...portrait, mood: 'calm' }], { note: 'from a friend' }))
  expect(added[0]).not.toHaveProperty('mood')
  expect(names()).toEqual(['Portrait'])
})

it.each([
  ['that is not JSON', '{"format":'],
  ['of another kind', '{"prompt":"a fox"}'],
  ['of a later format', fileOf([portrait], { version: 2 })],
  ['without presets', fileOf([])],
  ['with too many presets', fileOf(Array.from({ length: 501 }, (_, n) => ({ ...portrait, name: `${n}` })))],
  ['with one preset without a name', fileOf([portrait, { ...portrait, name: ' ' }])],
  ['with a very long name', fileOf([{ ...portrait, name: 'x'.repeat(101) }])],
  ['with a picture from elsewhere', fileOf([{ ...portrait, picture: 'https://tracker.example/a.webp' }])],
  ['with a huge picture', fileOf([{ ...portrait, picture: `data:image/webp;base64,${'A'.repeat(60_000)}` }])],
  ['with a script as a picture', fileOf([{ ...portrait, picture: 'data:image/svg+xml;base64,AAAA' }])],
  ['with nested values', fileOf([{ ...portrait, values: { a: [[['deep']]] } }])],
  [
    'with very deep values',
    fileOf([{ ...portrait, values: { a: 'DEEP' } }]).replace(
      '"DEEP"',
      '['.repeat(200_000) + ']'.repeat(200_000),
    ),
  ],
  [
    'with many values',
    fileOf([
      { ...portrait, values: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`v${n}`, n])) },
    ]),
  ],
])('all presets of a file %s are rejected', (_, text) => {
  const { presets, names } = setUp()
  expect(() => presets.import(text)).toThrow('preset_file_invalid')
  expect(names()).toEqual([])
})

it('at most 500 presets can be saved, and a file that would exceed that adds none', () => {
  const { presets } = setUp()
  const many = Array.from({ length: 499 }, (_, n) => ({ ...portrait, name: `${n}`, values: { steps: n } }))
  presets.import(fileOf(many))
  const more = [1001, 1002].map((steps) => ({ ...portrait, name: `${steps}`, values: { steps } }))
  expect(() => presets.import(fileOf(more))).toThrow('presets_full')
  const last = presets.save({ ...portrait, name: 'last' })
  expect(() => presets.save({ ...portrait, name: 'one more' })).toThrow('presets_full')
  expect(presets.save({ ...last, name: 'renamed' }).name).toBe('renamed')
})
