/**
 * Idempotency keys of clicks without a successful response, by what was clicked. They outlive the component that was clicked, so that a
 * click that is repeated after a lost response has the same key even if its screen or dialog was closed meanwhile.
 */
const pending = new Map<string, string>()

/**
 * The idempotency key of a click, identified by everything that makes it another purchase: what it runs and on which connection, but not its
 * price. A click that is repeated before it succeeded gets the same key, so that a lost response can't lead to a second purchase.
 */
export function idempotencyKeyOf(...click: unknown[]): string {
  const id = JSON.stringify(click)
  const key = pending.get(id) ?? crypto.randomUUID()
  pending.set(id, key)
  return key
}

/** Gives the next click of the same kind a new key, because a call with this input succeeded. */
export function onCallSucceeded(input: unknown): void {
  if (typeof input !== 'object' || input === null || !('idempotencyKey' in input)) return
  for (const [id, key] of pending) if (key === input.idempotencyKey) pending.delete(id)
}
