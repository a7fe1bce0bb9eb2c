import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { buildPriceRequest } from '../requests/buildPriceRequest.ts'
import { buildRequest } from '../requests/buildRequest.ts'
import { Catalogue } from '../Catalogue.ts'
import { checkValues } from '../values/checkValues.ts'
import { entryForWireName } from '../requests/mapFieldErrors.ts'
import { inputFiles } from '../fixtures/inputFiles.ts'
import { builtInOperations } from '../rows/builtInOperations.ts'
import { exampleOverrides, OverridesFile } from './OverridesFile.ts'

let folder: string
let path: string
let catalogue: Catalogue
let reported: Problem[]
let changes: number
let file: OverridesFile

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-overrides-'))
  path = join(folder, 'operations.json')
  catalogue = new Catalogue()
  reported = []
  changes = 0
  file = new OverridesFile({
    path,
    catalogue,
    log: memoryLog(),
    notices: { add: (problem) => void reported.push(problem), withdraw: () => {} },
    onChange: () => changes++,
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

test('without a file, the built-in tasks are used and an example is offered', () => {
  expect(file.reload()).toEqual({ path, active: [], problems: [], example: exampleOverrides })
  expect(catalogue.all()).toEqual(builtInOperations)
  expect(reported).toEqual([])
})

test('changes paths, encodings and request names', () => {
  write({
    img2img: {
      path: 'images/edits',
      wire: { image: 'picture', 'image[]': 'pictures[]', prompt: 'instruction' },
      price: { path: 'images/edits/price' },
    },
    txt2img: { encoding: 'multipart' },
  })
  expect(file.reload().active).toEqual([
    {
      operation: 'img2img',
      changes: [
        'path: images/edits',
        'price path: images/edits/price',
        'wire image: picture',
        'wire image[]: pictures[]',
        'wire prompt: instruction',
      ],
    },
    { operation: 'txt2img', changes: ['encoding: multipart'] },
  ])
  const edit = requests('img2img', { image: ['photo', 'other'], prompt: 'snow', seed: 1 })
  expect(edit.job()).toMatchObject({
    path: 'images/edits',
    encoding: 'multipart',
    text: '{"model":"m","instruction":"snow","steps":8,"guidance":1,"seed":1}',
    files: [{ field: 'pictures[]' }, { field: 'pictures[]' }],
  })
  expect(edit.price().path).toBe('images/edits/price')
  expect(requests('txt2img', { prompt: 'x', seed: 1 }).job().encoding).toBe('multipart')
  const operation = catalogue.find('img2img')
  expect(operation && entryForWireName(operation, 'instruction')).toBe('prompt')
  expect(operation && entryForWireName(operation, 'pictures.0')).toBe('image')
})

test('accepts request names that two fields swap', () => {
  write({ txt2img: { wire: { prompt: 'negative_prompt', negative_prompt: 'prompt' } } })
  expect(file.reload().problems).toEqual([])
  const body = JSON.parse(requests('txt2img', { prompt: 'a', negative_prompt: 'b', seed: 1 }).job().text)
  expect(body).toMatchObject({ negative_prompt: 'a' })
})

test('accepts a minimum that equals the maximum', () => {
  write({ img2img: { files: { image: { minSide: 512, maxSide: 512 } } } })
  expect(file.reload().problems).toEqual([])
})

test('changes names of measurements in price bodies and adds inference types', () => {
  write({
    audiofile2txt: { price: { wire: { duration_seconds: 'seconds' } }, types: ['speech2text'] },
    txt2audio: { price: { wire: { count_text: 'characters' } } },
  })
  file.reload()
  expect(requests('audiofile2txt', { audio: ['talk'] }).price().text).toBe(
    '{"model":"m","seconds":64,"include_ts":true}',
  )
  expect(requests('txt2audio', { text: 'Hello' }).price().onDemand).toMatchObject([
    { names: ['characters'], replacedFields: ['text'], addedFields: { characters: 5 } },
  ])
  expect(catalogue.findByType('speech2text')?.id).toBe('audiofile2txt')
  expect(catalogue.findByType('audio_file2text')?.id).toBe('audiofile2txt')
})

test('replaces the file limits of the field and of the model', () => {
  write({
    img2img: {
      files: { image: { maxBytes: 100_000, formats: ['jpg'], maxFiles: 2, maxSide: 500 } },
    },
    audiofile2txt: { files: { audio: { maxSeconds: 60 } } },
  })
  file.reload()
  expect(requests('img2img', { image: ['photo'], prompt: 'x', seed: 1 }).issues).toEqual([
    'file_wrong_format',
  ])
  expect(requests('img2img', { image: ['other'], prompt: 'x', seed: 1 }).issues).toEqual(['file_too_large'])
  expect(requests('img2img', { image: ['a', 'b', 'c'], prompt: 'x', seed: 1 }).issues).toEqual(['too_many'])
  expect(requests('audiofile2txt', { audio: ['talk'] }).issues).toEqual(['file_too_long'])
})

test('accepts the documented example', () => {
  write(exampleOverrides)
  expect(file.reload()).toMatchObject({
    problems: [],
    active: [
      { operation: 'img_upscale' },
      { operation: 'audiofile2txt' },
      { operation: 'txt2img' },
      { operation: 'img2mesh' },
    ],
  })
  expect(readDocumentation()).toContain(exampleOverrides.trim())
})

const readDocumentation = () => readFileSync(join(process.cwd(), 'docs', 'operations-overrides.md'), 'utf8')

test('every example in the documentation is valid, and every documented kind of field is in one', () => {
  const documentation = readDocumentation()
  const examples = [...documentation.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']) => text)
  expect(examples.length).toBeGreaterThan(1)
  for (const example of examples) {
    write(example)
    expect(file.reload().problems).toEqual([])
    expect(catalogue.all().length).toBeGreaterThan(0)
  }
  const rows = documentation.slice(documentation.indexOf('| Kind ')).split('\n')
  const kinds = rows
    .slice(2, rows.indexOf(''))
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, kind]) => kind))
  expect(kinds).toContain('voice')
  for (const kind of kinds) expect(examples.join()).toContain(`"kind": "${kind}"`)
})

