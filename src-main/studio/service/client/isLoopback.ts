/** Whether an address is of this machine, as the URL parser writes it: every spelling of 127.0.0.1 has become that one. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname)
