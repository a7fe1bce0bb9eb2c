import { expect, test } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { planSchema, type Plan } from '../../../../src-preload/contract/types/batch.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { TextVariants } from '../../../../src-preload/shared/prompts/TextVariants.ts'
import { PlanExpansion } from './PlanExpansion.ts'
import { readTable } from './readTable.ts'
import { plainPlan } from './testing.ts'

const base = { label: '', required: false, section: 'main' } as const
const form: Form = {
  operation: 'txt2img',
  model: { slug: 'm', name: 'M' },
  fields: [
    { ...base, name: 'prompt', kind: 'text', multiline: true },
    { ...base, name: 'steps', kind: 'integer' },
    { ...base, name: 'size', kind: 'size', width: {}, height: {}, presets: [] },
    { ...base, name: 'seed', kind: 'seed', min: 0, max: 9 },
  ],
  defaults: {},
}

function expand(plan: Partial<Plan>, values: Values = { prompt: 'a', seed: 7 }) {
  let seed = 100
  const given = { plan: { ...plainPlan, ...plan }, model: 'm', values, form }
  const nameOf = (slug: string) => (slug === 'm' ? 'Model M' : null)
  const table = given.plan.table && readTable(given.plan.table.text, given.plan.table.format)
  return new PlanExpansion({
    ...given,
    table,
    adapt: (slug, carried) => ({
      values: carried,
      resets: slug === 'm' ? [] : [{ field: 'steps', label: 'Steps', from: 9, to: 4 }],
    }),
    nameOf,
    randomSeed: () => seed++,
  })
}
const prompts = (plan: Partial<Plan>, prompt: string) =>
  [...expand(plan, { prompt }).rows()].map(({ values }) => values['prompt'])
const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof StudioError) return error.problem
    throw error
  }
  return null
}

test('combines and nests variants and supports escaped characters', () => {
  expect(prompts({}, 'a {red|{dark |light }blue} {cat|dog}')).toEqual([
    'a red cat',
    'a red dog',
    'a dark blue cat',
    'a dark blue dog',
    'a light blue cat',
    'a light blue dog',
  ])
  expect(prompts({}, String.raw`a \{b\|c\} | d {|e}`)).toEqual(['a {b|c} | d ', 'a {b|c} | d e'])
  expect(prompts({ variants: false }, '{a|b}')).toEqual(['{a|b}'])
})

test('braces without options are text, also around options and in JSON', () => {
  expect(prompts({}, '{"style": "ink", "mood": "{calm|wild}"}')).toEqual([
    '{"style": "ink", "mood": "calm"}',
    '{"style": "ink", "mood": "wild"}',
  ])
  expect(prompts({}, 'a {{glowing}} {} kite')).toEqual(['a {{glowing}} {} kite'])
})

test.each([
  ['{2$$a|b|c}', 2],
  ['x {1-2$$ and $$a|b}', 4],
  ['{0.5::a|b}', 2],
  ['{a|3::b}', 4],
])('rejects options in the syntax of another program: %s', (text, at) => {
  expect(codeOf(() => expand({}, { prompt: text }).count())).toMatchObject({
    code: 'variant_unsupported',
    params: { at },
  })
})

test('the signs of another program’s options are text elsewhere', () => {
  expect(prompts({}, '{cost 2$$|a::b} {3::1}')).toEqual(['cost 2$$ {3::1}', 'a::b {3::1}'])
})

test.each([
  ['{a|b', 1],
  ['a}', 2],
  ['{a {b}', 1],
  ['{a} {b {c', 8],
])('rejects an unbalanced brace and reports its position: %.9s', (text, at) => {
  expect(codeOf(() => expand({}, { prompt: text }).count())).toMatchObject({
    code: 'variant_broken',
    params: { at },
  })
})

test('expands variants nested a hundred levels deep and rejects one more level', () => {
  const nested = (levels: number) => `${'{'.repeat(levels)}a${'|b}'.repeat(levels)}`
  expect(prompts({}, nested(100))).toEqual(['a', ...Array.from({ length: 100 }, () => 'b')])
  for (const text of [nested(101), '{'.repeat(100_000)])
    expect(codeOf(() => expand({}, { prompt: text }).count())).toMatchObject({
      code: 'variant_too_deep',
      params: { at: 101 },
    })
})

test('reports the list and the text around an unbalanced brace in a wildcard list', () => {
  const wildcards = { animal: ['cat', 'a {dog'] }
  expect(codeOf(() => expand({ wildcards }, { prompt: 'a photo of __animal__' }).count())).toMatchObject({
    code: 'variant_broken',
    params: { at: 3, reason: 'list', list: 'animal', excerpt: 'a {dog' },
  })
})

