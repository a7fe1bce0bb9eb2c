/** The live service's names where they differ from the spec's (facts.md §1.1); null where it lists none. */
const LIVE_NAMES: Record<string, string | null> = {
  aud2video: 'audio2video',
  vid2txt: 'video2text',
  aud2txt: 'audio2text',
  videofile2txt: 'video_file2text',
  audiofile2txt: 'audio_file2text',
  transcribe: null,
  img_upscale: 'img-upscale',
  img_rmbg: 'img-rmbg',
  videos_replace: 'video-replace',
  vid_upscale: 'vid-upscale',
}

/** An inference type's name as the live service lists it. */
export function liveName(type: string): string | null {
  return type in LIVE_NAMES ? (LIVE_NAMES[type] ?? null) : type
}
