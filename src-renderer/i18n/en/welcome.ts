/** The welcome screen of Create, before anything is connected. */
export const welcome = {
  welcome_title: 'Welcome to Easel',
  welcome_text:
    'A studio for images, video, audio and text. You see the exact price before you click, and every result is saved to your disk with its parameters.',
  try_sandbox: 'Try the sandbox',
  try_sandbox_text: 'A service built into Easel. It makes real images with play money.',
  sandbox_starting: 'Starting…',
  connect: 'Connect a service',
  connect_text: 'Enter its URL and your API key. The key is stored in your system keychain.',
  promise_price: 'Exact price first',
  promise_price_text: 'The exact price is on the button. One click never charges twice.',
  promise_disk: 'Saved to your disk',
  promise_disk_text: 'Easel saves each result before the service deletes it.',
  promise_find: 'Easy to find',
  promise_find_text: 'Every result keeps the parameters that made it.',
} as const
