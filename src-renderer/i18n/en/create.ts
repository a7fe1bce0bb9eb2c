export const create = {
  generate: 'Generate',
} as const
