import { describe, expect, test } from 'vitest'
import type { WireRequest } from '../../service/http/Exchange.ts'
import { toMultipartFields } from '../../service/http/multipartBody.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { buildPriceRequest } from './buildPriceRequest.ts'
import { buildRequest } from './buildRequest.ts'
import { Catalogue } from '../Catalogue.ts'
import { type Fixture, inputFiles } from '../fixtures/inputFiles.ts'
import { imageFixtures } from '../fixtures/imageFixtures.ts'
import { audioFixtures } from '../fixtures/audioFixtures.ts'
import { textFixtures } from '../fixtures/textFixtures.ts'
import { videoFixtures } from '../fixtures/videoFixtures.ts'

const catalogue = new Catalogue()
const fixtures = [...imageFixtures, ...videoFixtures, ...audioFixtures, ...textFixtures]
const find = (id: string) => inputFiles[id] ?? null

const open = ({ operation: id, model }: Fixture) => {
  const operation = catalogue.find(id)
  if (!operation) throw new Error(`no operation ${id}`)
  return { operation, form: buildForm(operation, modelRecord({ slug: 'm', ...model })) }
}
const summary = (request: WireRequest): unknown => ({
  path: request.path,
  encoding: request.encoding,
  body: JSON.parse(request.text),
  files:
    request.encoding === 'multipart'
      ? request.files.map(({ field, fileName, path }) => [field, fileName, path])
      : [],
})

describe.each(fixtures)('$operation, $variant', (fixture) => {
  test('sends exactly the expected request', () => {
    const { operation, form } = open(fixture)
    const sent = buildRequest(operation, form, fixture.values, find)
    expect(summary(sent)).toEqual({ files: [], ...fixture.job })
  })

  test('sends exactly the expected price request', () => {
    const { operation, form } = open(fixture)
    const requested = buildPriceRequest(operation, form, fixture.values, find)
    const { webhook_url: _, return_result_in_response: __, ...body } = fixture.job.body
    const { measured, ...price } = fixture.price
    expect(summary(requested)).toEqual({ files: [], body: { ...body, ...measured }, ...price })
  })
})

test('has a minimal and a complete fixture for every operation with requests of its own', () => {
  for (const { id } of catalogue.all().filter(({ routes }) => !routes))
    for (const variant of ['minimal', 'complete'])
      expect(
        fixtures.filter((fixture) => fixture.operation === id && fixture.variant === variant),
      ).toHaveLength(1)
})

test('encodes booleans as 1 and 0 and LoRAs by index in multipart', () => {
  const fields = (id: string, index: number) => {
    const fixture = fixtures.filter(({ operation }) => operation === id)[index]
    if (!fixture) throw new Error(`no fixture ${index} of ${id}`)
    const { operation, form } = open(fixture)
    return toMultipartFields(buildRequest(operation, form, fixture.values, find).text)
  }
  expect(fields('audiofile2txt', 1)).toContainEqual(['include_ts', '0'])
  expect(fields('audiofile2txt', 0)).toContainEqual(['return_result_in_response', '1'])
  expect(fields('img2img', 1)).toEqual(
    expect.arrayContaining([
      ['loras[0][name]', 'ink'],
      ['loras[0][weight]', '1'],
    ]),
  )
})
