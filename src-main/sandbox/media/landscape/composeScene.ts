import { createRandom, hashText } from '../../random.ts'
import { type Colour, gradient, mix, oklch, toRgb, type Palette, palettes } from './colours.ts'
import { createNoise, type Noise } from './noise.ts'

/** What determines a landscape: equal parameters give an identical image, to the byte. */
export interface LandscapeParameters {
  prompt: string
  seed: number
  /** A hash of everything else that affects the image: model, negative prompt, LoRAs. */
  style: number
  width: number
  height: number
  /** Resolution as a share of each side, up to 1. Pixels are repeated to the full size. */
  detail?: number
}

type Rgb = [number, number, number]

/** One line of hills. Lengths are shares of the image's mean side. */
export interface Ridge {
  /** Vertical position of its middle line, as a share of the image's height from the top. */
  base: number
  amplitude: number
  /** Hills per mean side. */
  frequency: number
  /** Where in the noise the line starts, so that no two lines are alike. */
  offset: number
  shape: 'rolling' | 'peaks' | 'dunes'
  treeDensity: number
  /** Strength of the snow cover, 0 to 1. */
  snow: number
  /** Half the width of the soft transition along the crest. */
  softness: number
  crest: Rgb
  body: Rgb
  foot: Rgb
  /** Distance below the crest at which the mist is complete. */
  mistDistance: number
}

/** The composition of a landscape, before painting. */
export interface Scene {
  noise: Noise
  /** Strength of the film grain, as a share of full brightness. */
  grain: number
  /** RGB colours from the zenith to the horizon, in `SKY_STEPS` steps. */
  sky: Float32Array
  sun: { x: number; y: number; radius: number; glow: number; colour: Rgb; isMoon: boolean }
  /** `amount` is the opacity, `lift` the share of the sky that clouds cover, `stretch` their width relative to their height. */
  clouds: { amount: number; lift: number; stretch: number; light: Rgb; offset: number }
  /** Number and brightness of the stars, 0 to 1. */
  stars: number
  aurora: { strength: number; lowerColour: Rgb; upperColour: Rgb; offset: number } | null
  ridges: Ridge[]
  /** Where water begins, as a share of the height; null without water. */
  water: { from: number; tint: Rgb } | null
  /** Vertical position, as a share of the height from the top. */
  horizon: number
}

/** Number of entries in the sky's colour table. */
export const SKY_STEPS = 1024

/** Composes a landscape. The constants are tuned by eye. */
export function composeScene(parameters: LandscapeParameters): Scene {
  const promptRandom = createRandom(hashText(parameters.prompt.trim().toLowerCase()))
  const random = createRandom(
    hashText(`${parameters.prompt}\n${String(parameters.seed)}\n${String(parameters.style)}`),
  )
  const between = (min: number, max: number) => min + (max - min) * random()
  const palette = choosePalette(parameters.prompt, promptRandom())
  // The prompt sets the hue; the seed varies it slightly.
  const hueShift = (promptRandom() - 0.5) * 44 + between(-9, 9)
  const chromaFactor = 0.85 + promptRandom() * 0.35
  const tone = ([l, c, h]: Palette['sun'], lighter = 0): Colour =>
    oklch(l + lighter, c * chromaFactor, h + hueShift)
  const haze = tone(palette.haze)
  const land = tone(palette.land)
  const horizon = between(0.5, 0.66)
  const sunPosition = {
    x: between(-0.36, 0.36) * Math.min(1, parameters.width / Math.sqrt(parameters.width * parameters.height)),
    y: horizon - between(0.01, 0.36),
  }
  const waterKeywords = /\b(sea|ocean|lake|coast|island|river|lagoon|beach|water|lighthouse|harbou?r)\b/i
  const hasWater = waterKeywords.test(parameters.prompt) || random() < 0.22
  const hasAurora = palette.name === 'northern lights'
  const stops: [number, Colour][] = [
    [0, tone(palette.zenith)],
    [between(0.4, 0.58), tone(palette.middle)],
    [1, tone(palette.horizon)],
  ]
  return {
    noise: createNoise(random),
    grain: 0.011,
    sky: gradient(stops, SKY_STEPS),
    sun: {
      ...sunPosition,
      radius: palette.night > 0.5 ? between(0.02, 0.036) : between(0.022, 0.055),
      glow: palette.night > 0.5 ? between(0.1, 0.16) : between(0.16, 0.3),
      colour: toRgb(tone(palette.sun)),
      isMoon: palette.night > 0.5,
    },
    clouds: {
      amount: hasAurora ? 0 : between(0, 1) ** 1.3 * (palette.night > 0.5 ? 0.35 : 0.75),
      lift: between(0.2, 0.5),
      stretch: between(2.6, 5),
      light: toRgb(mix(tone(palette.horizon, 0.03), tone(palette.sun), 0.45)),
      offset: between(0, 100),
    },
    stars: palette.night,
    aurora: hasAurora
      ? {
          strength: between(0.55, 0.9),
          lowerColour: toRgb(oklch(0.85, 0.17, 160 + hueShift)),
          upperColour: toRgb(oklch(0.62, 0.17, 310 + hueShift)),
          offset: between(0, 100),
        }
      : null,
    ridges: composeRidges(parameters.prompt, horizon, hasWater, haze, land, tone(palette.sun), random),
    water: hasWater ? { from: horizon + 0.015, tint: toRgb(mix(haze, land, 0.35)) } : null,
    horizon,
  }
}

