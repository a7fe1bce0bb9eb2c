/** Gradient (Perlin) noise in one and two dimensions, about -1 to 1, determined by the random source. */
export interface Noise {
  at1d: (x: number) => number
  at2d: (x: number, y: number) => number
}

const SIZE = 256
const MASK = SIZE - 1

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
  const line = (x: number): number => {
    const cell = Math.floor(x)
    const f = x - cell
    const a = slope[cell & MASK]! * f
    const b = slope[(cell + 1) & MASK]! * (f - 1)
    return (a + (b - a) * fade(f)) * 2.2
  }
  const plane = (x: number, y: number): number => {
    const cellX = Math.floor(x)
    const cellY = Math.floor(y)
    const insideX = x - cellX
    const insideY = y - cellY
    const top = order[cellY & MASK]!
    const bottom = order[(cellY + 1) & MASK]!
    const i00 = order[top + (cellX & MASK)]!
    const i10 = order[top + ((cellX + 1) & MASK)]!
    const i01 = order[bottom + (cellX & MASK)]!
    const i11 = order[bottom + ((cellX + 1) & MASK)]!
    const n00 = gradientX[i00]! * insideX + gradientY[i00]! * insideY
    const n10 = gradientX[i10]! * (insideX - 1) + gradientY[i10]! * insideY
    const n01 = gradientX[i01]! * insideX + gradientY[i01]! * (insideY - 1)
    const n11 = gradientX[i11]! * (insideX - 1) + gradientY[i11]! * (insideY - 1)
    const u = fade(insideX)
    const upper = n00 + (n10 - n00) * u
    const lower = n01 + (n11 - n01) * u
    return (upper + (lower - upper) * fade(insideY)) * 1.5
  }
  return { at1d: line, at2d: plane }
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

/** Eases from 0 to 1 between t = 0 and t = 1. */
export function smoothstep(t: number): number {
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t)
}
