import type { SandboxModel } from './SandboxModel.ts'

/** Units of work of a picture: megapixels (of 1024²) times steps. */
const fast = { cost: { base: 0.000213, perUnit: 0.0005 }, secondsPerUnit: 0.45 }
const fine = { cost: { base: 0.00027, perUnit: 0.00048 }, secondsPerUnit: 0.28 }
const tiny = { cost: { base: 0.00003125, perUnit: 0.00009375 }, secondsPerUnit: 0.4 }

function box(min: number, max: number, step: number | null, minSteps: number, maxSteps: number) {
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

function can(steps: boolean, guidance: boolean, negative: boolean, size = true) {
  return {
    supports_steps: steps,
    supports_guidance: guidance,
    supports_negative_prompt: negative,
    supports_custom_output_size: size,
  }
}

function from(width: number, height: number, steps: number, negative = '') {
  return { width, height, steps, negative_prompt: negative }
}

const lora = (display_name: string, name: string) => ({ display_name, name })

/** Text-to-image and image-to-image models, each with limits of another shape. */
export const pictureModels: SandboxModel[] = [
  {
    slug: 'aurora-turbo',
    name: 'Aurora Turbo',
    types: ['txt2img'],
    limits: box(256, 2048, 64, 1, 8),
    features: can(true, false, false),
    defaults: from(1024, 1024, 8),
    ...fast,
    live: { stringy: true },
  },
  {
    slug: 'meridian-xl',
    name: 'Meridian XL',
    types: ['txt2img'],
    limits: { ...box(256, 1536, 8, 10, 50), min_guidance: 1, max_guidance: 20 },
    features: can(true, true, true),
    defaults: { ...from(1024, 1024, 20, 'low quality, blurry'), guidance: 7 },
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
    limits: box(512, 1024, 16, 1, 1),
    features: can(true, false, false),
    defaults: from(768, 768, 1),
    ...tiny,
    live: { stringy: true, nullLoras: true },
  },
  {
    slug: 'saffron-portrait',
    name: 'Saffron Portrait',
    types: ['txt2img'],
    limits: box(512, 1536, 128, 4, 30),
    features: can(true, true, true),
    defaults: { ...from(768, 1152, 18), guidance: 4.5 },
    loras: [lora('Studio Light', 'studio-light'), lora('Film Grain 400', 'film-grain-400')],
    ...fine,
    live: { placeholderNegative: true },
  },
  {
    slug: 'northern-lights-cinematic-wide-2',
    name: 'Northern Lights Cinematic Landscape Renderer, Wide Edition 2',
    types: ['txt2img'],
    limits: { ...box(512, 2048, 64, 6, 12), max_height: 1024 },
    features: can(true, true, true),
    defaults: { ...from(1536, 640, 8), guidance: 3 },
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
    limits: box(1024, 2048, 32, 12, 40),
    features: can(true, true, true),
    defaults: { ...from(1536, 1536, 24), guidance: 6 },
    cost: { base: 0.0011, perUnit: 0.00071875 },
    secondsPerUnit: 0.2,
  },
  {
    slug: 'lumen-frame',
    name: 'Lumen Frame',
    types: ['txt2img'],
    limits: {
      ...box(768, 768, 64, 8, 8),
      min_width: 1344,
      max_width: 1344,
    },
    features: can(false, false, false, false),
    defaults: from(1344, 768, 8),
    ...fast,
  },
  {
    slug: 'marble-edit',
    name: 'Marble Edit',
    types: ['txt2img', 'img2img'],
    limits: { ...box(256, 1536, 16, 4, 4), max_input_images: 3 },
    features: can(true, false, false),
    defaults: from(1024, 1024, 4),
    cost: { base: 0.00021, perUnit: 0.000825 },
    secondsPerUnit: 0.9,
  },
  {
    slug: 'tidepool-mini',
    name: 'Tidepool Mini',
    types: ['txt2img'],
    limits: box(128, 768, 16, 1, 10),
    features: can(true, false, true),
    defaults: from(512, 512, 4),
    ...tiny,
    live: { stringy: true },
  },
  {
    slug: 'parchment-ink',
    name: 'Parchment & Ink',
    types: ['txt2img'],
    limits: box(256, 1280, null, 1, 50),
    features: can(true, true, false),
    defaults: { ...from(832, 1216, 25), guidance: 5 },
    ...fine,
  },
  {
    slug: 'violet-hour',
    name: 'Violet Hour',
    types: ['txt2img'],
    limits: { ...box(256, 1536, 64, 1, 10), min_guidance: 0, max_guidance: 3.5 },
    features: can(true, true, true),
    defaults: { ...from(1024, 768, 6), guidance: 1.5 },
    loras: [lora('Neon Rain', 'neon-rain')],
    ...fast,
  },
  {
    slug: 'quarry-draft',
    name: 'Quarry Draft',
    types: ['txt2img'],
    limits: box(300, 1000, 64, 2, 6),
    features: can(true, false, true),
    defaults: from(640, 640, 3),
    ...tiny,
  },
  {
    slug: 'juniper-anime-8',
    name: 'Juniper Anime (8 steps)',
    types: ['txt2img'],
    limits: box(256, 1536, 16, 8, 8),
    features: can(true, false, true),
    defaults: from(896, 1152, 8, 'extra fingers'),
    ...fast,
  },
  {
    slug: 'granite-canvas',
    name: 'Granite Canvas',
    types: ['txt2img', 'img2img'],
    limits: { ...box(256, 2048, 8, 1, 50), max_input_images: 1 },
    features: can(true, true, true),
    defaults: { ...from(1024, 1024, 28), guidance: 5 },
    ...fine,
    live: { tags: ['experimental'] },
  },
  {
    slug: 'restitch-40',
    name: 'Restitch 40',
    types: ['img2img'],
    limits: { ...box(256, 1024, 8, 1, 50), max_input_images: 1 },
    features: can(true, true, true, false),
    defaults: { ...from(768, 768, 40), guidance: 4 },
    cost: { base: 0.0009, perUnit: 0.000425 },
    secondsPerUnit: 0.2,
  },
]
