import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { exifOf } from '../../testing/media/exif.ts'
import { jpegOf, pngChunk, pngOf, pngWith } from '../../testing/media/images.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { parseParametersText, readParameters } from './readParameters.ts'

/** Reads the parameters of a file with these bytes. */
function read(bytes: Buffer, folder = temporaryFolder()) {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return readParameters({ path })
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const tEXt = (keyword: string, text: string): Buffer => pngChunk('tEXt', Buffer.from(`${keyword}\0${text}`))
const zTXt = (keyword: string, text: string | Buffer): Buffer =>
  pngChunk('zTXt', Buffer.concat([latin(`${keyword}\0\0`), deflateSync(text)]))
const iTXt = (keyword: string, text: string, isCompressed = false): Buffer => {
  const content = isCompressed ? deflateSync(text) : Buffer.from(text)
  return pngChunk(
    'iTXt',
    Buffer.concat([latin(`${keyword}\0${isCompressed ? '\x01' : '\0'}\0\0\0`), content]),
  )
}

const A1111 = `a pier in fog, "soft" light
second line
Negative prompt: blurry,
text
Steps: 20, Sampler: DPM++ 2M Karras, CFG scale: 7.5, Seed: 42, Size: 512x768, Model hash: abc, Model: dreamshaper_8, Lora hashes: "a: 1, b: 2", Version: v1.9.4`
const A1111_FOUND = {
  form: 'a1111',
  program: 'Web UI v1.9.4',
  operation: null,
  model: { slug: null, name: 'dreamshaper_8' },
  values: {
    prompt: 'a pier in fog, "soft" light\nsecond line',
    negative_prompt: 'blurry,\ntext',
    seed: 42,
    steps: 20,
    guidance: 7.5,
    width: 512,
    height: 768,
  },
  others: [
    { name: 'Sampler', value: 'DPM++ 2M Karras' },
    { name: 'Model hash', value: 'abc' },
    { name: 'Lora hashes', value: 'a: 1, b: 2' },
  ],
}

it.each([
  ['tEXt', tEXt('parameters', A1111)],
  ['zTXt', zTXt('parameters', A1111)],
  ['iTXt', iTXt('parameters', A1111)],
  ['compressed iTXt', iTXt('parameters', A1111, true)],
])('reads parameters of the AUTOMATIC1111 web UI from %s of a PNG', async (_chunk, chunk) => {
  expect(await read(pngWith(chunk))).toEqual(A1111_FOUND)
})

it.each([
  ['UTF-8 with a replacement character', 'utf8', 'fog – é \ufffd'],
  ['Latin-1', 'latin1', 'fog é'],
] as const)('reads %s from uncompressed and compressed texts of a PNG', async (_what, encoding, prompt) => {
  const text = Buffer.from(`${prompt}\nSteps: 1, Seed: 2, Size: 8x8`, encoding)
  const uncompressed = pngChunk('tEXt', Buffer.concat([latin('parameters\0'), text]))
  for (const chunk of [uncompressed, zTXt('parameters', text)])
    expect((await read(pngWith(chunk)))?.values).toMatchObject({ prompt })
})

it('reads parameters after the image data of a PNG', async () => {
  const file = pngOf(4, 4)
  const at = file.length - 12
  expect(
    await read(Buffer.concat([file.subarray(0, at), tEXt('parameters', A1111), file.subarray(at)])),
  ).toEqual(A1111_FOUND)
})

it.each(['jpeg', 'webp'] as const)('reads parameters from the user comment of a %s', async (format) => {
  const comment = Buffer.concat([latin('UNICODE\0'), Buffer.from(A1111, 'utf16le').swap16()])
  const tiff = exifOf(0x9286, comment)
  const image = await sharp(pngOf(8, 8)).toFormat(format).toBuffer()
  expect(
    await read(format === 'jpeg' ? jpegWith(image, 'Exif\0\0', tiff) : webpWith(image, 'EXIF', tiff)),
  ).toEqual(A1111_FOUND)
})

function jpegWith(image: Buffer, name: string, content: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(2 + name.length + content.length, 2)
  return Buffer.concat([image.subarray(0, 2), head, latin(name), content, image.subarray(2)])
}

function webpWith(image: Buffer, type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([image, head, content, Buffer.alloc(content.length % 2)])
}

const GRAPH = {
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 156_680_208_700_286,
      steps: 20,
      cfg: 8,
      sampler_name: 'euler',
      scheduler: 'normal',
      model: ['10', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'v1-5-pruned.safetensors' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 640, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: ['11', 0], clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'watermark', clip: ['4', 1] } },
  '10': { class_type: 'LoraLoader', inputs: { lora_name: 'x', model: ['4', 0], clip: ['4', 1] } },
  '11': { class_type: 'PrimitiveString', inputs: { value: 'a bottle with a galaxy' } },
}
const GRAPH_FOUND = {
  form: 'comfyui',
  program: 'ComfyUI',
  operation: null,
  model: { slug: null, name: 'v1-5-pruned' },
  values: {
    prompt: 'a bottle with a galaxy',
    negative_prompt: 'watermark',
    seed: 156_680_208_700_286,
    steps: 20,
    guidance: 8,
    width: 512,
    height: 640,
  },
  others: [
    { name: 'LoRA', value: 'x' },
    { name: 'Sampler', value: 'euler' },
    { name: 'Scheduler', value: 'normal' },
  ],
}

