/** Whether a URL points to this machine. The URL parser normalizes every spelling of 127.0.0.1. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname)
