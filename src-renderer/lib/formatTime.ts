const two = (n: number): string => String(n).padStart(2, '0')

/** A media time: "0:07", "1:02:03"; with `tenths` "0:07.4". */
export function formatTime(seconds: number, tenths = false): string {
  if (!Number.isFinite(seconds)) return '–:––'
  const whole = Math.max(0, Math.floor(tenths ? seconds + 1e-6 : seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const clock = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`
  if (!tenths) return clock
  return `${clock}.${Math.floor((Math.max(0, seconds) + 1e-6 - whole) * 10)}`
}
