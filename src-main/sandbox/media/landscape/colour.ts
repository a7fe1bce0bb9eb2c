/** A colour in OKLab, in which mixtures look even: lightness 0 to 1, and two opponent axes. */
export type Colour = readonly [l: number, a: number, b: number]

/** From OKLCH: lightness, chroma, hue in degrees. */
export function oklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

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