test('a field that an operation has once may be named after its kind only', () => {
  const fields = (name: string) => ({ mesh: { makes: 'text', fields: [{ kind: 'seed', name }] } })
  write(fields('seed'))
  expect(file.reload().problems).toEqual([])
  write(fields('start'))
  expect(JSON.stringify(file.reload().problems)).toMatch(/must be \\"seed\\" or left out/)
})

const CHOICE = { name: 'style', kind: 'choice', options: ['low'] }

test.each<[string, unknown, RegExp]>([
  ['is not JSON', '{ "img2img": ', /isn’t valid JSON/],
  ['is a list', [], /expected record/i],
  ['names an unknown task', { img2image: {} }, /img2image: unknown task; known tasks: txt2img/],
  ['has an unknown key', { img2img: { pathh: 'x' } }, /Line 1, img2img → pathh: unknown setting/],
  [
    'has a path that leaves the service',
    { img2img: { path: '../../admin' } },
    /img2img → path: must be a path/,
  ],
  ['contains a complete URL', { img2img: { path: 'https://elsewhere.example' } }, /img2img → path/],
  ['has an unknown encoding', { img2img: { encoding: 'xml' } }, /img2img → encoding/],
  [
    'renames an unknown field',
    { img2img: { wire: { strength: 's' } } },
    /img2img → wire → strength: unknown field; known fields: /,
  ],
  [
    'sends two fields under one name',
    { txt2img: { wire: { negative_prompt: 'prompt' } } },
    /^Line 1, txt2img → wire: “prompt” is already used in requests$/m,
  ],
  [
    'sends a field under the name of the model',
    { txt2img: { wire: { prompt: 'model' } } },
    /txt2img → wire: “model” is already used in requests/,
  ],
  [
    'has a smallest side above the largest',
    { img2img: { files: { image: { minSide: 500, maxSide: 100 } } } },
    /img2img → files → image → minSide: must not be above maxSide$/m,
  ],
  [
    'has a shortest duration above the longest',
    { audiofile2txt: { files: { audio: { minSeconds: 2, maxSeconds: 1.5 } } } },
    /files → audio → minSeconds: must not be above maxSeconds$/m,
  ],
  [
    'adds a number with a minimum above its maximum',
    { img2img: { fields: [{ name: 'detail', kind: 'number', min: 10, max: 5 }] } },
    /img2img → fields → 0 → min: must not be above max$/m,
  ],
  [
    'adds an integer with a minimum above its maximum',
    { img2img: { fields: [{ name: 'detail', kind: 'integer', min: 10, max: 5 }] } },
    /img2img → fields → 0 → min: must not be above max$/m,
  ],
  [
    'adds a text with a minimum length above its maximum',
    { img2img: { fields: [{ name: 'notes', kind: 'text', minLength: 10, maxLength: 5 }] } },
    /img2img → fields → 0 → minLength: must not be above maxLength$/m,
  ],
  [
    'limits a field that is not a file',
    { img2img: { files: { prompt: { maxBytes: 1 } } } },
    /img2img → files → prompt: unknown field; known fields: image/,
  ],
  ['has a string instead of changes', { img2img: 'images' }, /img2img: must be an object/],
  ['has a number instead of changes', { img2img: 5 }, /img2img: must be an object$/m],
  [
    'has a choice with an invalid default',
    { img2img: { fields: [{ ...CHOICE, default: true }] } },
    /fields → 0 → default: must be text or a number$/m,
  ],
  [
    'has a choice with an invalid option',
    { img2img: { fields: [{ ...CHOICE, options: [true] }] } },
    /options → 0: must be text, a number or an object with "value" and "label"$/m,
  ],
  [
    'has a choice option with an invalid value',
    { img2img: { fields: [{ ...CHOICE, options: [{ value: true, label: 'Yes' }] }] } },
    /options → 0 → value: must be text or a number$/m,
  ],
  [
    'has a choice option without a label',
    { img2img: { fields: [{ ...CHOICE, options: [{ value: 'yes' }] }] } },
    /options → 0 → label: /,
  ],
  ['has a string as a limit', { img2img: { files: { image: { maxBytes: '5' } } } }, /maxBytes/],
])('rejects and reports a file that %s', (_, content, message) => {
  write({ txt2img: { path: 'pictures' } })
  file.reload()
  write(content)
  const state = file.reload()
  expect(state.problems.join('\n')).toMatch(message)
  expect(state.active).toEqual([{ operation: 'txt2img', changes: ['path: pictures'] }])
  expect(catalogue.find('txt2img')?.path).toBe('pictures')
  expect(catalogue.find('img2img')?.path).toBe('img2img')
  expect(reported).toMatchObject([{ code: 'overrides_invalid', money: 'none', params: { file: path } }])
  expect(changes).toBe(1)
})

