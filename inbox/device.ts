/** The browser’s storage as plain records. Where it is refused, the inbox remembers until it is closed. */
function recordOf(storage: 'localStorage' | 'sessionStorage'): Record<string, string | undefined> {
  try {
    return window[storage] ?? {};
  } catch {
    return {};
  }
}

export const onDevice = recordOf('localStorage');
export const inTab = recordOf('sessionStorage');
