/** A quote older than this is requested again when the user may be about to click, in milliseconds. */
export const REFRESH_AGE_MS = 60_000
/** A click on a quote older than this waits for a new one. */
export const CLICK_AGE_MS = 120_000
/**
 * No job is sent on a quote older than this. Until then, a quote may also be clicked while the service refuses price requests, with its
 * age on the button.
 */
export const SEND_AGE_MS = 900_000

/** Whether a quote is older than `ms`. A quote from the future counts as older, because the clock was set back and its age is unknown. */
export const isOlderThan = (ms: number, quotedAt: number, now: number): boolean =>
  quotedAt > now || now - quotedAt > ms
