import { inboxApiPath } from '#contract/addresses.ts';
import type {
  Correction,
  DraftAnswers,
  DraftChanges,
  EraseResult,
  Health,
  LeadCounts,
  LeadDetail,
  LeadInput,
  LeadPage,
  LeadQuery,
  LeadStatus,
  LeadSummary,
  Links,
  Me,
  Publication,
  Revision,
  SessionList,
  SignInState,
  SiteChange,
  SiteState,
  SiteValues,
  Stats,
} from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';

/** An answer that is not 2xx. Without any answer fetch throws its own error. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`The server answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

export const isApiError = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status;

/** The server answers or hangs up within 30 s; a browser would wait for minutes. */
const timeoutMs = 40_000;

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(inboxApiPath + path, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  // Some answers are empty, and a proxy may answer in HTML.
  const answer = await response.json().catch((error) => {
    if (error instanceof SyntaxError) return null;
    throw error;
  });
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer;
}

const leadPath = (ref: string) => `/leads/${encodeURIComponent(ref)}`;

export const api = {
  signInState: () => call<SignInState>('GET', '/sign-in'),
  sendCode: () => call<{ expiresInSeconds: number }>('POST', '/codes'),
  signIn: (secret: { code: string } | { token: string }) => call<Me>('POST', '/session', secret),
  signOut: () => call('DELETE', '/session'),
  sessions: () => call<SessionList>('GET', '/sessions'),
  signOutOne: (id: string) => call('DELETE', `/sessions/${encodeURIComponent(id)}`),
  signOutEverywhere: () => call('DELETE', '/sessions'),
  setName: (name: string) => call<Me>('PUT', '/me', { name }),

  revision: () => call<Revision>('GET', '/revision'),
  leads: (query: LeadQuery, after: string | null) =>
    call<LeadPage>('GET', `/leads?${queryString({ ...query, after })}`),
  due: () => call<LeadSummary[]>('GET', '/due'),
  counts: () => call<LeadCounts>('GET', '/counts'),
  lead: (ref: string) => call<LeadDetail>('GET', leadPath(ref)),
  same: (phone: string) => call<LeadSummary[]>('GET', `/leads/same?${queryString({ phone })}`),
  addLead: (lead: LeadInput) => call<LeadDetail>('POST', '/leads', lead),
  correct: (ref: string, corrections: Correction[]) =>
    call<LeadDetail>('POST', `${leadPath(ref)}/corrections`, { corrections }),
  changeStatus: (ref: string, change: { from: LeadStatus; to: LeadStatus }) =>
    call<LeadDetail>('POST', `${leadPath(ref)}/status`, change),
  addNote: (ref: string, note: { text: string; key: string }) =>
    call<LeadDetail>('POST', `${leadPath(ref)}/notes`, note),
  correctNote: (ref: string, id: number, text: string) =>
    call<LeadDetail>('PUT', `${leadPath(ref)}/notes/${id}`, { text }),
  removeNote: (ref: string, id: number) => call<LeadDetail>('DELETE', `${leadPath(ref)}/notes/${id}`),
  remind: (ref: string, at: string) => call<LeadDetail>('PUT', `${leadPath(ref)}/reminder`, { at }),
  dropReminder: (ref: string) => call<LeadDetail>('DELETE', `${leadPath(ref)}/reminder`),
  setSpam: (ref: string, spam: boolean) => call<LeadDetail>('POST', `${leadPath(ref)}/spam`, { spam }),
  resend: (ref: string) => call<LeadDetail>('POST', `${leadPath(ref)}/resend`),
  erase: (ref: string) => call<EraseResult>('DELETE', leadPath(ref)),

  stats: (days: number) => call<Stats>('GET', `/stats?days=${days}`),
  links: () => call<Links>('GET', '/links'),
  makeLink: (name: string) => call('POST', '/links', { name }),
  site: () => call<SiteState>('GET', '/site'),
  siteRevision: () => call<Pick<SiteState, 'revision'>>('GET', '/site/revision'),
  saveDraft: (changes: DraftChanges) => call<DraftAnswers>('PUT', '/site/draft', changes),
  discardDraft: (values: SiteValues) => call('POST', '/site/discard', values),
  publishSite: (publication: Publication) => call('POST', '/site/publish', publication),
  siteChanges: (number: number) => call<SiteChange[]>('GET', `/site/changes?number=${number}`),
  restoreSite: (version: { number: number; live: number; undo: boolean }) =>
    call('POST', '/site/restore', version),

  health: () => call<Health>('GET', '/health'),
  test: (channel: string) => call<{ ok: boolean; error: string | null }>('POST', '/health/test', { channel }),
  resendAll: (channel: string) => call('POST', '/health/resend', { channel }),
};

export const csvUrl = (query: LeadQuery, headings: Language) =>
  `${inboxApiPath}/leads.csv?${queryString({ ...query, headings })}`;

export const backupUrl = `${inboxApiPath}/backup`;

export const qrUrl = (name: string, kind: 'svg' | 'png') =>
  `${inboxApiPath}/links/${encodeURIComponent(name)}.${kind}`;

export function queryString(values: Record<string, string | null | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(given).toString();
}
