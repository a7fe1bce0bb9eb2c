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
  const gx = new Float32Array(SIZE)
  const gy = new Float32Array(SIZE)
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
    gx[i] = Math.cos(angle)
    gy[i] = Math.sin(angle)
  }
  const line = (x: number): number => {
    const cell = Math.floor(x)
    const f = x - cell
    const a = slope[cell & MASK]! * f
    const b = slope[(cell + 1) & MASK]! * (f - 1)
    return (a + (b - a) * fade(f)) * 2.2
  }
  const plane = (x: number, y: number): number => {
    const cx = Math.floor(x)
    const cy = Math.floor(y)
    const fx = x - cx
    const fy = y - cy
    const top = order[cy & MASK]!
    const bottom = order[(cy + 1) & MASK]!
    const i00 = order[top + (cx & MASK)]!
    const i10 = order[top + ((cx + 1) & MASK)]!
    const i01 = order[bottom + (cx & MASK)]!
    const i11 = order[bottom + ((cx + 1) & MASK)]!
    const n00 = gx[i00]! * fx + gy[i00]! * fy
    const n10 = gx[i10]! * (fx - 1) + gy[i10]! * fy
    const n01 = gx[i01]! * fx + gy[i01]! * (fy - 1)
    const n11 = gx[i11]! * (fx - 1) + gy[i11]! * (fy - 1)
    const u = fade(fx)
    const upper = n00 + (n10 - n00) * u
    const lower = n01 + (n11 - n01) * u
    return (upper + (lower - upper) * fade(fy)) * 1.5
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
