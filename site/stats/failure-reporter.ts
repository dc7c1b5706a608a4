import { clickPath } from '#contract/addresses.ts';
import type { FailureName } from '#contract/clicks.ts';

let reported = false;

/** For React, which calls it with an error. Only the first one of a page is reported, without what it says: that may quote the visitor. */
export const failureReporter = (name: FailureName) => (error: unknown) => {
  console.error(error);
  if (reported || __SUPABASE_PROJECT__) return;
  reported = true;
  navigator.sendBeacon(clickPath, name);
};
