/** Gradient (Perlin) noise in one and two dimensions, about -1 to 1, determined by the random source. */
export interface Noise {
  at1d: (x: number) => number
  at2d: (x: number, y: number) => number
}

/** The noise repeats after this many cells. A power of two, so that a mask can wrap the coordinates. */
const SIZE = 256
const MASK = SIZE - 1

/** Creates noise from a source of uniform random numbers. */
export function createNoise(random: () => number): Noise {
  const order = new Uint8Array(SIZE * 2)
  const slope = new Float32Array(SIZE)
  const gradientX = new Float32Array(SIZE)
  const gradientY = new Float32Array(SIZE)
  const shuffled = Array.from({ length: SIZE }, (_, i) => i)
  for (let i = SIZE - 1; i >= 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    const swapped = shuffled[i] ?? 0
    shuffled[i] = shuffled[j] ?? 0
    shuffled[j] = swapped
  }
  for (let i = 0; i < SIZE; i += 1) {
    order[i] = order[i + SIZE] = shuffled[i] ?? 0
    slope[i] = random() * 2 - 1
    const angle = random() * Math.PI * 2
    gradientX[i] = Math.cos(angle)
    gradientY[i] = Math.sin(angle)
  }
  const noise1d = (x: number): number => {
    const cell = Math.floor(x)
    const inside = x - cell
    const fromLeft = slope[cell & MASK]! * inside
    const fromRight = slope[(cell + 1) & MASK]! * (inside - 1)
    // The factor stretches the result to about -1 to 1.
    return (fromLeft + (fromRight - fromLeft) * fade(inside)) * 2.2
  }
  const noise2d = (x: number, y: number): number => {
    const cellX = Math.floor(x)
    const cellY = Math.floor(y)
    const insideX = x - cellX
    const insideY = y - cellY
    const top = order[cellY & MASK]!
    const bottom = order[(cellY + 1) & MASK]!
    // Index of the gradient at each corner of the cell (x, then y), and its influence.
    const i00 = order[top + (cellX & MASK)]!
    const i10 = order[top + ((cellX + 1) & MASK)]!
    const i01 = order[bottom + (cellX & MASK)]!
    const i11 = order[bottom + ((cellX + 1) & MASK)]!
    const n00 = gradientX[i00]! * insideX + gradientY[i00]! * insideY
    const n10 = gradientX[i10]! * (insideX - 1) + gradientY[i10]! * insideY
    const n01 = gradientX[i01]! * insideX + gradientY[i01]! * (insideY - 1)
    const n11 = gradientX[i11]! * (insideX - 1) + gradientY[i11]! * (insideY - 1)
    const easedX = fade(insideX)
    const upper = n00 + (n10 - n00) * easedX
    const lower = n01 + (n11 - n01) * easedX
    return (upper + (lower - upper) * fade(insideY)) * 1.5
  }
  return { at1d: noise1d, at2d: noise2d }
}

/** Perlin's curve, which has no visible borders between cells. */
function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

/** Eases from 0 to 1 between t = 0 and t = 1. */
export function smoothstep(t: number): number {
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t)
}