it('reads the graph of a ComfyUI image, from its sampler back to the texts, the size and the model', async () => {
  const file = pngWith(tEXt('workflow', '{"nodes":[]}'), tEXt('prompt', JSON.stringify(GRAPH)))
  expect(await read(file)).toEqual(GRAPH_FOUND)
})

it('reads the graph of a ComfyUI WebP from the EXIF field for the camera make', async () => {
  const image = await sharp(pngOf(8, 8)).webp().toBuffer()
  const tiff = exifOf(0x010f, Buffer.from(`prompt:${JSON.stringify(GRAPH)}\0`))
  expect(await read(webpWith(image, 'EXIF', tiff))).toEqual(GRAPH_FOUND)
})

it('reads a ComfyUI graph with a guider, noise and sigmas', async () => {
  const graph = {
    '1': {
      class_type: 'SamplerCustomAdvanced',
      inputs: { noise: ['2', 0], guider: ['3', 0], sigmas: ['4', 0], latent_image: ['5', 0] },
    },
    '2': { class_type: 'RandomNoise', inputs: { noise_seed: 7 } },
    '3': {
      class_type: 'CFGGuider',
      inputs: { cfg: 3.5, positive: ['6', 0], negative: ['7', 0], model: ['8', 0] },
    },
    '4': { class_type: 'BasicScheduler', inputs: { steps: 4, scheduler: 'simple' } },
    '5': { class_type: 'EmptySD3LatentImage', inputs: { width: 1024, height: 1024 } },
    '6': { class_type: 'CLIPTextEncode', inputs: { text: 'fog' } },
    '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blur' } },
    '8': { class_type: 'UNETLoader', inputs: { unet_name: 'flux1-dev.sft' } },
  }
  expect(await read(pngWith(tEXt('prompt', JSON.stringify(graph))))).toMatchObject({
    model: { name: 'flux1-dev' },
    values: {
      prompt: 'fog',
      negative_prompt: 'blur',
      seed: 7,
      steps: 4,
      guidance: 3.5,
      width: 1024,
      height: 1024,
    },
  })
})

it('reads values of a ComfyUI graph that are connected to primitive nodes', async () => {
  const value = (value: number | string) => ({ class_type: 'Primitive', inputs: { value } })
  const sampler = {
    ...GRAPH[3],
    inputs: {
      ...GRAPH[3].inputs,
      seed: ['12', 0],
      steps: ['13', 0],
      cfg: ['14', 0],
      sampler_name: ['17', 0],
    },
  }
  const graph = {
    ...GRAPH,
    '3': sampler,
    '5': { class_type: 'EmptyLatentImage', inputs: { batch_size: ['15', 0], width: ['16', 0], height: 640 } },
    '12': { class_type: 'Reroute', inputs: { from: ['18', 0] } },
    '13': value(20),
    '14': value(8),
    '15': value(4),
    '16': value(512),
    '17': value('euler'),
    '18': { class_type: 'Seed', inputs: { seed: 156_680_208_700_286 } },
  }
  expect(await read(pngWith(tEXt('prompt', JSON.stringify(graph))))).toEqual(GRAPH_FOUND)
})

