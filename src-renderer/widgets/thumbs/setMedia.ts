type Settable = 'currentTime' | 'playbackRate' | 'muted' | 'loop'

/** Sets what a video or an audio file does; nothing where there is none. */
export function setMedia(
  element: HTMLMediaElement | null,
  values: Partial<Pick<HTMLMediaElement, Settable>>,
): void {
  if (element !== null) Object.assign(element, values)
}
