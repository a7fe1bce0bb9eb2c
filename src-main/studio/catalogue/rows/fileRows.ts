import type { FileRow, RangeRule } from '../Operation.ts'
import { rangeRules } from './rangeRules.ts'

const MB = 1024 * 1024

/** Formats and sizes as the live service states them (facts.md §7.1); a settings file may change them. */
const base = { kind: 'file', section: 'main', required: true, priced: false } as const
const pictureSide: RangeRule = {
  limits: {},
  bounds: { min: 64, max: 5000 },
  sane: { min: 1, max: 100_000 },
}

const picture: FileRow = {
  ...base,
  name: 'image',
  label: 'Picture',
  media: ['image'],
  formats: ['jpg', 'png', 'gif', 'bmp', 'webp'],
  maxBytes: 10 * MB,
  width: pictureSide,
  height: pictureSide,
}

/** A picture whose sides the model limits and by which the price goes. */
const measuredPicture: FileRow = {
  ...picture,
  priced: true,
  width: { ...rangeRules.inputSide('width'), bounds: pictureSide.bounds },
  height: { ...rangeRules.inputSide('height'), bounds: pictureSide.bounds },
  measured: { width: 'width', height: 'height' },
}

const video: FileRow = {
  ...base,
  name: 'video',
  label: 'Video',
  media: ['video'],
  formats: ['mp4', 'mpeg', 'mov', 'avi', 'wmv', 'ogg'],
  maxBytes: 50 * MB,
  priced: true,
}

const audio: FileRow = {
  ...base,
  name: 'audio',
  label: 'Audio',
  media: ['audio'],
  formats: ['aac', 'mp3', 'ogg', 'webm'],
  maxBytes: 20 * MB,
}

/** A sound to go by, such as a voice. */
const reference: FileRow = {
  ...base,
  name: 'reference_audio',
  label: 'Reference',
  media: ['audio'],
  formats: ['mp3', 'ogg', 'm4a'],
  maxBytes: 15 * MB,
}

/** Fields for files that several operations share. */
export const fileRows = { picture, measuredPicture, video, audio, reference }