test('rejects a list without usable lines like a missing list', () => {
  const wildcards = { animal: ['cat'], empty: ['', '  ', '# a remark'] }
  for (const name of ['empty', 'nothing'])
    expect(codeOf(() => expand({ wildcards }, { prompt: `__${name}__` }).count())).toMatchObject({
      code: 'wildcard_missing',
      params: { name },
    })
})

test('expands lists in lists and rejects a list that refers to itself', () => {
  const wildcards = { animal: ['cat', '{big|small} dog', '', '# a remark'], pair: ['__animal__ and owl'] }
  expect(prompts({ wildcards }, '__pair__')).toEqual(['cat and owl', 'big dog and owl', 'small dog and owl'])
  const cycle = { a: ['x __b__'], b: ['__a__'] }
  expect(codeOf(() => expand({ wildcards: cycle }, { prompt: '__a__' }).count())).toMatchObject({
    code: 'wildcard_cycle',
    params: { name: 'a', names: 'a, b', count: 2 },
  })
  const own = { way: ['__a__'], a: ['x', '__a__'] }
  expect(codeOf(() => expand({ wildcards: own }, { prompt: '__way__' }).count())).toMatchObject({
    code: 'wildcard_cycle',
    params: { name: 'a', count: 1 },
  })
  expect(codeOf(() => expand({ wildcards }, { prompt: '__other__' }).count())).toMatchObject({
    code: 'wildcard_missing',
    params: { name: 'other' },
  })
  expect(prompts({}, 'snake __case__')).toEqual(['snake __case__'])
})

test('expands lists whose names contain single underscores', () => {
  const wildcards = { hair_color: ['red', 'grey'], a: ['cat'] }
  expect(planSchema.shape.wildcards.safeParse(wildcards).success).toBe(true)
  expect(prompts({ wildcards }, '__hair_color__ __a__b_')).toEqual(['red catb_', 'grey catb_'])
  for (const name of ['_a', 'a_', 'a__b', ''])
    expect(planSchema.shape.wildcards.safeParse({ [name]: ['x'] }).success).toBe(false)
})

test('rejects too many rows before building them, and reports their number', () => {
  const many = new TextVariants({
    variants: true,
    wildcards: { n: Array.from({ length: 1000 }, (_, n) => `${n}`) },
  })
  expect(many.count('__n__ __n__')).toBe(1_000_000)
  const wildcards = { n: Array.from({ length: 1000 }, (_, n) => `${n}`) }
  const huge = expand({ wildcards, count: 3 }, { prompt: '__n__ __n__ __n__' })
  expect(codeOf(() => huge.assertNotTooLarge())).toMatchObject({
    code: 'batch_too_large',
    params: { count: 3_000_000_000, max: 10_000 },
  })
})

test('expands axes with sizes and models to every combination with its position', () => {
  const axes = [
    { field: 'model', values: ['m', 'n'] },
    { field: 'size', values: [{ width: 1, height: 2 }] },
    { field: 'steps', values: [4, 8] },
  ]
  const rows = [...expand({ axes, seeds: 'shared' }).rows()]
  expect(
    rows.map(({ model, axisIndexes, values }) => [
      model,
      axisIndexes,
      values['width'],
      values['steps'],
      values['seed'],
    ]),
  ).toEqual([
    ['m', [0, 0, 0], 1, 4, 7],
    ['m', [0, 0, 1], 1, 8, 7],
    ['n', [1, 0, 0], 1, 4, 7],
    ['n', [1, 0, 1], 1, 8, 7],
  ])
  expect(rows[1]?.labels).toEqual({ model: 'Model M', size: '1 × 2', steps: '8' })
})

const seedsOf = (plan: Partial<Plan>) => [...expand(plan).rows()].map(({ values }) => values['seed'])

test('gives each job its own seed', () => {
  expect(new Set(seedsOf({ count: 5 })).size).toBe(5)
})

test('gives every combination the same seeds, starting with that of the form', () => {
  const axes = [{ field: 'steps', values: [4, 8] }]
  const seeds = seedsOf({ count: 3, seeds: 'shared', axes })
  expect(seeds.slice(0, 3)).toEqual(seeds.slice(3))
  expect(seeds[0]).toBe(7)
  expect(new Set(seeds).size).toBe(3)
})

test('rejects a table in which no column fills a field, unless one names the files', () => {
  const table = { text: 'prmpt,sed\na,1\n', format: 'csv', columns: {} } as const
  expect(() => expand({ table })).toThrow('columns_unmapped')
  const files = {
    field: 'image',
    files: [{ name: 'a', id: 'file' }],
    pair: { by: 'name', column: 'prmpt' },
  } as const
  expect(() => expand({ table, files: { ...files, files: [...files.files] } })).not.toThrow()
})

