import { setImmediate } from 'node:timers/promises'
import { createDice, hashText } from '../random.ts'
import { Resonator } from './Resonator.ts'
import { type Phone, type Sentence, sentencesOf } from './phones.ts'
import type { Sound } from './Sound.ts'

/** What decides made-up speech: the same order gives the same sound. */
export interface SpeechOrder {
  text: string
  /** Stands for model, language, voice and instructions. */
  voice: string
  speed: number
  rate: number
}

interface Voice {
  /** Hertz. */
  pitch: number
  /** Stretches the resonances: above 1 is a smaller head. */
  size: number
  breath: number
}

/** Milliseconds between two looks at where the mouth is. */
const TICK = 4

/** Speaks babble after the letters of a text: audible, in the rhythm of its words and stops, in a voice of its own. */
export async function speakText(order: SpeechOrder): Promise<Sound> {
  const voice = voiceOf(order.voice)
  const parts: Float32Array[] = [new Float32Array(Math.round(order.rate * 0.12))]
  for (const sentence of sentencesOf(order.text)) {
    await setImmediate()
    parts.push(speakSentence(sentence, voice, order, parts.length))
  }
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return { rate: order.rate, channels: [samples] }
}

/** Words such as `deep` or `female` shape it, everything else by chance of its name. */
function voiceOf(text: string): Voice {
  const dice = createDice(hashText(text))
  const high = /\b(female|woman|girl|f)\b/i.test(text) || /\b[a-z]f_/i.test(text)
  const low = /\b(male|man|boy|m|deep)\b/i.test(text) || /\b[a-z]m_/i.test(text)
  const lean = high ? 1 : low ? 0 : dice()
  const young = /\b(child|kid|small|bright)\b/i.test(text)
    ? 1.25
    : /\b(old|deep|dark)\b/i.test(text)
      ? 0.84
      : 1
  return {
    pitch: (lean > 0.5 ? 178 + dice() * 50 : 98 + dice() * 36) * young,
    size: (lean > 0.5 ? 1.13 : 0.98) + dice() * 0.07,
    breath: 0.01 + dice() * 0.025,
  }
}

function speakSentence(
  { phones, question }: Sentence,
  voice: Voice,
  order: SpeechOrder,
  turn: number,
): Float32Array {
  const { rate, speed } = order
  const dice = createDice(hashText(`${order.text}${String(turn)}`))
  const lengths = phones.map(({ ms }) => Math.round((ms * (0.92 + dice() * 0.16) * rate) / 1000 / speed))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const samples = new Float32Array(total)
  const mouth = [1, 2, 3].map(() => new Resonator(rate))
  const teeth = new Resonator(rate)
  const tick = Math.round((rate * TICK) / 1000)
  const place = [500, 1500, 2500]
  let [phase, voiced, hissed, last, at] = [0, 0, 0, 0, 0]
  for (const [index, phone] of phones.entries()) {
    const length = lengths[index] ?? 0
    for (let i = 0; i < length; i += 1) {
      if (at % tick === 0) {
        for (const [part, resonance] of mouth.entries()) {
          const target = phone.kind === 'hiss' || phone.kind === 'stop' ? place[part]! : phone.formants[part]!
          place[part] = place[part]! + (target - place[part]!) * 0.22
          resonance.tune(place[part] * voice.size, 70 + part * 45)
        }
        teeth.tune(Math.min(rate * 0.45, phone.formants[0] * voice.size), 900)
      }
      const into = i / length
      voiced += (loudness(phone) - voiced) * 0.006
      hissed += (hissOf(phone, into) - hissed) * 0.02
      const share = at / Math.max(1, total)
      const fall = question
        ? share > 0.75
          ? 0.95 + (share - 0.75) * 1.5
          : 1.04 - share * 0.12
        : 1.1 - share * 0.24
      const lift = phone.stressed ? 1 + 0.09 * Math.sin(Math.PI * into) : 1
      phase += (voice.pitch * fall * lift * (1 + (dice() - 0.5) * 0.02)) / rate
      phase -= Math.floor(phase)
      // A glottal pulse: open for a while, then shut at once.
      const pulse = phase < 0.62 ? Math.sin((Math.PI * phase) / 0.62) ** 2 * (0.4 + phase) : 0
      const noise = dice() * 2 - 1
      // Lips pass on changes rather than pressure, which is what makes a voice bright.
      let value = ((pulse - last) * 5 + pulse * 0.2 - 0.05 + noise * voice.breath) * voiced
      last = pulse
      for (const resonance of mouth) value = resonance.pass(value)
      samples[at] = Math.tanh(value * 1.6 + teeth.pass(noise) * hissed)
      at += 1
    }
  }
  return levelled(samples)
}

function loudness({ kind }: Phone): number {
  return { vowel: 1, nasal: 0.55, glide: 0.7, hiss: 0.04, stop: 0, pause: 0 }[kind]
}

/** Stops are shut, then burst. */
function hissOf({ kind }: Phone, into: number): number {
  return kind === 'hiss' ? 0.2 : kind === 'stop' && into > 0.7 ? 0.5 : 0
}

/** As loud as speech is recorded. */
function levelled(samples: Float32Array): Float32Array {
  let peak = 1e-6
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return samples.map((sample) => (sample / peak) * 0.72)
}
