/** Below this the microphone was muted or the wrong one. */
const SILENCE = 0.004

/** Whether nothing can be heard in an audio file. */
export const isQuiet = (sound: Pick<AudioBuffer, 'numberOfChannels' | 'getChannelData'>): boolean =>
  Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at)).every((channel) =>
    channel.every((sample) => Math.abs(sample) < SILENCE),
  )
