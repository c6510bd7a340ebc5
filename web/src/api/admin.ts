import type {
  Adjudication,
  Act,
  Invitation,
  MadeInvitation,
  MatchStatus,
  NewInvitation,
  Page,
  PersonFile,
  ReportDetails,
  ServerHealth,
  SettingLine,
  StaffAccount,
  StaffMatch,
  StaffReports,
} from './types';
import { at, query, request } from './http';

/** What may be done to a match besides giving it a result. */
export type MatchAct = 'park' | 'resume' | 'abort';

const person = (account: string, act: string): string => at('admin', 'people', account, act);
const match = (id: string, act: string): string => at('admin', 'matches', id, act);

/** Staff endpoints: reports, people and matches; the server, for operators. */
export const adminApi = {
  reports: () => request<StaffReports>('GET', '/admin/reports'),
  report: (id: string) => request<ReportDetails>('GET', at('admin', 'reports', id)),
  closeReport: (id: string, verdict: string) =>
    request<undefined>('POST', at('admin', 'reports', id), { verdict }),

  findPeople: (q: string) => request<Page<StaffAccount>>('GET', `/admin/people${query({ q })}`),
  person: (name: string) => request<PersonFile>('GET', at('admin', 'people', name)),
  note: (account: string, text: string) =>
    request<undefined>('POST', person(account, 'notes'), { text }),
  warn: (account: string, text: string, reason: string) =>
    request<undefined>('POST', person(account, 'warnings'), { text, reason }),
  mute: (account: string, days: number, reason: string) =>
    request<undefined>('POST', person(account, 'mute'), { days, reason }),
  close: (account: string, reason: string) =>
    request<undefined>('POST', person(account, 'close'), { reason }),
  reopen: (account: string, reason: string) =>
    request<undefined>('POST', person(account, 'reopen'), { reason }),
  takeName: (account: string, reason: string) =>
    request<undefined>('POST', person(account, 'rename'), { reason }),
  appoint: (account: string, role: StaffAccount['role'] | null, reason: string) =>
    request<undefined>('POST', person(account, 'role'), { role, reason }),

  matches: (status: MatchStatus) =>
    request<Page<StaffMatch>>('GET', `/admin/matches${query({ status })}`),
  match: (id: string) => request<StaffMatch>('GET', at('admin', 'matches', id)),
  act: (id: string, act: MatchAct, reason: string) =>
    request<undefined>('POST', match(id, act), { reason }),
  adjudicate: (id: string, result: Adjudication) =>
    request<undefined>('POST', match(id, 'adjudicate'), result),
  rollBack: (id: string, ply: number, reason: string) =>
    request<undefined>('POST', match(id, 'rollback'), { ply, reason }),

  invitations: () => request<Page<Invitation>>('GET', '/admin/invitations'),
  invite: (invitation: NewInvitation) =>
    request<MadeInvitation>('POST', '/admin/invitations', invitation),
  revokeInvitation: (id: string) => request<undefined>('DELETE', at('admin', 'invitations', id)),
  settings: () => request<Page<SettingLine>>('GET', '/admin/settings'),
  health: () => request<ServerHealth>('GET', '/admin/health'),
  announce: (texts: Record<string, string>, hours: number) =>
    request<undefined>('PUT', '/admin/announcement', { texts, hours }),
  maintain: (on: boolean) => request<undefined>('PUT', '/admin/maintenance', { on }),
  audit: (cursor?: string) => request<Page<Act>>('GET', `/admin/audit${query({ cursor })}`),
};
