import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FoundParameters } from '../../../../../src-preload/contract/types/foundParameters.ts'
import { parseParametersText as parse } from '../readParameters.ts'
import { parseNovelAi } from './parseNovelAi.ts'

const HUGE = '18446744073709551557'
/** JSON in which a text is a number with all its digits. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll(`"${HUGE}"`, HUGE)

const invoke = {
  app_version: '5.6.0',
  generation_mode: 'sdxl_txt2img',
  positive_prompt: 'a fox',
  negative_prompt: 'blur',
  positive_style_prompt: 'sharp style',
  width: 1024,
  height: 768,
  seed: 11,
  steps: 30,
  cfg_scale: 5.5,
  cfg_rescale_multiplier: 0.25,
  scheduler: 'euler_a',
  rand_device: 'cuda',
  clip_skip: 2,
  model: { key: 'k', name: 'Juggernaut', base: 'sdxl' },
  vae: { key: 'v', name: 'sdxl-vae' },
  loras: [{ model: { name: 'style' }, weight: 0.75 }],
  controlnets: [{ control_model: { name: 'canny' }, control_weight: 0.65 }],
  strength: 0.55,
}
const oldInvoke = {
  model: 'stable diffusion',
  model_weights: 'sd-1.4',
  model_hash: 'cc6c',
  app_id: 'invoke-ai/InvokeAI',
  app_version: '2.2.4',
  image: {
    prompt: [{ prompt: 'a fox [blur]', weight: 1 }],
    steps: 50,
    cfg_scale: 7.5,
    threshold: 0.1,
    perlin: 0.3,
    height: 512,
    width: 640,
    seed: 42,
    type: 'txt2img',
    sampler: 'k_lms',
    variations: [{ seed: 5, weight: 0.15 }],
  },
}
const swarm = {
  sui_image_params: {
    prompt: 'a fox',
    negativeprompt: 'blur',
    model: 'OfficialStableDiffusion/base.safetensors',
    images: 4,
    seed: 42,
    steps: 20,
    cfgscale: 7.5,
    aspectratio: '16:9',
    width: 1344,
    height: 768,
    sampler: 'dpmpp_2m',
    scheduler: 'karras',
    loras: ['folder/style'],
    loraweights: ['0.75'],
    refinercontrolpercentage: 0.2,
    automaticvae: true,
    swarm_version: '0.9.5',
  },
  sui_extra_data: { date: '2025-01-01', generation_time: '2.3 sec' },
  sui_models: [{ name: 'base.safetensors', hash: '0xabc' }],
}
const fooocus = {
  adm_guidance: '(1.5, 0.8, 0.3)',
  base_model: 'juggernaut.safetensors',
  base_model_hash: 'aeb7e9e689',
  clip_skip: 2,
  full_negative_prompt: ['unrealistic, blur'],
  full_prompt: ['cinematic still a fox'],
  guidance_scale: 4.5,
  loras: [['offset.safetensors', 0.15, 'abc']],
  metadata_scheme: 'fooocus',
  negative_prompt: 'blur',
  performance: 'Speed',
  prompt: 'a fox',
  prompt_expansion: 'a fox, sharp focus',
  refiner_model: 'None',
  refiner_switch: 0.85,
  resolution: '(1152, 896)',
  sampler: 'dpmpp_2m_sde_gpu',
  scheduler: 'karras',
  seed: '4711',
  sharpness: 2.5,
  steps: 30,
  styles: "['Fooocus V2']",
  vae: 'Default (model)',
  version: 'Fooocus v2.5.5',
}
const oldFooocus = {
  Prompt: 'a fox',
  'Negative Prompt': 'blur',
  Styles: "['Fooocus V2']",
  Performance: 'Quality',
  Resolution: '(896, 1152)',
  Sharpness: 3,
  'Guidance Scale': 4,
  'Base Model': 'juggernaut.safetensors',
  Sampler: 'euler',
  Seed: 815,
  'LoRA 1': 'offset.safetensors : 0.1',
  Version: 'v2.1.0',
}
const novelComment = {
  prompt: 'a fox',
  steps: 28,
  height: 1216,
  width: 832,
  scale: 5,
  uncond_scale: 0.5,
  cfg_rescale: 0.25,
  seed: 77,
  n_samples: 3,
  noise_schedule: 'karras',
  sampler: 'k_euler',
  uc: 'blur',
  request_type: 'PromptGenerateRequest',
}
const novel = {
  Title: 'NovelAI generated image',
  Description: 'a fox',
  Software: 'NovelAI',
  Source: 'NovelAI Diffusion V4',
  'Generation time': '3.5',
  Comment: json(novelComment),
}
const a1111 = `a fox <lora:style:0.75>
Negative prompt: blur
Steps: 20, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 7.5, Distilled CFG Scale: 3.5, Seed: 42, Size: 512x768, Model hash: abc, Model: dream, VAE: v.pt, Denoising strength: 0.4, Clip skip: 2, ENSD: 31337, Hires upscale: 1.5, Hires prompt: "a, b: c", Lora hashes: "style: 1", TI hashes: "x: 2", ADetailer model: face.pt, ControlNet 0: "Module: canny, Weight: 1", Civitai resources: [{"type":"checkpoint","modelVersionId":12}], Civitai metadata: {"a":1}, Version: v1.10.1
Template: a {fox|wolf}
in two lines`

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf)
  if (value === null || value === undefined) return []
  return [typeof value === 'string' ? value : JSON.stringify(value)]
}

/** Everything that is shown of found parameters. */
const shown = (found: FoundParameters | null): string =>
  [
    found?.program,
    found?.model?.name,
    ...textsOf(found?.values),
    ...(found?.others ?? []).map(({ value }) => value),
  ].join('\n')