it('reads a ComfyUI seed and steps that the noise and the scheduler get from primitive nodes', async () => {
  const graph = {
    '1': {
      class_type: 'SamplerCustomAdvanced',
      inputs: { noise: ['2', 0], guider: ['3', 0], sigmas: ['4', 0] },
    },
    '2': { class_type: 'RandomNoise', inputs: { noise_seed: ['5', 0] } },
    '3': { class_type: 'BasicGuider', inputs: {} },
    '4': { class_type: 'BasicScheduler', inputs: { denoise: ['6', 0], steps: ['7', 0] } },
    '5': { class_type: 'PrimitiveInt', inputs: { value: 7 } },
    '6': { class_type: 'PrimitiveFloat', inputs: { value: 0.5 } },
    '7': { class_type: 'PrimitiveInt', inputs: { value: 4 } },
  }
  expect((await read(pngWith(tEXt('prompt', JSON.stringify(graph)))))?.values).toEqual({ seed: 7, steps: 4 })
})

it('stops at a cycle in a ComfyUI graph', async () => {
  const graph = {
    '1': { class_type: 'KSampler', inputs: { seed: 1, positive: ['2', 0], model: ['2', 0] } },
    '2': { class_type: 'Reroute', inputs: { a: ['1', 0], b: ['2', 0] } },
  }
  expect((await read(pngWith(tEXt('prompt', JSON.stringify(graph)))))?.values).toEqual({ seed: 1 })
})

it('reads the metadata of InvokeAI', async () => {
  const metadata = {
    app_version: '5.6.0',
    generation_mode: 'sdxl_txt2img',
    positive_prompt: 'a cat',
    negative_prompt: '',
    width: 1024,
    height: 768,
    seed: 3,
    steps: 30,
    cfg_scale: 5.5,
    scheduler: 'euler_a',
    model: { key: 'k', name: 'Juggernaut XL', base: 'sdxl' },
  }
  expect(await read(pngWith(tEXt('invokeai_metadata', JSON.stringify(metadata))))).toEqual({
    form: 'invokeai',
    program: 'InvokeAI 5.6.0',
    operation: null,
    model: { slug: null, name: 'Juggernaut XL' },
    values: { prompt: 'a cat', seed: 3, steps: 30, guidance: 5.5, width: 1024, height: 768 },
    others: [
      { name: 'generation mode', value: 'sdxl_txt2img' },
      { name: 'scheduler', value: 'euler_a' },
    ],
  })
})

