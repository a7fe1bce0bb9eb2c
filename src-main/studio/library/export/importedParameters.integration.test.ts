import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import { pngChunk, pngOf, pngWith } from '../../testing/media/images.ts'
import { insertParameters } from '../imports/FileImporter.ts'
import { parseParametersText, readParameters } from '../metadata/readParameters.ts'
import { setUp as setUpExports, toFolder } from './testing.ts'

const PROMPT = 'a red fox,\nin the snow'
/** Of a result that was imported from another library. */
const OF_EASEL: FoundParameters = {
  form: 'easel',
  program: 'Easel',
  operation: 'draw',
  model: { slug: 'slug', name: 'Painter' },
  values: { prompt: PROMPT, steps: 8, seed: 7 },
  others: [],
}
const A1111 = `${PROMPT}\nSteps: 20, Sampler: Euler a, Seed: 42, Size: 4x4, Model: dreamshaper_8`
/** Of a file of another program. */
const OF_A1111: FoundParameters = {
  form: 'a1111',
  program: null,
  operation: null,
  model: { slug: null, name: 'dreamshaper_8' },
  values: { prompt: PROMPT, steps: 20, seed: 42, width: 4, height: 4 },
  others: [{ name: 'Sampler', value: 'Euler a' }],
}

/** A library with an imported result. */
function setUp(found: FoundParameters, bytes: Buffer) {
  const world = setUpExports({ embedsParameters: () => true })
  const { library, database, store } = world
  const { id } = library.add({
    jobId: null,
    role: 'result',
    file: store('imported'),
    createdAt: 1000,
    name: 'Anna at home.png',
    attach: (asset) => insertParameters(database, asset.id, found),
  })
  writeFileSync(world.pathOf(id), bytes)
  return { ...world, id }
}

it.each([
  ['another library', OF_EASEL, { operation: 'draw', operationName: 'Name of draw', seed: 7 }],
  ['another program', OF_A1111, { operation: null, operationName: null, seed: 42 }],
] as const)(
  'the sidecar of a result of %s has its parameters, and they can be read back',
  async (_, found, made) => {
    const { library, id, pathOf } = setUp(found, pngOf(8, 8))
    await library.writeSidecar(id)
    const text = readFileSync(`${pathOf(id)}.json`, 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      title: 'Anna at home.png',
      model: found.model,
      values: found.values,
      ...made,
    })
    const lines = found.others.map(({ name, value }) => ({ label: name, text: value }))
    expect(JSON.parse(text)).toMatchObject({ lines: expect.arrayContaining(lines) })
    expect(parseParametersText({ text })).toEqual(found)
  },
)

it('a result of another library is exported with its parameters in the table, the JSON file and the copy', async () => {
  const { run, id } = setUp(OF_EASEL, pngOf(8, 8))
  const { path } = toFolder()
  await run([id], toFolder(path), { names: 'copy', csv: true, json: true })
  const [row]: Record<string, string>[] = parse(readFileSync(join(path, 'easel-export.csv')), {
    columns: true,
    bom: true,
  })
  expect(row).toMatchObject({ task: 'Name of draw', model: 'Painter', seed: '7', price_usd: '' })
  expect(JSON.parse(row?.['parameters'] ?? '')).toEqual(OF_EASEL.values)
  expect(JSON.parse(readFileSync(join(path, 'easel-export.json'), 'utf8'))).toMatchObject([
    { operation: 'draw', values: OF_EASEL.values, seed: 7 },
  ])
  expect(await readParameters({ path: join(path, 'copy.png') })).toMatchObject({
    form: 'easel',
    operation: 'draw',
    values: OF_EASEL.values,
  })
  const copy = readFileSync(join(path, 'copy.png'))
  expect([copy.includes('digitalsourcetype'), copy.includes('CreateDate')]).toEqual([false, false])
})

it.each([
  [PROMPT, { prompt: PROMPT }, PROMPT],
  ['a text', { text: 'a text' }, 'a text'],
  ['several texts', { input: ['one', 'two'] }, 'one\n\ntwo'],
  ['no text', {}, 'Anna at home.png'],
])('the table has the prompt of an imported result with %j, or its name', async (_, values, prompt) => {
  const { run, id } = setUp({ ...OF_EASEL, values }, pngOf(8, 8))
  const { path } = toFolder()
  await run([id], toFolder(path), { names: '{model} {task} {seed}', csv: true })
  const [row]: Record<string, string>[] = parse(readFileSync(join(path, 'easel-export.csv')), {
    columns: true,
    bom: true,
  })
  expect(row).toMatchObject({ prompt, file: 'Painter Name of draw.png' })
})

it('a copy that Easel exported earlier is exported unchanged again, and not as one without parameters', async () => {
  const first = setUp(OF_EASEL, pngOf(8, 8))
  const { path } = toFolder()
  await first.run([first.id], toFolder(path), { names: 'first' })
  const copy = readFileSync(join(path, 'first.png'))
  const second = setUp(OF_EASEL, copy)
  const status = await second.run([second.id], toFolder(path), { names: 'second' })
  expect(status).toMatchObject({ state: 'done', withoutParameters: 0 })
  expect(readFileSync(join(path, 'second.png')).equals(copy)).toBe(true)
})

it('a file of another program is copied unchanged, and keeps its parameters in another format', async () => {
  const original = pngWith(pngChunk('tEXt', Buffer.from(`parameters\0${A1111}`)))
  const { run, id } = setUp(OF_A1111, original)
  const { path } = toFolder()
  await run([id], toFolder(path), { names: 'copy' })
  expect(readFileSync(join(path, 'copy.png')).equals(original)).toBe(true)
  expect(await run([id], toFolder(path), { names: 'copy', format: 'webp' })).toMatchObject({ unconverted: 0 })
  const { form, model, values, others } = OF_A1111
  const read = await readParameters({ path: join(path, 'copy.webp') })
  expect(read).toMatchObject({ form, program: null, operation: null, model, others })
  expect(read?.values).toMatchObject({ prompt: values['prompt'], steps: 20, seed: 42 })
  const copy = readFileSync(join(path, 'copy.webp'))
  expect([copy.includes('digitalsourcetype'), copy.includes('Anna')]).toEqual([false, false])
})