test('fills fields from table columns, keeps the form for empty cells, and keeps a seed from the table', () => {
  const text = '\uFEFFwords;n;seed;extra\r\n"a ""b""; c";4;1;x\r\nd;;2\r\n'
  const table = { text, format: 'csv', columns: { words: 'prompt', n: 'steps', seed: 'seed' } } as const
  const expansion = expand({ table }, { prompt: 'form', steps: 9 })
  const rows = [...expansion.rows()].map(({ values }) => [values['prompt'], values['steps'], values['seed']])
  expect(rows).toEqual([
    ['a "b"; c', 4, 1],
    ['d', 9, 2],
  ])
  expect(expansion.warnings.map(({ code }) => code)).toEqual(['table_uneven', 'columns_unused'])
  const missing = { text, format: 'csv', columns: { nothing: 'prompt' } } as const
  expect(codeOf(() => expand({ table: missing }))).toMatchObject({
    code: 'column_missing',
    params: { column: 'nothing' },
  })
})

test('reads and counts 100,000 table rows', () => {
  const text = `words\n${'"a, b"\n'.repeat(100_000)}`
  expect(readTable(text, 'csv').rows).toHaveLength(100_000)
  const table = { text, format: 'csv', columns: { words: 'prompt' } } as const
  expect(expand({ table }).count()).toBe(100_000)
})

test('pairs files with every row, in order, or by a column of names', () => {
  const files = [
    { name: 'one.png', id: '1' },
    { name: 'two.png', id: '2' },
  ]
  const table = {
    text: 'file,words\ntwo,a\none.png,b\n',
    format: 'csv',
    columns: { words: 'prompt' },
  } as const
  const paired = (pair: NonNullable<Plan['files']>['pair']) =>
    [...expand({ table, files: { field: 'image', files, pair } }).rows()].map(({ values }) => [
      values['prompt'],
      values['image'],
    ])
  expect(paired({ by: 'name', column: 'file' })).toEqual([
    ['a', ['2']],
    ['b', ['1']],
  ])
  expect(paired({ by: 'row' })).toEqual([
    ['a', ['1']],
    ['b', ['2']],
  ])
  expect(paired({ by: 'each' })).toHaveLength(4)
  const uneven = { table, files: { field: 'image', files: files.slice(1), pair: { by: 'row' } as const } }
  expect(codeOf(() => expand(uneven))).toMatchObject({ code: 'pairs_uneven' })
})

test('labels a row with the display name of its model, or its slug', () => {
  const rows = [...expand({ axes: [{ field: 'model', values: ['m', 'gone'] }] }).rows()]
  expect(rows.map(({ model, labels: words }) => [model, words['model']])).toEqual([
    ['m', 'Model M'],
    ['gone', 'gone'],
  ])
})

test('reports which values of the form a model changed, except those that an axis sets', () => {
  const models = { field: 'model', values: ['m', 'n'] }
  const adjusted = (axes: Plan['axes']) => [...expand({ axes }).rows()].map((row) => row.adjusted.length)
  expect(adjusted([models])).toEqual([0, 1])
  expect(adjusted([models, { field: 'steps', values: [4] }])).toEqual([0, 0])
})

test.each([
  ['what the form says was entered', { prompt: 'a', steps: 4 }],
  ['what differs from the defaults of its model, if that is unknown', undefined],
])('another model gets %s, with the cells of the table, and its own defaults for the rest', (_, entered) => {
  const carried: Values[] = []
  const expansion = new PlanExpansion({
    plan: {
      ...plainPlan,
      axes: [{ field: 'model', values: ['m', 'other'] }],
      table: { format: 'csv', text: 'w\n640\n', columns: { w: 'width' } },
    },
    model: 'm',
    values: { prompt: 'a', steps: 4, width: 512, height: 256, seed: 7 },
    entered,
    table: readTable('w\n640\n', 'csv'),
    form: { ...form, defaults: { steps: 4, width: 512, height: 256 } },
    adapt: (_slug, values) => {
      carried.push(values)
      return { values: { ...values, steps: values['steps'] ?? 20 }, resets: [] }
    },
    nameOf: (slug) => slug,
    randomSeed: () => 1,
  })
  const rows = [...expansion.rows()]
  expect(carried).toEqual([{ prompt: 'a', ...(entered && { steps: 4 }), width: 640, height: 256 }])
  expect(rows.map(({ values }) => values['steps'])).toEqual([4, entered ? 4 : 20])
})

test('a value that another model changes to what the first one already shows is not listed as changed', () => {
  const expansion = new PlanExpansion({
    plan: { ...plainPlan, axes: [{ field: 'model', values: ['other'] }] },
    model: 'm',
    values: { prompt: 'a', steps: 8 },
    entered: { prompt: 'a', steps: 50 },
    table: null,
    form,
    adapt: (_, values) => ({
      values: { ...values, steps: 8 },
      resets: [{ field: 'steps', label: 'Steps', from: 50, to: 8 }],
    }),
    nameOf: (slug) => slug,
    randomSeed: () => 1,
  })
  expect([...expansion.rows()].map(({ adjusted }) => adjusted)).toEqual([[]])
})
