/**
 * A visitor's text made safe to show to people, in a terminal, a message or a header. What is stored and
 * exported stays as it was sent.
 */

// Invisible, and able to turn the text around them: a name could make a table or a message say something
// else. Phone numbers copied from a contact list carry them too (U+202A), so they go without a trace.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// Escape sequences can clear a screen, set a title or answer as if typed. All of C0 and C1 but line feed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

export function readableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(bidiControls, '')
    .replace(controls, '\ufffd');
}

export function readableLine(text: string): string {
  return readableText(text).replace(/\s+/g, ' ').trim();
}
