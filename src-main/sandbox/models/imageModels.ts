import type { SandboxModel } from './SandboxModel.ts'

/** A unit of work is one megapixel (1024²) for one step. */
const fast = { cost: { base: 0.000213, perUnit: 0.0005 }, secondsPerUnit: 0.45 }
const fine = { cost: { base: 0.00027, perUnit: 0.00048 }, secondsPerUnit: 0.28 }
const tiny = { cost: { base: 0.00003125, perUnit: 0.00009375 }, secondsPerUnit: 0.4 }

function limits(min: number, max: number, step: number | null, minSteps: number, maxSteps: number) {
  return {
    min_width: min,
    max_width: max,
    min_height: min,
    max_height: max,
    ...(step === null ? {} : { resolution_step: step }),
    min_steps: minSteps,
    max_steps: maxSteps,
  }
}

function features(steps: boolean, guidance: boolean, negative: boolean, size = true) {
  return {
    supports_steps: steps,
    supports_guidance: guidance,
    supports_negative_prompt: negative,
    supports_custom_output_size: size,
  }
}

function defaults(width: number, height: number, steps: number, negative = '') {
  return { width, height, steps, negative_prompt: negative }
}

const lora = (display_name: string, name: string) => ({ display_name, name })

/** Text-to-image and image-to-image models with different forms of limits. */
export const imageModels: SandboxModel[] = [
  {
    slug: 'aurora-turbo',
    name: 'Aurora Turbo',
    types: ['txt2img'],
    limits: limits(256, 2048, 64, 1, 8),
    features: features(true, false, false),
    defaults: defaults(1024, 1024, 8),
    ...fast,
    live: { valuesAsText: true },
  },
  {
    slug: 'meridian-xl',
    name: 'Meridian XL',
    types: ['txt2img'],
    limits: { ...limits(256, 1536, 8, 10, 50), min_guidance: 1, max_guidance: 20 },
    features: features(true, true, true),
    defaults: { ...defaults(1024, 1024, 20, 'low quality, blurry'), guidance: 7 },
    loras: [
      lora('Golden Hour', 'golden-hour-v2'),
      lora('Paper Cut', 'paper-cut'),
      lora('Deep Fog', 'deep_fog_v1'),
      lora('Botanical Plate', 'botanical-plate'),
    ],
    ...fine,
  },
  {
    slug: 'cinder-one',
    name: 'Cinder One',
    types: ['txt2img'],
    limits: limits(512, 1024, 16, 1, 1),
    features: features(true, false, false),
    defaults: defaults(768, 768, 1),
    ...tiny,
    live: { valuesAsText: true, nullLoras: true },
  },
  {
    slug: 'saffron-portrait',
    name: 'Saffron Portrait',
    types: ['txt2img'],
    limits: limits(512, 1536, 128, 4, 30),
    features: features(true, true, true),
    defaults: { ...defaults(768, 1152, 18), guidance: 4.5 },
    loras: [lora('Studio Light', 'studio-light'), lora('Film Grain 400', 'film-grain-400')],
    ...fine,
    live: { placeholderNegative: true },
  },
  {
    slug: 'northern-lights-cinematic-wide-2',
    name: 'Northern Lights Cinematic Landscape Renderer, Wide Edition 2',
    types: ['txt2img'],
    limits: { ...limits(512, 2048, 64, 6, 12), max_height: 1024 },
    features: features(true, true, true),
    defaults: { ...defaults(1536, 640, 8), guidance: 3 },
    ...fine,
  },
  {
    slug: 'plain-pigment',
    name: 'Plain Pigment',
    types: ['txt2img'],
    cost: { base: 0.001, perUnit: 0.0002 },
    secondsPerUnit: 0.35,
  },
  {
    slug: 'obsidian-2k',
    name: 'Obsidian 2K',
    types: ['txt2img'],
    limits: limits(1024, 2048, 32, 12, 40),
    features: features(true, true, true),
    defaults: { ...defaults(1536, 1536, 24), guidance: 6 },
    cost: { base: 0.0011, perUnit: 0.00071875 },
    secondsPerUnit: 0.2,
  },
  {
    slug: 'lumen-frame',
    name: 'Lumen Frame',
    types: ['txt2img'],
    limits: {
      ...limits(768, 768, 64, 8, 8),
      min_width: 1344,
      max_width: 1344,
    },
    features: features(false, false, false, false),
    defaults: defaults(1344, 768, 8),
    ...fast,
  },
  {
    slug: 'marble-edit',
    name: 'Marble Edit',
    types: ['txt2img', 'img2img'],
    limits: { ...limits(256, 1536, 16, 4, 4), max_input_images: 3 },
    features: features(true, false, false),
    defaults: defaults(1024, 1024, 4),
    cost: { base: 0.00021, perUnit: 0.000825 },
    secondsPerUnit: 0.9,
  },
  {
    slug: 'tidepool-mini',
    name: 'Tidepool Mini',
    types: ['txt2img'],
    limits: limits(128, 768, 16, 1, 10),
    features: features(true, false, true),
    defaults: defaults(512, 512, 4),
    ...tiny,
    live: { valuesAsText: true },
  },
  {
    slug: 'parchment-ink',
    name: 'Parchment & Ink',
    types: ['txt2img'],
    limits: limits(256, 1280, null, 1, 50),
    features: features(true, true, false),
    defaults: { ...defaults(832, 1216, 25), guidance: 5 },
    ...fine,
  },
  {
    slug: 'violet-hour',
    name: 'Violet Hour',
    types: ['txt2img'],
    limits: { ...limits(256, 1536, 64, 1, 10), min_guidance: 0, max_guidance: 3.5 },
    features: features(true, true, true),
    defaults: { ...defaults(1024, 768, 6), guidance: 1.5 },
    loras: [lora('Neon Rain', 'neon-rain')],
    ...fast,
  },
  {
    slug: 'quarry-draft',
    name: 'Quarry Draft',
    types: ['txt2img'],
    limits: limits(300, 1000, 64, 2, 6),
    features: features(true, false, true),
    defaults: defaults(640, 640, 3),
    ...tiny,
  },
  {
    slug: 'juniper-anime-8',
    name: 'Juniper Anime (8 steps)',
    types: ['txt2img'],
    limits: limits(256, 1536, 16, 8, 8),
    features: features(true, false, true),
    defaults: defaults(896, 1152, 8, 'extra fingers'),
    ...fast,
  },
  {
    slug: 'granite-canvas',
    name: 'Granite Canvas',
    types: ['txt2img', 'img2img'],
    limits: { ...limits(256, 2048, 8, 1, 50), max_input_images: 1 },
    features: features(true, true, true),
    defaults: { ...defaults(1024, 1024, 28), guidance: 5 },
    ...fine,
    live: { tags: ['experimental'] },
  },
  {
    slug: 'restitch-40',
    name: 'Restitch 40',
    types: ['img2img'],
    limits: { ...limits(256, 1024, 8, 1, 50), max_input_images: 1 },
    features: features(true, true, true, false),
    defaults: { ...defaults(768, 768, 40), guidance: 4 },
    cost: { base: 0.0009, perUnit: 0.000425 },
    secondsPerUnit: 0.2,
  },
]
