import { setImmediate } from 'node:timers/promises'
import { createRandom } from '../../random.ts'
import { composeMusic, type MusicParameters, type Note } from './composeMusic.ts'
import type { AudioSamples } from './audioCodec.ts'

/** Samples per second. */
const SAMPLE_RATE = 32_000

/** How an instrument sounds, tuned by ear: levels of its harmonics, attack and decay in seconds, stereo position from -1 to 1. */
interface Timbre {
  harmonics: readonly number[]
  attack: number
  decay: number
  pan: number
}

const TIMBRES: Record<'pad' | 'bass' | 'pluck' | 'lead' | 'voice', Timbre> = {
  pad: { harmonics: [1, 0.35, 0.18, 0.08], attack: 0.5, decay: 9, pan: -0.35 },
  bass: { harmonics: [1, 0.45, 0.12], attack: 0.012, decay: 1.1, pan: 0 },
  pluck: { harmonics: [1, 0.5, 0.25, 0.16, 0.07], attack: 0.004, decay: 0.32, pan: 0.4 },
  lead: { harmonics: [1, 0.12, 0.22, 0.04], attack: 0.03, decay: 1.6, pan: -0.1 },
  voice: { harmonics: [1, 0.8, 0.5, 0.16, 0.08, 0.12, 0.1], attack: 0.06, decay: 4, pan: 0.05 },
}

/** Renders a piece in stereo with exactly the given duration. */
export async function generateMusic(parameters: MusicParameters): Promise<AudioSamples> {
  const total = Math.round(parameters.seconds * SAMPLE_RATE)
  const left = new Float32Array(total)
  const right = new Float32Array(total)
  const random = createRandom(parameters.seed)
  for (const [index, note] of composeMusic(parameters).entries()) {
    if (index % 40 === 0) await setImmediate()
    if (note.instrument === 'kick' || note.instrument === 'snare' || note.instrument === 'hat')
      playDrum(note, left, right, random)
    else playNote(note, TIMBRES[note.instrument], left, right)
  }
  fadeAndLimit([left, right])
  return { sampleRate: SAMPLE_RATE, channels: [left, right] }
}

function playNote(
  { start, length, pitch, gain }: Note,
  timbre: Timbre,
  left: Float32Array,
  right: Float32Array,
): void {
  const first = Math.round(start * SAMPLE_RATE)
  const tail = Math.min(timbre.decay, 0.35)
  const count = Math.min(left.length - first, Math.round((length + tail) * SAMPLE_RATE))
  const attack = timbre.attack * SAMPLE_RATE
  const sustain = length * SAMPLE_RATE
  const decay = Math.exp(-1 / (timbre.decay * SAMPLE_RATE))
  const release = Math.exp(-3 / (tail * SAMPLE_RATE))
  const leftGain = gain * Math.sqrt((1 - timbre.pan) / 2)
  const rightGain = gain * Math.sqrt((1 + timbre.pan) / 2)
  const audible = timbre.harmonics.filter((_, index) => pitch * (index + 1) < SAMPLE_RATE * 0.45)
  for (const [index, strength] of audible.entries()) {
    // Computes the sine by recurrence, which is fast. Harmonics are slightly sharp, like those of strings.
    const angle = (2 * Math.PI * pitch * (index + 1) * (1 + index * 0.0006)) / SAMPLE_RATE
    const doubleCosine = 2 * Math.cos(angle)
    let [current, previous, level] = [0, -Math.sin(angle), strength]
    for (let i = 0; i < count; i += 1) {
      const envelope = i < attack ? i / attack : 1
      left[first + i] = left[first + i]! + current * level * envelope * leftGain
      right[first + i] = right[first + i]! + current * level * envelope * rightGain
      level *= i < sustain ? decay : release
      const next = doubleCosine * current - previous
      previous = current
      current = next
    }
  }
}

function playDrum(
  { instrument: part, start, gain }: Note,
  left: Float32Array,
  right: Float32Array,
  random: () => number,
): void {
  const first = Math.round(start * SAMPLE_RATE)
  const seconds = part === 'kick' ? 0.3 : part === 'snare' ? 0.2 : 0.06
  const count = Math.min(left.length - first, Math.round(seconds * SAMPLE_RATE))
  let [phase, previousNoise] = [0, 0]
  for (let i = 0; i < count; i += 1) {
    const t = i / SAMPLE_RATE
    phase += (2 * Math.PI * (46 + 130 * Math.exp(-t * 38))) / SAMPLE_RATE
    const whiteNoise = random() * 2 - 1
    const highPassed = whiteNoise - previousNoise
    previousNoise = whiteNoise
    const value =
      part === 'kick'
        ? Math.sin(phase) * Math.exp(-t * 13)
        : part === 'snare'
          ? (highPassed * 0.6 + Math.sin(t * 2 * Math.PI * 185) * 0.5) * Math.exp(-t * 22)
          : highPassed * Math.exp(-t * 70)
    left[first + i] = left[first + i]! + value * gain * 0.7
    right[first + i] = right[first + i]! + value * gain * (part === 'hat' ? 0.9 : 0.7)
  }
}

/** Fades in and out, and limits the level to prevent clipping. */
function fadeAndLimit(channels: Float32Array[]): void {
  for (const samples of channels) {
    const total = samples.length
    const fadeOut = Math.min(total * 0.2, SAMPLE_RATE * 1.6)
    for (let i = 0; i < total; i += 1) {
      const fade = Math.min(1, i / (SAMPLE_RATE * 0.02), (total - 1 - i) / fadeOut)
      samples[i] = Math.tanh(samples[i]! * 1.35) * Math.max(0, fade)
    }
  }
}