it.each<[string, unknown, FoundParameters['form'], string[]]>([
  ['InvokeAI', invoke, 'invokeai', ['k', 'sdxl']],
  ['InvokeAI before version 3', oldInvoke, 'invokeai', ['invoke-ai/InvokeAI', 'a fox [blur]', '1']],
  ['SwarmUI', swarm, 'swarmui', ['OfficialStableDiffusion/base.safetensors', 'folder/style', '0.75']],
  [
    'Fooocus',
    fooocus,
    'fooocus',
    ['juggernaut.safetensors', 'offset.safetensors', '(1152, 896)', 'abc', 'fooocus'],
  ],
  [
    'Fooocus before version 2.2',
    oldFooocus,
    'fooocus',
    ['juggernaut.safetensors', '(896, 1152)', 'offset.safetensors : 0.1'],
  ],
  ['NovelAI', novel, 'novelai', [novel.Title, novel.Comment]],
])(
  'every member of parameters of %s is in the values or among the others',
  (_what, document, form, replaced) => {
    const found = parse({ text: json(document) })
    expect(found).toMatchObject({ form, values: { prompt: 'a fox', negative_prompt: 'blur' } })
    const text = shown(found)
    const missing = textsOf(document).filter(
      (value) => !replaced.includes(value) && value !== 'None' && !text.includes(value),
    )
    expect(missing).toEqual([])
  },
)

it('every field of the AUTOMATIC1111 web UI is in the values or among the others', () => {
  const found = parse({ text: a1111 })
  expect(found?.values).toEqual({
    prompt: 'a fox <lora:style:0.75>',
    negative_prompt: 'blur',
    steps: 20,
    guidance: 7.5,
    seed: 42,
    width: 512,
    height: 768,
    loras: [{ name: 'style', weight: 0.75 }],
  })
  expect(found?.others).toEqual([
    { name: 'Sampler', value: 'DPM++ 2M' },
    { name: 'Schedule type', value: 'Karras' },
    { name: 'Distilled CFG Scale', value: '3.5' },
    { name: 'Model hash', value: 'abc' },
    { name: 'VAE', value: 'v.pt' },
    { name: 'Denoising strength', value: '0.4' },
    { name: 'Clip skip', value: '2' },
    { name: 'ENSD', value: '31337' },
    { name: 'Hires upscale', value: '1.5' },
    { name: 'Hires prompt', value: 'a, b: c' },
    { name: 'Lora hashes', value: 'style: 1' },
    { name: 'TI hashes', value: 'x: 2' },
    { name: 'ADetailer model', value: 'face.pt' },
    { name: 'ControlNet 0', value: 'Module: canny, Weight: 1' },
    { name: 'Civitai resources', value: '[{"type":"checkpoint","modelVersionId":12}]' },
    { name: 'Civitai metadata', value: '{"a":1}' },
    { name: 'Template', value: 'a {fox|wolf}\nin two lines' },
  ])
})

it.each<[string, string]>([
  ['the AUTOMATIC1111 web UI', `a fox\nSteps: 6, Sampler: Euler, Seed: ${HUGE}`],
  [
    'ComfyUI',
    json({
      1: { class_type: 'KSampler', inputs: { seed: HUGE, steps: 6, positive: ['2', 0] } },
      2: { class_type: 'CLIPTextEncode', inputs: { text: 'a fox' } },
    }),
  ],
  ['InvokeAI', json({ ...invoke, seed: HUGE })],
  ['SwarmUI', json({ sui_image_params: { prompt: 'a fox', seed: HUGE } })],
  ['Fooocus', json({ ...fooocus, seed: HUGE })],
  ['NovelAI', json({ ...novel, Comment: json({ ...novelComment, seed: HUGE }) })],
])('a seed of 64 bits of %s is shown with all digits and named as left out', (_what, text) => {
  const found = parse({ text })
  expect(found?.values).not.toHaveProperty('seed')
  expect(found?.others).toContainEqual({ name: 'Seed', value: HUGE, entry: 'seed' })
})

