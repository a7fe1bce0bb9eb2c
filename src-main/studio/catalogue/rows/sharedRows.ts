import type { SeedRow, UrlRow } from '../Operation.ts'

/**
 * -1 would leave the choice to the service, which does not tell what it chose; so the seed is always given.
 * Up to 2^31 - 1: whole and positive in every language a service may be written in.
 */
const seed: SeedRow = {
  kind: 'seed',
  name: 'seed',
  label: 'Seed',
  section: 'main',
  required: true,
  priced: false,
  standIn: 1,
  min: 0,
  max: 2 ** 31 - 1,
}

/** spec.md §Events: an HTTPS address of at most 2048 characters. */
const webhook: UrlRow = {
  kind: 'url',
  name: 'webhook_url',
  label: 'Webhook address',
  section: 'advanced',
  required: false,
  priced: false,
  httpsOnly: true,
  maxLength: 2048,
  placeholder: 'https://',
  help: 'The service reports the job to this address.',
}

/** Fields that mean the same in every operation that has them. */
export const sharedRows = { seed, webhook }
