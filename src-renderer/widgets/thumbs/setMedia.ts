type Settable = 'currentTime' | 'playbackRate' | 'muted' | 'loop'

/** Sets properties of a media element, if there is one. */
export function setMedia(
  element: HTMLMediaElement | null,
  values: Partial<Pick<HTMLMediaElement, Settable>>,
): void {
  if (element !== null) Object.assign(element, values)
}
