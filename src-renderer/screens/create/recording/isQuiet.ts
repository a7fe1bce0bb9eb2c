/** A lower peak level means that the microphone was muted or the wrong one. */
const SILENCE_LEVEL = 0.004

/** Whether a recording is silent. */
export const isQuiet = (audio: Pick<AudioBuffer, 'numberOfChannels' | 'getChannelData'>): boolean =>
  Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index)).every((channel) =>
    channel.every((sample) => Math.abs(sample) < SILENCE_LEVEL),
  )