test('reports errors with their lines', () => {
  write(`{
  "img2img": {
    "path": "../x",
    "wire": {
      "strength": "s"
    }
  },
  "txt2img": {},
  "txt2img": { "encoding": "xml" }
}`)
  expect(file.reload().problems).toEqual([
    'Line 9, txt2img: is listed twice',
    'Line 3, img2img → path: must be a path below the service URL, such as "img-upscale"',
    expect.stringMatching(/^Line 9, txt2img → encoding: /),
  ])
  write(`{ "img2img": {\n  "wire": {\n    "strength": "s" } } }`)
  expect(file.reload().problems).toEqual([
    expect.stringMatching(/^Line 3, img2img → wire → strength: unknown field; known fields: /),
  ])
})

test.each([
  [
    '{\n  "img2img": {\n    "path": "x",\n  }\n}',
    'Line 4: The file isn’t valid JSON: at character 3 “}” is unexpected; remove the comma before it',
  ],
  ['{ "img2img": ', 'Line 1: The file isn’t valid JSON: at character 14 it ends too early'],
  ["{\n 'img2img': {} }", "Line 2: The file isn’t valid JSON: at character 2 “'” is unexpected"],
  ['{} {}', 'Line 1: The file isn’t valid JSON: at character 4 “{” is unexpected'],
  ['{ "a": 01 }', 'Line 1: The file isn’t valid JSON: at character 8 “0” is unexpected'],
])('reports the line and character of the syntax error in %j', (text, message) => {
  write(text)
  expect(file.reload().problems).toEqual([message])
})

test('accepts a byte order mark and a blank file', () => {
  write('\ufeff{ "txt2img": { "path": "pictures" } }')
  expect(file.reload()).toMatchObject({ problems: [], active: [{ operation: 'txt2img' }] })
  write(' \n ')
  expect(file.reload()).toMatchObject({ problems: [], active: [] })
})

test('rejects the whole file for one error until it is fixed or deleted', () => {
  write({ txt2img: { path: 'pictures' }, img2img: { path: '/x' } })
  expect(file.reload().active).toEqual([])
  expect(catalogue.find('txt2img')?.path).toBe('txt2img')
  write({ txt2img: { path: 'pictures' } })
  expect(file.reload().problems).toEqual([])
  expect(catalogue.find('txt2img')?.path).toBe('pictures')
  rmSync(path)
  expect(file.reload().active).toEqual([])
  expect(catalogue.find('txt2img')?.path).toBe('txt2img')
})