it('seeds that a number represents exactly are values, and larger ones are others, with all their digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), (seed) => {
      const found = parse({
        text: `{"positive_prompt": "seed ${seed} NaN", "seed": ${seed}, "steps": 0.1234567890123456789}`,
      })
      expect(found?.values['prompt']).toBe(`seed ${seed} NaN`)
      if (seed <= BigInt(Number.MAX_SAFE_INTEGER)) expect(found?.values['seed']).toBe(Number(seed))
      else expect(found?.others).toContainEqual({ name: 'Seed', value: String(seed), entry: 'seed' })
    }),
  )
})

it('NovelAI prompts of several characters are joined in order and named as regional', () => {
  const caption = (base: string, ...characters: string[]) => ({
    caption: {
      base_caption: base,
      char_captions: characters.map((text) => ({ char_caption: text, centers: [{ x: 0.5, y: 0.5 }] })),
    },
  })
  const comment = {
    ...novelComment,
    v4_prompt: caption('two friends', 'girl, red hair', 'boy'),
    v4_negative_prompt: caption('blur'),
  }
  expect(parseNovelAi({ Software: 'NovelAI', Comment: JSON.stringify(comment) })).toMatchObject({
    values: { prompt: 'two friends\ngirl, red hair\nboy', negative_prompt: 'blur' },
    others: expect.arrayContaining([{ name: 'Prompt of 3 texts', value: 'regional' }]),
  })
})

it('reads the command line of InvokeAI before version 3', () => {
  expect(parse({ text: '"a "red" fox [blur]" -s 50 -S 42 -W 512 -H 640 -C7.5 -A k_lms' })).toMatchObject({
    form: 'invokeai',
    values: {
      prompt: 'a "red" fox',
      negative_prompt: 'blur',
      steps: 50,
      seed: 42,
      width: 512,
      height: 640,
      guidance: 7.5,
    },
    others: [{ name: 'Sampler', value: 'k_lms' }],
  })
  expect(parse({ text: '"quoted" and more -s words' })).toBeNull()
})

describe('the format of the AUTOMATIC1111 web UI', () => {
  it.each([
    'xr:d:DAF2t409KmM:5,j:8655204592270162265,t:23121200',
    'Time: 12:30, Place: Paris, Camera: Leica M6',
    'Size: large, Model: Leica M6, Version: 2',
    'Seed: pumpkin, Soil: loam, Water: daily',
    'Steps: follow these, Then: rest, Finally: sleep',
    'A cake\nSteps: 3, Time: 20 min, Serves: 4',
    'Lens: 50mm, ISO: 100, Shutter: 1/200',
  ])('is not seen in %j', (text) => {
    expect(parse({ text })).toBeNull()
  })

  it.each<[string, string, object]>([
    [
      'a prompt that names the marks',
      'Steps: 1, Seed: 2, Sampler: x\nagain\nSteps: 20, Seed: 7, Sampler: y',
      { prompt: 'Steps: 1, Seed: 2, Sampler: x\nagain', seed: 7, steps: 20 },
    ],
    ['no prompt', 'Steps: 20, Sampler: Euler, Seed: 7', { seed: 7, steps: 20 }],
    [
      'no steps',
      'a fox\nSeed: 7, Size: 64x64, Model: m',
      { prompt: 'a fox', seed: 7, width: 64, height: 64 },
    ],
    [
      'only Easel’s version',
      'a fox\nModel: m, Task: Text to speech, Version: Easel 1.0',
      { prompt: 'a fox' },
    ],
    [
      'names in Chinese with commas',
      '一只狐狸\n反向提示词: 模糊\n步数: 20, 采样器: Euler a, 提示词引导系数: 7, 随机种子: 42, 尺寸: 512x768, 模型: m',
      {
        prompt: '一只狐狸',
        negative_prompt: '模糊',
        steps: 20,
        guidance: 7,
        seed: 42,
        width: 512,
        height: 768,
      },
    ],
    [
      'names in Japanese',
      '狐\nネガティブプロンプト: ぼけ\nステップ数: 20, シード: 42, サイズ: 512x768',
      { prompt: '狐', negative_prompt: 'ぼけ', steps: 20, seed: 42, width: 512, height: 768 },
    ],
    ['a field twice', 'a\nSteps: 20, Seed: 7, Seed: 8', { prompt: 'a', steps: 20, seed: 7 }],
  ])('is read with %s', (_what, text, values) => {
    expect(parse({ text })?.values ?? {}).toEqual(values)
  })

  it('keeps a field that is there twice', () => {
    expect(parse({ text: 'a\nSteps: 20, Seed: 7, Seed: 8' })?.others).toEqual([{ name: 'Seed', value: '8' }])
  })
})
