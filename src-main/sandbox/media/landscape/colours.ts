/** A colour in OKLab, where gradients look even: lightness from 0 to 1, and two opponent axes. */
export type Colour = readonly [l: number, a: number, b: number]

/** From OKLCH: lightness, chroma, hue in degrees. */
export function oklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** The colour between two others; `share` is that of `to`. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}

/** Enough for a precision finer than one step of an 8-bit channel. */
const MAX_BISECTIONS = 14

/** Gamma-encoded sRGB, 0 to 1. Colours outside the gamut lose chroma until they fit, so that gradients stay even. */
export function toRgb(colour: Colour): [number, number, number] {
  let inside = 0
  let outside = 1
  if (isInGamut(linearRgb(colour))) inside = 1
  for (let tries = 0; inside < 1 && tries < MAX_BISECTIONS; tries += 1) {
    const share = (inside + outside) / 2
    if (isInGamut(linearRgb([colour[0], colour[1] * share, colour[2] * share]))) inside = share
    else outside = share
  }
  const [red, green, blue] = linearRgb([colour[0], colour[1] * inside, colour[2] * inside])
  return [gamma(red), gamma(green), gamma(blue)]
}

function isInGamut(rgb: readonly number[]): boolean {
  return rgb.every((channel) => channel >= -0.0002 && channel <= 1.0002)
}

