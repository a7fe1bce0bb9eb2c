import type { ModelPace } from './simulatePolling.ts'

/** Lengths as a service for media has them: most jobs of a model alike, a few far longer. */
export const usualModels: readonly ModelPace[] = [
  { slug: 'speech', medianMs: 4000, spread: 0.4 },
  { slug: 'picture', medianMs: 6000, spread: 0.35 },
  { slug: 'music', medianMs: 30_000, spread: 0.3 },
  { slug: 'clip', medianMs: 120_000, spread: 0.3 },
]
