import { setImmediate } from 'node:timers/promises'
import { createRandom, hashText } from '../../random.ts'
import type { AudioSamples } from './audioCodec.ts'

/** What determines generated speech: equal parameters give identical audio. */
interface SpeechParameters {
  text: string
  /** Everything that shapes the voice, in one text: model, voice, its gender, instructions and the id of a reference recording. */
  voiceTraits: string
  /** 1 is normal, 2 takes half the time. */
  speed: number
  /** Samples per second. */
  sampleRate: number
}

interface Voice {
  /** Hertz. */
  pitch: number
  /** Factor on the formants. Above 1, the voice sounds like a smaller speaker's. */
  formantScale: number
  /** Level of the noise in the voice. */
  breathiness: number
}

/** Milliseconds between two updates of the formants. */
const UPDATE_MS = 4

/** Generates babble (the constants are tuned by ear) that follows the letters and pauses of a text, in a voice derived from `voiceTraits`. */
export async function generateSpeech(parameters: SpeechParameters): Promise<AudioSamples> {
  const voice = deriveVoice(parameters.voiceTraits)
  const sections: Float32Array[] = [new Float32Array(Math.round(parameters.sampleRate * 0.12))]
  for (const sentence of splitSentences(parameters.text)) {
    await setImmediate()
    sections.push(speakSentence(sentence, voice, parameters, sections.length))
  }
  const samples = new Float32Array(sections.reduce((sum, section) => sum + section.length, 0))
  let position = 0
  for (const section of sections) {
    samples.set(section, position)
    position += section.length
  }
  return { sampleRate: parameters.sampleRate, channels: [samples] }
}

/** A voice for a text: words such as `deep` or `female` shape it; the rest is derived from its hash. */
function deriveVoice(text: string): Voice {
  const random = createRandom(hashText(text))
  const isHigh = /\b(female|woman|girl|f)\b/i.test(text) || /\b[a-z]f_/i.test(text)
  const isLow = /\b(male|man|boy|m|deep)\b/i.test(text) || /\b[a-z]m_/i.test(text)
  const pitchClass = isHigh ? 1 : isLow ? 0 : random()
  const pitchFactor = /\b(child|kid|small|bright)\b/i.test(text)
    ? 1.25
    : /\b(old|deep|dark)\b/i.test(text)
      ? 0.84
      : 1
  return {
    pitch: (pitchClass > 0.5 ? 178 + random() * 50 : 98 + random() * 36) * pitchFactor,
    formantScale: (pitchClass > 0.5 ? 1.13 : 0.98) + random() * 0.07,
    breathiness: 0.01 + random() * 0.025,
  }
}

function speakSentence(
  { phones, isQuestion }: Sentence,
  voice: Voice,
  parameters: SpeechParameters,
  sentenceNumber: number,
): Float32Array {
  const { sampleRate, speed } = parameters
  const random = createRandom(hashText(`${parameters.text}${String(sentenceNumber)}`))
  const lengths = phones.map(({ durationMs }) =>
    Math.round((durationMs * (0.92 + random() * 0.16) * sampleRate) / 1000 / speed),
  )
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const samples = new Float32Array(total)
  const formantFilters = [1, 2, 3].map(() => new Resonator(sampleRate))
  const noiseFilter = new Resonator(sampleRate)
  const updateInterval = Math.round((sampleRate * UPDATE_MS) / 1000)
  const formants = [500, 1500, 2500]
  let [phase, voiceLevel, noiseLevel, previousPulse, position] = [0, 0, 0, 0, 0]
  for (const [index, phone] of phones.entries()) {
    const length = lengths[index] ?? 0
    for (let i = 0; i < length; i += 1) {
      if (position % updateInterval === 0) {
        for (const [index, filter] of formantFilters.entries()) {
          const target =
            phone.kind === 'fricative' || phone.kind === 'stop' ? formants[index]! : phone.formants[index]!
          formants[index] = formants[index]! + (target - formants[index]!) * 0.22
          filter.tune(formants[index] * voice.formantScale, 70 + index * 45)
        }
        noiseFilter.tune(Math.min(sampleRate * 0.45, phone.formants[0] * voice.formantScale), 900)
      }
      const progress = i / length
      voiceLevel += (voicedLevel(phone) - voiceLevel) * 0.006
      noiseLevel += (targetNoiseLevel(phone, progress) - noiseLevel) * 0.02
      const share = position / Math.max(1, total)
      const intonation = isQuestion
        ? share > 0.75
          ? 0.95 + (share - 0.75) * 1.5
          : 1.04 - share * 0.12
        : 1.1 - share * 0.24
      const stress = phone.isStressed ? 1 + 0.09 * Math.sin(Math.PI * progress) : 1
      phase += (voice.pitch * intonation * stress * (1 + (random() - 0.5) * 0.02)) / sampleRate
      phase -= Math.floor(phase)
      // The glottal pulse rises slowly and falls abruptly.
      const pulse = phase < 0.62 ? Math.sin((Math.PI * phase) / 0.62) ** 2 * (0.4 + phase) : 0
      const noise = random() * 2 - 1
      // Lip radiation differentiates the pulse, which emphasizes high frequencies.
      let value = ((pulse - previousPulse) * 5 + pulse * 0.2 - 0.05 + noise * voice.breathiness) * voiceLevel
      previousPulse = pulse
      for (const filter of formantFilters) value = filter.filter(value)
      samples[position] = Math.tanh(value * 1.6 + noiseFilter.filter(noise) * noiseLevel)
      position += 1
    }
  }
  return normalizePeak(samples)
}

function voicedLevel({ kind }: Phone): number {
  return { vowel: 1, nasal: 0.55, glide: 0.7, fricative: 0.04, stop: 0, pause: 0 }[kind]
}