const xmp = (inside: string): string => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Painter 2"${inside}
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>    `

it('takes the description of a generated file as its prompt, and not that of a photo', async () => {
  const description = '<d:description><rdf:Alt><rdf:li>fog &amp; sea</rdf:li></rdf:Alt></d:description>'
  const type = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
  const packet = (of: string) => iTXt('XML:com.adobe.xmp', xmp(` i:DigitalSourceType="${of}">${description}`))
  expect(await read(pngWith(packet(type)))).toEqual({
    form: 'xmp',
    program: 'Painter 2',
    operation: null,
    model: null,
    values: { prompt: 'fog & sea' },
    others: [],
  })
  expect(await read(pngWith(packet('digitalCapture')))).toBeNull()
})

it('reads a user comment in XMP', async () => {
  const file = xmp(`><exif:UserComment><rdf:Alt><rdf:li>${A1111}</rdf:li></rdf:Alt></exif:UserComment>`)
  expect(await read(jpegWith(jpegOf(4, 4), 'http://ns.adobe.com/xap/1.0/\0', Buffer.from(file)))).toEqual(
    A1111_FOUND,
  )
})

it('parses the text of a sidecar, and other texts with parameters', () => {
  const sidecar = {
    easelParameters: 1,
    operation: 'txt2img',
    model: { slug: 'aurora', name: 'Aurora' },
    values: { prompt: 'fog', images: ['id'] },
    seed: 5,
  }
  expect(parseParametersText({ text: `\uFEFF${JSON.stringify(sidecar)}\n` })).toEqual({
    form: 'easel',
    program: 'Easel',
    operation: 'txt2img',
    model: { slug: 'aurora', name: 'Aurora' },
    values: { prompt: 'fog', images: ['id'], seed: 5 },
    others: [],
  })
  expect(parseParametersText({ text: A1111 })).toEqual(A1111_FOUND)
  const resources = ', Civitai resources: [{"type":"checkpoint","modelVersionId":1}], Civitai metadata: {}'
  expect(parseParametersText({ text: A1111 + resources })?.values).toEqual(A1111_FOUND.values)
  expect(
    parseParametersText({ text: '{red|blue} car\nSteps: 20, Seed: 7, Size: 512x512' })?.values,
  ).toMatchObject({
    prompt: '{red|blue} car',
    seed: 7,
  })
  expect(parseParametersText({ text: 'Dear diary: today, 1: 2' })).toBeNull()
  expect(parseParametersText({ text: '{"easelParameters":1}' })).toBeNull()
})

it('leaves out control characters and characters that change the text direction', async () => {
  const text = 'fog\u202egpj\u0007\nSteps: 1, Seed: 2, Sampler: a\u2066\u061cb'
  expect(await read(pngWith(iTXt('parameters', text)))).toMatchObject({
    values: { prompt: 'foggpj' },
    others: [{ value: 'ab' }],
  })
})

it('does not put a text of extreme length into the form, but shows its beginning', async () => {
  const found = await read(
    pngWith(zTXt('parameters', `${'fog '.repeat(60_000)}\nSteps: 1, Seed: 2, Size: 1x1`)),
  )
  expect(found?.values).toEqual({ seed: 2, steps: 1, width: 1, height: 1 })
  expect(found?.others).toMatchObject([{ name: 'prompt' }])
})

it.each<[string, Buffer]>([
  ['a text that inflates to a gigabyte', pngWith(zTXt('parameters', Buffer.alloc(64 << 20, 0x20)))],
  ['a chunk with a wrong length', pngWith(Buffer.from('7fffffff7445587461', 'hex'))],
  ['a file that ends in a text', pngWith(tEXt('parameters', A1111)).subarray(0, 100)],
  ['a keyword without an end', pngWith(pngChunk('tEXt', Buffer.from('parameters')))],
  ['deeply nested JSON', pngWith(tEXt('prompt', '['.repeat(100_000)))],
  [
    'a document type with entities',
    pngWith(iTXt('XML:com.adobe.xmp', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')),
  ],
  ['XMP that is invalid XML', pngWith(iTXt('XML:com.adobe.xmp', '<x:xmpmeta><rdf:RDF></x:xmpmeta>'))],
  ['an image without texts', pngOf(4, 4)],
  ['a file of an unknown format', Buffer.from('hello')],
  ['an empty file', Buffer.alloc(0)],
])('finds nothing in %s', async (_what, file) => {
  expect(await read(file)).toBeNull()
})

it('tolerates every truncation and any byte of each format', async () => {
  const comment = Buffer.concat([
    latin('UNICODE\0'),
    Buffer.from('fog\nSteps: 1, Seed: 2, Size: 8x8', 'utf16le'),
  ])
  const tiff = exifOf(0x9286, comment)
  const webp = webpWith(await sharp(pngOf(2, 2)).webp().toBuffer(), 'EXIF', tiff)
  const folder = temporaryFolder()
  for (const file of [pngWith(zTXt('parameters', A1111)), jpegWith(jpegOf(2, 2), 'Exif\0\0', tiff), webp]) {
    for (let at = 0; at < Math.min(file.length, 400); at += 3) {
      await read(file.subarray(0, at), folder)
      const changed = Buffer.from(file)
      changed[at] = 0xff
      await expect(read(changed, folder)).resolves.toBeDefined()
    }
  }
})