function choosePalette(prompt: string, roll: number): Palette {
  const matching = palettes.filter((palette) => palette.keywords.test(prompt))
  const candidates = matching.length > 0 ? matching : palettes
  return candidates[Math.floor(roll * candidates.length)]!
}

function composeRidges(
  prompt: string,
  horizon: number,
  hasWater: boolean,
  haze: Colour,
  land: Colour,
  sun: Colour,
  random: () => number,
): Ridge[] {
  const between = (min: number, max: number) => min + (max - min) * random()
  const hasPeaks = /\b(mountains?|alps?|peaks?|snow|winter|cliffs?|canyon)\b/i.test(prompt) || random() < 0.3
  const hasDunes = /\b(desert|dunes?|sand|sahara)\b/i.test(prompt)
  const hasTrees = /\b(forest|trees?|pines?|woods?|jungle)\b/i.test(prompt) || (!hasDunes && random() < 0.38)
  const hasSnow = /\b(snow|snowy|snowstorm|winter|ice|alps?|frost)\b/i.test(prompt)
  const count = hasWater ? 3 + Math.floor(random() * 2) : 4 + Math.floor(random() * 3)
  const softness = between(0.0008, 0.0034)
  const ridges: Ridge[] = []
  for (let i = 0; i < count; i += 1) {
    const nearness = i / (count - 1)
    const isFar = i < count / 2
    const body = mix(mix(haze, land, 0.18 + 0.1 * random()), land, nearness ** 0.85)
    const crest = mix(body, sun, 0.14 * (1 - nearness * 0.7))
    const foot = nearness === 1 ? mix(body, land, 0.6) : mix(body, haze, 0.72 - nearness * 0.25)
    const span = 1 - horizon
    const base = hasWater
      ? nearness === 1
        ? horizon + span * between(0.72, 0.9)
        : horizon + 0.012 - (1 - nearness) * 0.02
      : horizon + span * (nearness ** 1.15 * 0.78 + 0.02) + between(-0.02, 0.02)
    ridges.push({
      base,
      amplitude:
        (isFar ? (hasPeaks ? between(0.1, 0.19) : between(0.05, 0.11)) : between(0.05, 0.1)) *
        (hasWater && nearness < 1 ? 0.7 : 1),
      frequency: isFar ? between(1.4, 2.4) : between(0.8, 1.5),
      offset: between(0, 200),
      shape: hasDunes ? 'dunes' : hasPeaks && isFar ? 'peaks' : 'rolling',
      treeDensity: hasTrees && nearness > 0.45 ? between(0.5, 1) * (0.4 + nearness * 0.6) : 0,
      snow: hasSnow && isFar ? 1 : 0,
      softness: softness * (isFar ? 1.3 : 1) * (nearness === 1 ? 1.8 : 1),
      crest: toRgb(crest),
      body: toRgb(body),
      foot: toRgb(foot),
      mistDistance: between(0.1, 0.2) + nearness * 0.14,
    })
  }
  return ridges
}
