import { setImmediate } from 'node:timers/promises'
import { createRandom, hashText } from '../../random.ts'
import { type Phone, type Sentence, splitSentences } from './phones.ts'
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
