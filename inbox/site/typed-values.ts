/** What was typed on this device and the server does not have yet. It survives a reload, a closed tab and the end of a session. */
import { useSyncExternalStore } from 'react';
import { normalised } from '#content/normalised.ts';
import {
  type DraftAnswers,
  type DraftChanges,
  type DraftValue,
  draftLimit,
  type SiteState,
} from '#contract/inbox.ts';
import { api, isApiError } from '#inbox/api.ts';
import { onDevice } from '#inbox/device.ts';
import { keys, queryClient, refetchSite } from '#inbox/queries.ts';

type Typed = {
  /** What this person saw when they began to type. */
  was: string;
  value: string;
  /** Sent, without an answer so far: the server may have one of them. */
  sent?: string[];
  /** What a colleague made of it meanwhile. It waits until one of the two is chosen. */
  theirs?: DraftValue;
  refused?: 'long' | 'unknown';
};

/** By path. */
type Waiting = { typed: Record<string, Typed>; saving: boolean; failed: boolean };

const prefix = 'inbox-site-';
const retryMs = 5000;
/** Of at most 2,000 characters each: together less than a request may be. */
const pathsAtOnce = 4;

let waiting: Waiting = { typed: stored(), saving: false, failed: false };
let running: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

function stored(): Waiting['typed'] {
  const own = Object.entries(onDevice).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(own.map(([key, value = '']) => [key.slice(prefix.length), JSON.parse(value)]));
}

function update(change: Partial<Waiting>): void {
  waiting = { ...waiting, ...change };
  for (const listener of listeners) listener();
}

function keep(path: string, entry: Typed | undefined): void {
  const { [path]: _, ...others } = waiting.typed;
  update({ typed: entry ? { ...others, [path]: entry } : others });
  if (entry) onDevice[prefix + path] = JSON.stringify(entry);
  else delete onDevice[prefix + path];
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTypedValues = (): Waiting => useSyncExternalStore(listen, () => waiting);

const site = () => queryClient.getQueryData<SiteState>(keys.site);
const savedValue = (path: string) => site()?.draft[path]?.value ?? site()?.values[path] ?? '';

export function change(path: string, text: string): void {
  const { refused: _, ...before } = waiting.typed[path] ?? { was: savedValue(path) };
  const value = normalised(path, text);
  keep(path, { ...before, value, ...(value.length > draftLimit && { refused: 'long' }) });
  save();
}

export function keepMine(path: string): void {
  const entry = waiting.typed[path];
  if (entry?.theirs) keep(path, { was: entry.theirs.value, value: entry.value });
  save();
}

/** For everybody; the server keeps the values for a day. */
export async function discard(paths: string[]): Promise<void> {
  // Else a value that is under way would arrive later, and stay.
  await running;
  const value = (path: string) => waiting.typed[path]?.value ?? savedValue(path);
  const values = Object.fromEntries(paths.map((path) => [path, value(path)]));
  await api.discardDraft(values);
  for (const path of paths) if (value(path) === values[path]) keep(path, undefined);
  await refetchSite();
}

const unsent = () =>
  Object.entries(waiting.typed).filter(([, { theirs, refused }]) => !theirs && refused === undefined);

export function save(): void {
  if (waiting.saving || unsent().length === 0) return;
  update({ saving: true });
  running = saveAll().finally(() => update({ saving: false }));
}

let retry: ReturnType<typeof setTimeout> | undefined;

/** One request at a time, each with the latest values. */
async function saveAll(): Promise<void> {
  clearTimeout(retry);
  for (let batch = unsent(); batch.length > 0; batch = unsent()) {
    const sent = Object.fromEntries(batch.slice(0, pathsAtOnce));
    for (const [path, entry] of Object.entries(sent))
      keep(path, { ...entry, sent: [...(entry.sent ?? []), entry.value] });
    try {
      await take(await api.saveDraft(valuesOf(sent)), sent);
      update({ failed: false });
    } catch (error) {
      update({ failed: true });
      // After signing in again the page is opened anew, and saves.
      if (!isApiError(error, 401)) retry = setTimeout(save, retryMs);
      return;
    }
  }
}
addEventListener('online', save);

const valuesOf = (entries: Record<string, Typed>): DraftChanges =>
  Object.fromEntries(Object.entries(entries).map(([path, { was, value }]) => [path, { was, value }]));

async function take({ revision, paths }: DraftAnswers, sent: Record<string, Typed>): Promise<void> {
  // An answer that is under way is older than this one.
  await queryClient.cancelQueries({ queryKey: keys.site });
  queryClient.setQueryData<SiteState>(keys.site, (site) => site && withSaved(site, revision, paths));
  for (const [path, answer] of Object.entries(paths)) {
    const [now, { value = '', sent: before = [] } = {}] = [waiting.typed[path], sent[path]];
    if (!now) continue;
    const { sent: _, ...entry } = now;
    if (answer.result === 'saved') keep(path, now.value === value ? undefined : { ...entry, was: value });
    else if (answer.result !== 'conflict') keep(path, { ...entry, refused: answer.result });
    // The answer to an earlier request was lost: this is what it saved.
    else if (before.includes(answer.theirs.value)) keep(path, { ...entry, was: answer.theirs.value });
    else keep(path, { ...entry, theirs: answer.theirs });
  }
}

function withSaved(site: SiteState, revision: number, paths: DraftAnswers['paths']): SiteState {
  const draft = { ...site.draft };
  let isNext = revision === site.revision + 1;
  for (const [path, answer] of Object.entries(paths)) {
    const saved = answer.result === 'saved' ? answer.draft : answer.result === 'conflict' && answer.theirs;
    // A colleague's value is now among those that can be brought back.
    if (draft[path] && draft[path].who !== (saved || undefined)?.who) isNext = false;
    if (saved && saved.who !== '') draft[path] = saved;
    else if (answer.result === 'saved') delete draft[path];
  }
  // If a colleague's change lies between, everything is read again.
  return { ...site, draft, revision: isNext ? revision : site.revision };
}
