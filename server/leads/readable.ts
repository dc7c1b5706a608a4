/** A visitor's text made safe to show in a terminal, a message or a header. */

// These reorder the text around them. Phone numbers copied from contacts also contain them (U+202A).
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// Escape sequences can clear a screen or type commands.
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
