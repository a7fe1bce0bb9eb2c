import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { buildPriceRequest } from '../requests/buildPriceRequest.ts'
import { buildRequest } from '../requests/buildRequest.ts'
import { Catalogue } from '../Catalogue.ts'
import { checkValues } from '../values/checkValues.ts'
import { inputFiles } from '../fixtures/inputFiles.ts'
import { builtInOperations } from '../rows/builtInOperations.ts'
import { OverridesFile } from './OverridesFile.ts'

let folder: string
let path: string
let catalogue: Catalogue
let file: OverridesFile

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-overrides-'))
  path = join(folder, 'operations.json')
  catalogue = new Catalogue()
  file = new OverridesFile({
    path,
    catalogue,
    log: memoryLog(),
    notices: { add: () => {}, withdraw: () => {} },
    onChange: () => {},
  })
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (content: unknown): void =>
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))

function requests(id: string, values: Values) {
  const operation = catalogue.find(id)
  if (!operation) throw new Error(`no operation ${id}`)
  const form = buildForm(operation, modelRecord({ slug: 'm', limits: { max_input_images: 4 } }))
  const find = (name: string) => inputFiles[name] ?? null
  const issues = checkValues(form, { ...form.defaults, ...values }, find).map(({ code }) => code)
  return {
    issues,
    job: () => buildRequest(operation, form, values, find),
    price: () => buildPriceRequest(operation, form, values, find),
  }
}

const mesh = {
  name: 'Image to mesh',
  makes: 'text',
  encoding: 'multipart',
  fields: [
    { name: 'image', kind: 'file', media: ['image'], required: true, measured: { width: 'width' } },
    { name: 'detail', kind: 'integer', wire: 'faces', min: 1000, max: 90_000, default: 20_000 },
    { name: 'style', kind: 'choice', options: ['low', { value: 'hi', label: 'High' }] },
    { name: 'notes', kind: 'text', maxLength: 10 },
    { name: 'closed', kind: 'boolean', default: false },
    { kind: 'seed' },
  ],
}

test('lists, checks, prices and sends an operation that the file defines', () => {
  write({ img2mesh: { ...mesh, types: ['image-to-mesh'], path: 'meshes' } })
  expect(file.reload()).toMatchObject({ problems: [], active: [{ operation: 'img2mesh' }] })
  expect(catalogue.findByType('image-to-mesh')).toMatchObject({
    id: 'img2mesh',
    name: 'Image to mesh',
    group: 'text',
    viewer: 'text',
    outputKinds: ['text'],
    titleField: 'notes',
  })
  const { issues, job, price } = requests('img2mesh', { image: ['photo'], style: 'hi', seed: 7 })
  expect(issues).toEqual([])
  expect(job()).toMatchObject({
    path: 'meshes',
    encoding: 'multipart',
    text: '{"model":"m","faces":20000,"style":"hi","closed":false,"seed":7}',
    files: [{ field: 'image' }],
  })
  expect(price()).toMatchObject({
    path: 'meshes/price-calculation',
    text: '{"model":"m","width":640,"faces":20000,"style":"hi","closed":false,"seed":7}',
    onDemand: [{ names: ['image'], replacedFields: ['width'] }],
  })
  expect(requests('img2mesh', { detail: 5, notes: 'x'.repeat(11), style: 'mid', seed: 1 }).issues).toEqual([
    'required',
    'too_small',
    'not_an_option',
    'too_long',
  ])
  write({})
  file.reload()
  expect(catalogue.find('img2mesh')).toBeUndefined()
})

test('sends an added field with the job and its price request', () => {
  write({
    txt2img: {
      fields: [{ name: 'tiling', kind: 'boolean', section: 'advanced' }],
      price: { fields: ['prompt', 'size', 'tiling'] },
    },
  })
  expect(file.reload().problems).toEqual([])
  const { job, price } = requests('txt2img', { prompt: 'x', seed: 1, tiling: true })
  expect(JSON.parse(job().text)).toMatchObject({ prompt: 'x', tiling: true })
  expect(JSON.parse(price().text)).toEqual({
    model: 'm',
    prompt: 'x',
    width: 1024,
    height: 1024,
    tiling: true,
  })
  expect(JSON.parse(requests('txt2img', { prompt: 'x', seed: 1 }).job().text)).not.toHaveProperty('tiling')
  expect(catalogue.find('txt2img')?.fields.at(-1)?.kind).toBe('parameters')
})

test.each<[string, object, RegExp]>([
  ['has no fields', { img2mesh: { makes: 'text' } }, /img2mesh: unknown task.*“makes” and “fields”/],
  [
    'has an empty list of fields',
    { img2mesh: { ...mesh, fields: [] } },
    /img2mesh → fields: needs at least one field/,
  ],
  ['has an invalid name', { '../x': mesh }, /x: isn’t a valid task name/],
  [
    'uses the inference type of another operation',
    { img2mesh: { ...mesh, types: ['txt2img'] } },
    /“txt2img” already belongs to txt2img/,
  ],
  [
    'has a duplicate field',
    { img2mesh: { ...mesh, fields: [...mesh.fields, { name: 'faces', kind: 'number' }] } },
    /img2mesh → fields: the field “faces” already exists/,
  ],
  [
    'adds an existing field',
    { txt2img: { fields: [{ name: 'steps', kind: 'integer' }] } },
    /txt2img → fields: the field “steps” already exists/,
  ],
  [
    'adds the model as a field',
    { txt2img: { fields: [{ name: 'model', kind: 'text' }] } },
    /“model” already/,
  ],
  [
    'renames a built-in operation',
    { txt2img: { name: 'Painting' } },
    /txt2img → name: is only allowed for new tasks/,
  ],
  [
    'adds a field of an unknown kind',
    { txt2img: { fields: [{ name: 'x', kind: 'colour' }] } },
    /txt2img → fields/,
  ],
  [
    'adds a field with an invalid name',
    { txt2img: { fields: [{ name: 'constructor', kind: 'text' }] } },
    /isn’t a valid field name/,
  ],
  [
    'lists an unknown field in its price',
    { txt2img: { price: { fields: ['promt'] } } },
    /fields → promt: unknown field/,
  ],
])('rejects and reports a file in which an operation %s', (_, content, message) => {
  write(content)
  expect(file.reload()).toMatchObject({ active: [], problems: [expect.stringMatching(message)] })
  expect(catalogue.all()).toEqual(builtInOperations)
})
