export const spend = {
  title: 'Spend',
} as const