function linearRgb([l, a, b]: Colour): [number, number, number] {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function gamma(linear: number): number {
  const value = Math.min(1, Math.max(0, linear))
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
}

/** A table of `size` RGB triples that interpolates between colour stops with easing. */
export function gradient(
  stops: readonly (readonly [offset: number, colour: Colour])[],
  size: number,
): Float32Array {
  const table = new Float32Array(size * 3)
  let stop = 0
  for (let i = 0; i < size; i += 1) {
    const offset = i / (size - 1)
    while (stop < stops.length - 2 && offset > (stops[stop + 1]?.[0] ?? 1)) stop += 1
    const [fromAt, from] = stops[stop] ?? [0, [0, 0, 0]]
    const [toAt, to] = stops[stop + 1] ?? [1, from]
    const share = Math.min(1, Math.max(0, (offset - fromAt) / Math.max(1e-6, toAt - fromAt)))
    table.set(toRgb(mix(from, to, share * share * (3 - 2 * share) * 0.5 + share * 0.5)), i * 3)
  }
  return table
}

/** Lightness, chroma, hue (degrees) in OKLCH. */
type Tone = readonly [lightness: number, chroma: number, hue: number]

/** Colours of a scene: sky from the zenith down, sun, haze, and the nearest land. */
export interface Palette {
  name: string
  /** Prompt words that select it. */
  keywords: RegExp
  zenith: Tone
  middle: Tone
  horizon: Tone
  sun: Tone
  haze: Tone
  land: Tone
  /** 0 by day to 1 at night; decides the number of stars. */
  night: number
}

/** The palettes, tuned by eye. The keywords in a prompt select one; without any, the prompt's hash does. */
export const palettes: Palette[] = [
  {
    name: 'apricot dawn',
    keywords: /\b(dawn|sunrise|morning|spring|peach)\b/i,
    zenith: [0.7, 0.075, 262],
    middle: [0.83, 0.06, 330],
    horizon: [0.92, 0.085, 72],
    sun: [0.985, 0.05, 85],
    haze: [0.87, 0.065, 45],
    land: [0.3, 0.06, 300],
    night: 0,
  },
  {
    name: 'violet dusk',
    keywords: /\b(dusk|twilight|sunset|evening|violet|purple)\b/i,
    zenith: [0.36, 0.115, 285],
    middle: [0.56, 0.14, 335],
    horizon: [0.82, 0.13, 58],
    sun: [0.96, 0.09, 75],
    haze: [0.68, 0.11, 10],
    land: [0.17, 0.06, 292],
    night: 0.15,
  },
  {
    name: 'moonlit blue',
    keywords: /\b(night|moon|midnight|stars?|starry|dark)\b/i,
    zenith: [0.17, 0.06, 270],
    middle: [0.29, 0.085, 262],
    horizon: [0.5, 0.085, 236],
    sun: [0.96, 0.025, 220],
    haze: [0.44, 0.075, 244],
    land: [0.1, 0.035, 265],
    night: 1,
  },
  {
    name: 'clear noon',
    keywords: /\b(day|noon|summer|meadow|field|valley|green|forest)\b/i,
    zenith: [0.66, 0.115, 246],
    middle: [0.8, 0.075, 230],
    horizon: [0.94, 0.04, 190],
    sun: [0.99, 0.03, 100],
    haze: [0.88, 0.045, 195],
    land: [0.37, 0.09, 148],
    night: 0,
  },
  {
    name: 'desert gold',
    keywords: /\b(desert|dunes?|sand|canyon|gold|golden|savanna)\b/i,
    zenith: [0.72, 0.06, 225],
    middle: [0.86, 0.045, 120],
    horizon: [0.93, 0.085, 82],
    sun: [0.99, 0.05, 95],
    haze: [0.87, 0.085, 70],
    land: [0.38, 0.1, 40],
    night: 0,
  },
  {
    name: 'northern lights',
    keywords: /\b(aurora|northern lights|polar|arctic night)\b/i,
    zenith: [0.17, 0.05, 285],
    middle: [0.27, 0.075, 245],
    horizon: [0.43, 0.07, 205],
    sun: [0.95, 0.03, 190],
    haze: [0.36, 0.06, 218],
    land: [0.1, 0.035, 240],
    night: 0.9,
  },
  {
    name: 'sea mist',
    keywords: /\b(sea|ocean|coast|island|lighthouse|rain|mist|fog|foggy|storm)\b/i,
    zenith: [0.58, 0.05, 222],
    middle: [0.74, 0.04, 208],
    horizon: [0.9, 0.035, 165],
    sun: [0.98, 0.03, 110],
    haze: [0.82, 0.035, 195],
    land: [0.25, 0.05, 222],
    night: 0,
  },
  {
    name: 'amber autumn',
    keywords: /\b(autumn|fall|amber|rust|harvest|fire)\b/i,
    zenith: [0.62, 0.06, 40],
    middle: [0.78, 0.085, 60],
    horizon: [0.93, 0.09, 88],
    sun: [0.985, 0.06, 92],
    haze: [0.82, 0.09, 65],
    land: [0.26, 0.07, 28],
    night: 0,
  },
  {
    name: 'winter rose',
    keywords: /\b(winter|snow|snowstorm|ice|frost|alps?|mountains?|pink|rose)\b/i,
    zenith: [0.66, 0.065, 275],
    middle: [0.82, 0.05, 320],
    horizon: [0.94, 0.045, 20],
    sun: [0.99, 0.03, 60],
    haze: [0.89, 0.04, 330],
    land: [0.4, 0.055, 275],
    night: 0,
  },
  {
    name: 'emerald evening',
    keywords: /\b(jungle|lake|lagoon|teal|emerald|river)\b/i,
    zenith: [0.33, 0.075, 225],
    middle: [0.56, 0.085, 195],
    horizon: [0.88, 0.1, 120],
    sun: [0.98, 0.07, 105],
    haze: [0.7, 0.085, 170],
    land: [0.17, 0.05, 190],
    night: 0.1,
  },
  {
    name: 'coral reef sky',
    keywords: /\b(coral|tropical|beach|hot|neon|red)\b/i,
    zenith: [0.5, 0.12, 265],
    middle: [0.68, 0.14, 350],
    horizon: [0.87, 0.12, 55],
    sun: [0.98, 0.07, 85],
    haze: [0.77, 0.12, 20],
    land: [0.22, 0.085, 320],
    night: 0,
  },
]
