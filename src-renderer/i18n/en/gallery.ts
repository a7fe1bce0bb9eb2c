export const gallery = {
  title: 'Gallery',
} as const
