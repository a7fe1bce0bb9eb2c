import { useId } from 'react'

/** The logo, in the rail and on the welcome screen. */
export function Logo({ size }: { size: number }) {
  const id = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <defs>
        <linearGradient id={id} x1="4" y1="2" x2="28" y2="31" gradientUnits="userSpaceOnUse">
          <stop stopColor="#6e6ade" />
          <stop offset="0.55" stopColor="#8e4ec6" />
          <stop offset="1" stopColor="#f0715a" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9" fill={`url(#${id})`} />
      <g stroke="#fff" strokeWidth="1.9" strokeLinecap="round" strokeLinejoin="round" fill="none">
        <path d="M16 6.2v2.6M12.2 21.2 9.6 26M19.8 21.2 22.4 26M16 21.2v3" />
        <rect x="8.2" y="8.8" width="15.6" height="12.4" rx="1.8" fill="#ffffff33" />
        <path d="m8.8 19 4.2-4.3 3.2 3 2.4-2.2 4.6 4.1" />
      </g>
    </svg>
  )
}