/** Level of the noise. Stops are silent, then burst. */
function targetNoiseLevel({ kind }: Phone, progress: number): number {
  return kind === 'fricative' ? 0.2 : kind === 'stop' && progress > 0.7 ? 0.5 : 0
}

/** Scales the peak to the usual level of recorded speech. */
function normalizePeak(samples: Float32Array): Float32Array {
  let peak = 1e-6
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return samples.map((sample) => (sample / peak) * 0.72)
}

/** A band-pass filter that models one resonance (formant) of the vocal tract. */
class Resonator {
  readonly #rate: number
  #inputGain = 0
  #feedback1 = 0
  #feedback2 = 0
  #previous1 = 0
  #previous2 = 0

  constructor(rate: number) {
    this.#rate = rate
  }

  /** Sets the centre frequency and the bandwidth, both in hertz. */
  tune(frequency: number, bandwidth: number): void {
    const radius = Math.exp((-Math.PI * bandwidth) / this.#rate)
    this.#feedback2 = -radius * radius
    this.#feedback1 =
      2 * radius * Math.cos((2 * Math.PI * Math.min(frequency, this.#rate * 0.48)) / this.#rate)
    this.#inputGain = 1 - this.#feedback1 - this.#feedback2
  }

  /** The filtered sample. */
  filter(sample: number): number {
    const value =
      this.#inputGain * sample + this.#feedback1 * this.#previous1 + this.#feedback2 * this.#previous2
    this.#previous2 = this.#previous1
    this.#previous1 = value
    return value
  }
}

/** A unit of speech: a vowel, a consonant or a pause. */
interface Phone {
  kind: 'vowel' | 'nasal' | 'glide' | 'fricative' | 'stop' | 'pause'
  /** The first three formants in hertz. For fricatives and stops, all three are the centre frequency of the noise. */
  formants: readonly [number, number, number]
  /** Duration at speed 1. */
  durationMs: number
  /** Whether it is the first vowel of a word. */
  isStressed: boolean
}

/** A sentence as phones. */
interface Sentence {
  phones: Phone[]
  isQuestion: boolean
}

const VOWELS: Record<string, readonly [number, number, number]> = {
  a: [740, 1220, 2500],
  e: [520, 1850, 2550],
  i: [320, 2250, 2950],
  o: [500, 900, 2450],
  u: [340, 820, 2350],
  y: [360, 2000, 2700],
}
const FRICATIVES: Record<string, number> = {
  s: 6200,
  z: 5600,
  f: 4400,
  v: 3600,
  x: 3900,
  h: 1700,
  j: 3000,
  c: 4700,
}
const STOPS: Record<string, number> = { p: 900, b: 700, t: 4200, d: 3300, k: 2100, g: 1700, q: 1900 }
const NASALS = { m: [280, 1000, 2200], n: [290, 1500, 2500] } as const
const GLIDES = { l: [380, 1150, 2700], r: [420, 1250, 1700], w: [330, 720, 2250] } as const

/** Converts any text to phones, letter by letter. A letter of another script becomes a syllable derived from it. */
function splitSentences(text: string): Sentence[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/(?<=[.!?。！？…\n])/u)
    .map((part) => ({ phones: toPhones(part), isQuestion: /[?？]\s*$/u.test(part) }))
    .filter(({ phones }) => phones.length > 0)
}

function toPhones(text: string): Phone[] {
  const phones: Phone[] = []
  let isNextStressed = true
  for (const letter of text) {
    const converted = letterToPhones(letter)
    for (const phone of converted) {
      phones.push({ ...phone, isStressed: isNextStressed && phone.kind === 'vowel' })
      if (phone.kind === 'vowel') isNextStressed = false
    }
    if (converted.length === 0 || converted[0]?.kind === 'pause') isNextStressed = true
  }
  return phones
}

type UnstressedPhone = Omit<Phone, 'isStressed'>

function letterToPhones(letter: string): UnstressedPhone[] {
  const vowel = VOWELS[letter]
  if (vowel) return [{ kind: 'vowel', formants: vowel, durationMs: 92 }]
  const known = createConsonant(letter)
  if (known) return [known]
  if (/\s/.test(letter)) return [createPause(26)]
  if (/[,;:–—、，]/u.test(letter)) return [createPause(190)]
  if (/[.!?…。！？]/u.test(letter)) return [createPause(360)]
  if (!/[\p{L}\p{N}]/u.test(letter)) return []
  const hash = hashText(letter)
  const first = createConsonant('kmtnrsgd'[hash % 8] ?? 'k')
  const vowelFormants = VOWELS['aeiou'[(hash >>> 8) % 5] ?? 'a'] ?? VOWELS.a!
  return [...(first ? [first] : []), { kind: 'vowel', formants: vowelFormants, durationMs: 110 }]
}

function createConsonant(letter: string): UnstressedPhone | null {
  const fricative = FRICATIVES[letter]
  if (fricative)
    return {
      kind: 'fricative',
      formants: [fricative, fricative, fricative],
      durationMs: letter === 'h' ? 46 : 84,
    }
  const stop = STOPS[letter]
  if (stop) return { kind: 'stop', formants: [stop, stop, stop], durationMs: 62 }
  if (letter === 'm' || letter === 'n') return { kind: 'nasal', formants: NASALS[letter], durationMs: 66 }
  if (letter === 'l' || letter === 'r' || letter === 'w')
    return { kind: 'glide', formants: GLIDES[letter], durationMs: 58 }
  return null
}

function createPause(ms: number): UnstressedPhone {
  return { kind: 'pause', formants: [500, 1500, 2500], durationMs: ms }
}
